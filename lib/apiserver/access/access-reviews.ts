import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { invalidCause } from '../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import type { ResourceRequest } from '../handlers/resource-request.ts';
import type { Draft } from '../objects/draft.ts';
import { invalid } from '../status-error.ts';
import type { Decision } from './rbac.ts';
import type { Attributes } from './request-attributes.ts';
import { AUTHORIZATION_GROUP } from './review-definitions.ts';
import type { User } from './user.ts';

/** Whether the asker himself may do something. @throws 422. */
export function ownReview({ access }: ApiParts, { user }: ResourceRequest, draft: Draft): JsonObject {
  refuse([...attributeCauses(draft), ...metadataCauses(draft.metadata)]);
  return {
    metadata: {},
    spec: specOf(draft),
    status: statusOf(access.authorizer.decide(user, wantedIn(draft))),
  };
}

/** Whether somebody else may do something; in the request's namespace, where it has one. @throws 422. */
export function subjectReview({ access }: ApiParts, { route }: ResourceRequest, draft: Draft): JsonObject {
  const { namespace } = route;
  const { namespace: _, ...metadata } = draft.metadata;
  refuse([
    ...attributeCauses(draft),
    ...subjectCauses(draft),
    ...(namespace === undefined ? metadataCauses(draft.metadata) : localCauses(draft, namespace)),
    ...(namespace === undefined ? [] : metadataCauses(metadata)),
  ]);
  const decision = access.authorizer.decide(subjectIn(draft), wantedIn(draft));
  return {
    metadata: namespace === undefined ? {} : { namespace },
    spec: specOf(draft),
    status: statusOf(decision),
  };
}

function specOf(draft: Draft): JsonObject {
  return objectAt(draft, 'spec');
}

function statusOf({ allowed, reason }: Decision): JsonObject {
  return { allowed, ...(reason === '' ? {} : { reason }) };
}

function wantedIn(draft: Draft): Attributes {
  const path = at(draft, 'spec', 'nonResourceAttributes');
  if (path !== undefined) return { type: 'path', verb: textAt(path, 'verb'), path: textAt(path, 'path') };
  const wanted = at(draft, 'spec', 'resourceAttributes');
  return {
    type: 'resource',
    verb: textAt(wanted, 'verb'),
    group: textAt(wanted, 'group'),
    resource: textAt(wanted, 'resource'),
    subresource: textAt(wanted, 'subresource'),
    namespace: textAt(wanted, 'namespace'),
    name: textAt(wanted, 'name'),
  };
}

/** As the review names him: nothing is added to his groups. */
function subjectIn(draft: Draft): User {
  return {
    name: textAt(draft, 'spec', 'user'),
    groups: listAt(draft, 'spec', 'groups').map(String),
  };
}

function refuse(causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw invalid(AUTHORIZATION_GROUP, '', '', causes);
}

function attributeCauses(draft: Draft): readonly StatusCause[] {
  const path = at(draft, 'spec', 'nonResourceAttributes');
  const resource = at(draft, 'spec', 'resourceAttributes');
  if (path !== undefined && resource !== undefined) {
    const why = 'cannot be specified in combination with resourceAttributes';
    return [invalidCause('spec.nonResourceAttributes', shownPath(path), why)];
  }
  if (path !== undefined || resource !== undefined) return [];
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidCause('spec.resourceAttributes', null, why)];
}

/** With the names that the server has for its fields. */
function shownPath(path: JsonValue): JsonObject {
  return { Path: textAt(path, 'path'), Verb: textAt(path, 'verb') };
}

function subjectCauses(draft: Draft): readonly StatusCause[] {
  const { name, groups } = subjectIn(draft);
  if (name !== '' || groups.length > 0) return [];
  return [invalidCause('spec.user', '', 'at least one of user or group must be specified')];
}

function localCauses(draft: Draft, namespace: string): readonly StatusCause[] {
  const path = at(draft, 'spec', 'nonResourceAttributes');
  if (path !== undefined)
    return [
      invalidCause('spec.nonResourceAttributes', shownPath(path), 'disallowed on this kind of request'),
    ];
  const asked = textAt(draft, 'spec', 'resourceAttributes', 'namespace');
  if (asked === namespace) return [];
  return [invalidCause('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')];
}

function metadataCauses(metadata: JsonObject): readonly StatusCause[] {
  const { creationTimestamp: _c, managedFields: _m, ...given } = metadata;
  return Object.keys(given).length === 0 ? [] : [invalidCause('metadata', given, 'must be empty')];
}
