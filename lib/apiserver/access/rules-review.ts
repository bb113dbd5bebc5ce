import type { JsonObject } from '../../object/json.ts';
import { textAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import type { ResourceRequest } from '../handlers/resource-request.ts';
import type { Draft } from '../objects/draft.ts';
import { badRequest } from '../status-error.ts';
import { aggregate } from './rbac.ts';
import type { PolicyRule } from './policy-rule.ts';

/** What the asker may do in a namespace. @throws 400 without one. */
export function rulesReview({ access }: ApiParts, { user }: ResourceRequest, draft: Draft): JsonObject {
  const namespace = textAt(draft, 'spec', 'namespace');
  if (namespace === '') throw badRequest('no namespace on request');
  const { rules, errors } = access.authorizer.rulesOf(user, namespace);
  return {
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.filter(({ resources }) => resources.length > 0).map(resourceRule),
      nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0).map(pathRule),
      incomplete: errors.length > 0,
      ...(errors.length === 0 ? {} : { evaluationError: aggregate(errors) }),
    },
  };
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): JsonObject {
  return { verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) };
}

function pathRule({ verbs, nonResourceURLs }: PolicyRule): JsonObject {
  return { verbs, nonResourceURLs };
}
