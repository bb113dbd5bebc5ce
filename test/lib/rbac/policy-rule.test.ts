import { isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap, CoreEvent, Deployment, Event, Namespace, Secret } from '../../../lib/object/kinds.ts';
import type { Permission } from '../../../lib/rbac/permission.ts';
import { type PolicyRule, rulesOf } from '../../../lib/rbac/policy-rule.ts';
import { equal, is, not, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

interface Case {
  readonly permissions: readonly Permission[];
  readonly want: readonly PolicyRule[];
}

const CASES: Readonly<Record<string, Case>> = {
  'makes no rule of nothing': { permissions: [], want: [] },
  'joins verbs, in the order in which people write them': {
    permissions: [
      { kind: ConfigMap, verbs: ['watch', 'patch'] },
      { kind: ConfigMap, verbs: ['get', 'list', 'watch'] },
    ],
    want: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'patch'] }],
  },
  'joins resources of a group with the same verbs': {
    permissions: [
      { kind: Secret, verbs: ['get'] },
      { kind: ConfigMap, verbs: ['get'] },
      { kind: Deployment, verbs: ['get'] },
    ],
    want: [
      { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
    ],
  },
  'joins groups with the same resources': {
    permissions: [
      { kind: Event, verbs: ['create', 'patch'] },
      { kind: CoreEvent, verbs: ['create', 'patch'] },
    ],
    want: [{ apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] }],
  },
  'never joins to more than was asked': {
    permissions: [
      { kind: ConfigMap, verbs: ['get', 'update'] },
      { kind: Secret, verbs: ['get'] },
      { kind: Event, verbs: ['get'] },
      { kind: Secret, verbs: ['patch'], names: ['a'] },
    ],
    want: [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'update'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['a'], verbs: ['patch'] },
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['get'] },
    ],
  },
  'keeps subresources apart': {
    permissions: [
      { kind: Deployment, verbs: ['patch'] },
      { kind: Deployment, subresource: 'status', verbs: ['patch'] },
      { kind: Deployment, subresource: 'scale', verbs: ['get'] },
    ],
    want: [
      { apiGroups: ['apps'], resources: ['deployments', 'deployments/status'], verbs: ['patch'] },
      { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] },
    ],
  },
  'joins names, and drops those that are allowed anyway': {
    permissions: [
      { kind: ConfigMap, verbs: ['get', 'update'], names: ['b'] },
      { kind: ConfigMap, verbs: ['update', 'get'], names: ['a', 'b'] },
      { kind: Secret, verbs: ['get', 'delete'], names: ['a'] },
      { kind: Secret, verbs: ['get'] },
    ],
    want: [
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a', 'b'], verbs: ['get', 'update'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['a'], verbs: ['delete'] },
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
    ],
  },
  'restricts no verb to names whose requests have none': {
    permissions: [{ kind: ConfigMap, verbs: ['get', 'list', 'watch', 'create'], names: ['a'] }],
    want: [
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch', 'create'] },
    ],
  },
  'asks nothing of a server where the plural is given': {
    permissions: [
      { kind: { apiVersion: 'example.com/v1', kind: 'Website', plural: 'websites' }, verbs: ['get'] },
    ],
    want: [{ apiGroups: ['example.com'], resources: ['websites'], verbs: ['get'] }],
  },
};

const WRONG: Readonly<Record<string, Permission>> = {
  'permissions[0].kind.plural must not be empty for Website of example.com/v1: give a Kind, or ask the API server with resolvePermissions first':
    { kind: { apiVersion: 'example.com/v1', kind: 'Website' }, verbs: ['get'] },
  'permissions[0].verbs must not be empty; leave it out where it is not restricted': {
    kind: ConfigMap,
    verbs: [],
  },
  'permissions[0].names must not be empty; leave it out where it is not restricted': {
    kind: ConfigMap,
    verbs: ['get'],
    names: [],
  },
  'permissions[0].namespaces must not be empty; leave it out where it is not restricted': {
    kind: Namespace,
    verbs: ['get'],
    namespaces: [],
  },
  'permissions[0].verbs must name things one by one; got "*"': { kind: ConfigMap, verbs: ['*' as 'get'] },
  'permissions[0] must name things one by one; got "*"': {
    kind: ConfigMap,
    subresource: '*',
    verbs: ['get'],
  },
};

suite('rulesOf', (test) => {
  for (const [name, { permissions, want }] of Object.entries(CASES)) {
    test(name, () => equal(rulesOf(permissions), want));
  }

  test('says the same whatever the order of the permissions', () => {
    const permissions = Object.values(CASES).flatMap((one) => one.permissions);
    const want = rulesOf(permissions);
    equal(rulesOf(permissions.toReversed()), want);
    not(JSON.stringify(want).includes('*'));
  });

  test('names what is wrong with a permission', () => {
    for (const [want, permission] of Object.entries(WRONG)) {
      const error = throws(() => rulesOf([permission]), isInvalidConfig) as Error;
      is(error.message, want);
    }
  });
});
