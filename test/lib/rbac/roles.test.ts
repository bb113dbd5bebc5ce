import { isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap, Deployment, Namespace, Secret } from '../../../lib/object/kinds.ts';
import { permissionsOf } from '../../../lib/rbac/common-permissions.ts';
import type { Permission } from '../../../lib/rbac/permission.ts';
import { resolvePermissions } from '../../../lib/rbac/resolve-permissions.ts';
import { rolesOf, type RolesOptions, rolesYaml } from '../../../lib/rbac/roles.ts';
import { equal, is, match, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { testServer } from '../../kit/server.ts';

const WEBSITE = { apiVersion: 'example.com/v1', kind: 'Website', plural: 'websites', namespaced: true };

suite('rolesOf', (test) => {
  test('makes a role and a binding for what is asked everywhere', () => {
    const permissions: Permission[] = [{ kind: ConfigMap, verbs: ['get'] }];
    equal(rolesOf({ name: 'op', permissions, labels: { app: 'op' } }), [
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'op', labels: { app: 'op' } },
        rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'op', labels: { app: 'op' } },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'op' },
        subjects: [{ kind: 'ServiceAccount', name: 'op', namespace: 'default' }],
      },
    ]);
  });

  test('makes one for each namespace, with nothing that is allowed everywhere', () => {
    const permissions: Permission[] = [
      { kind: Secret, verbs: ['get', 'list'], namespaces: ['b', 'a'] },
      { kind: Secret, verbs: ['patch'], namespaces: ['b'] },
      { kind: Secret, verbs: ['get'] },
      { kind: Namespace, verbs: ['watch'], namespaces: ['a'] },
      { kind: ConfigMap, verbs: ['get'], namespaces: ['c'] },
      { kind: ConfigMap, verbs: ['get'] },
    ];
    const roles = rolesOf({ name: 'op', namespace: 'system', serviceAccount: 'sa', permissions });
    equal(
      roles.map(({ kind, metadata }) => [kind, metadata?.namespace]),
      [
        ['ClusterRole', undefined],
        ['ClusterRoleBinding', undefined],
        ['Role', 'a'],
        ['RoleBinding', 'a'],
        ['Role', 'b'],
        ['RoleBinding', 'b'],
      ],
    );
    equal(
      roles.flatMap((role) => ('rules' in role ? [role.rules] : [])),
      [
        [
          { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get'] },
          { apiGroups: [''], resources: ['namespaces'], verbs: ['watch'] },
        ],
        [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }],
        [{ apiGroups: [''], resources: ['secrets'], verbs: ['list', 'patch'] }],
      ],
    );
    equal(
      roles.flatMap((role) => ('subjects' in role ? [role.subjects] : [])),
      Array.from({ length: 3 }, () => [{ kind: 'ServiceAccount', name: 'sa', namespace: 'system' }]),
    );
  });

  test('makes nothing of nothing', () => equal(rolesOf({ name: 'op', permissions: [] }), []));

  test('names the options that are wrong', () => {
    const table = {
      'RolesOptions.name must not be empty': { name: '', permissions: [] },
      'RolesOptions.name must not contain "/" or "%"; got "a/b"': { name: 'a/b', permissions: [] },
      'RolesOptions.permissions must not be empty': { name: 'op' } as unknown as RolesOptions,
    };
    for (const [want, options] of Object.entries(table))
      is((throws(() => rolesOf(options), isInvalidConfig) as Error).message, want);
  });
});

suite('rolesYaml', (test) => {
  test('prints a document for each role and binding', () => {
    const permissions = [
      ...permissionsOf.informer(WEBSITE, { namespaces: ['shop'] }),
      ...permissionsOf.crd('websites.example.com'),
    ];
    is(
      rolesYaml({ name: 'op', permissions }),
      `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: op
rules:
  - apiGroups:
      - apiextensions.k8s.io
    resources:
      - customresourcedefinitions
    resourceNames:
      - websites.example.com
    verbs:
      - get
      - update
  - apiGroups:
      - apiextensions.k8s.io
    resources:
      - customresourcedefinitions
    verbs:
      - create
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: op
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: op
subjects:
  - kind: ServiceAccount
    name: op
    namespace: default
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: op
  namespace: shop
rules:
  - apiGroups:
      - example.com
    resources:
      - websites
    verbs:
      - get
      - list
      - watch
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: op
  namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: op
subjects:
  - kind: ServiceAccount
    name: op
    namespace: default
`,
    );
  });
});

suite('permissionsOf', (test) => {
  test('says what usual parts ask for', () => {
    const scope = { namespaces: ['a'] };
    equal(permissionsOf.informer(WEBSITE), [{ kind: WEBSITE, verbs: ['get', 'list', 'watch'] }]);
    equal(permissionsOf.finalizer(WEBSITE, scope), [{ kind: WEBSITE, verbs: ['get', 'patch'], ...scope }]);
    equal(permissionsOf.owner(WEBSITE), [{ kind: WEBSITE, subresource: 'finalizers', verbs: ['update'] }]);
    equal(permissionsOf.status(WEBSITE), [{ kind: WEBSITE, subresource: 'status', verbs: ['patch'] }]);
    equal(
      permissionsOf.events().map(({ kind, verbs }) => [kind.apiVersion, verbs]),
      [
        ['events.k8s.io/v1', ['create', 'patch']],
        ['v1', ['create', 'patch']],
      ],
    );
    equal(
      permissionsOf.lease('op', 'system').map(({ verbs, names, namespaces }) => [verbs, names, namespaces]),
      [[['get', 'create', 'update'], ['op'], ['system']]],
    );
  });
});

suite(
  'resolvePermissions',
  (test) => {
    test('asks the API server for what is not known', async (t) => {
      const { ctx, client } = await testServer(t, 'direct');
      const given: Permission[] = [
        { kind: Deployment, verbs: ['get'] },
        { kind: { apiVersion: 'apps/v1', kind: 'StatefulSet' }, subresource: 'status', verbs: ['patch'] },
        { kind: { apiVersion: 'v1', kind: 'Node', plural: 'nodes' }, verbs: ['get'], namespaces: ['a'] },
      ];
      const resolved = await resolvePermissions(ctx, client, given);
      is(resolved[0], given[0]);
      equal(
        resolved.map(({ kind }) => [kind.plural, kind.namespaced]),
        [
          ['deployments', true],
          ['statefulsets', true],
          ['nodes', false],
        ],
      );
      is(resolved[1]?.subresource, 'status');
    });

    test('rejects for a kind that is not served', async (t) => {
      const { ctx, client } = await testServer(t, 'direct');
      const kind = { apiVersion: 'example.com/v1', kind: 'Website' };
      const error = await rejects(resolvePermissions(ctx, client, [{ kind, verbs: ['get'] }]));
      match(String(error), /Website/);
    });
  },
  { timeoutMs: 10_000 },
);
