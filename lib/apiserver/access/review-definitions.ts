import type { ResourceDefinition } from '../resource-definition.ts';
import type { Schema } from '../schema.ts';

export const AUTHENTICATION_GROUP: string = 'authentication.k8s.io';
export const AUTHORIZATION_GROUP: string = 'authorization.k8s.io';

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };
const textLists: Schema = { type: 'object', additionalProperties: texts };

function members(properties: { readonly [name: string]: Schema }): Schema {
  return { type: 'object', properties };
}

const requirements: Schema = {
  type: 'array',
  items: members({ key: text, operator: text, values: texts }),
};
const selector = members({ rawSelector: text, requirements });

const attributes: { readonly [name: string]: Schema } = {
  resourceAttributes: members({
    namespace: text,
    verb: text,
    group: text,
    version: text,
    resource: text,
    subresource: text,
    name: text,
    fieldSelector: selector,
    labelSelector: selector,
  }),
  nonResourceAttributes: members({ path: text, verb: text }),
};
const subject: { readonly [name: string]: Schema } = {
  user: text,
  groups: texts,
  uid: text,
  extra: textLists,
};
const access = members({
  allowed: { type: 'boolean' },
  denied: { type: 'boolean' },
  reason: text,
  evaluationError: text,
});
const user = members({ username: text, uid: text, groups: texts, extra: textLists });
const rule = members({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts });
const pathRule = members({ verbs: texts, nonResourceURLs: texts });

interface Review {
  readonly group: string;
  readonly kind: string;
  readonly namespaced?: boolean;
  readonly spec?: Schema;
  readonly status?: Schema;
  /** What is at the top beside these. */
  readonly rest?: { readonly [name: string]: Schema };
}

function definitionOf({
  group,
  kind,
  namespaced = false,
  spec,
  status,
  rest = {},
}: Review): ResourceDefinition {
  const singular = kind.toLowerCase();
  return {
    group,
    version: 'v1',
    kind,
    listKind: `${kind}List`,
    plural: `${singular}s`,
    singular,
    shortNames: [],
    categories: [],
    namespaced,
    verbs: ['create'],
    custom: false,
    status: false,
    scale: undefined,
    schema: members({
      apiVersion: text,
      kind: text,
      metadata: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      ...(spec === undefined ? {} : { spec }),
      ...(status === undefined ? {} : { status }),
      ...rest,
    }),
    columns: [],
    generation: false,
    strategy: undefined,
  };
}

/** Resources that are questions: creating one answers it, and nothing is stored. */
export const REVIEW_DEFINITIONS: readonly ResourceDefinition[] = [
  { group: AUTHENTICATION_GROUP, kind: 'SelfSubjectReview', status: members({ userInfo: user }) },
  {
    group: AUTHENTICATION_GROUP,
    kind: 'TokenReview',
    spec: members({ token: text, audiences: texts }),
    status: members({ authenticated: { type: 'boolean' }, user, audiences: texts, error: text }),
  },
  {
    group: AUTHORIZATION_GROUP,
    kind: 'LocalSubjectAccessReview',
    namespaced: true,
    spec: members({ ...attributes, ...subject }),
    status: access,
  },
  {
    group: AUTHORIZATION_GROUP,
    kind: 'SelfSubjectAccessReview',
    spec: members(attributes),
    status: access,
  },
  {
    group: AUTHORIZATION_GROUP,
    kind: 'SelfSubjectRulesReview',
    spec: members({ namespace: text }),
    status: members({
      resourceRules: { type: 'array', items: rule },
      nonResourceRules: { type: 'array', items: pathRule },
      incomplete: { type: 'boolean' },
      evaluationError: text,
    }),
  },
  {
    group: AUTHORIZATION_GROUP,
    kind: 'SubjectAccessReview',
    spec: members({ ...attributes, ...subject }),
    status: access,
  },
].map(definitionOf);

/** What is posted to a service account's `token`. */
export const TOKEN_REQUEST: ResourceDefinition = definitionOf({
  group: AUTHENTICATION_GROUP,
  kind: 'TokenRequest',
  spec: members({
    audiences: texts,
    expirationSeconds: { type: 'integer' },
    boundObjectRef: members({ kind: text, apiVersion: text, name: text, uid: text }),
  }),
  status: members({ token: text, expirationTimestamp: text }),
});

const deleteOptions = members({
  apiVersion: text,
  kind: text,
  gracePeriodSeconds: { type: 'integer' },
  orphanDependents: { type: 'boolean' },
  propagationPolicy: text,
  preconditions: members({ uid: text, resourceVersion: text }),
  dryRun: texts,
});

/** What is posted to a Pod's `eviction`. */
export const EVICTION: ResourceDefinition = definitionOf({
  group: 'policy',
  kind: 'Eviction',
  namespaced: true,
  rest: { deleteOptions },
});
