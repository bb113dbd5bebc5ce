import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { Client } from '../../../lib/client/client.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import { isExecutionFailed } from '../../../lib/errors.ts';
import { ConfigMap, Deployment, Node, Secret } from '../../../lib/object/kinds.ts';
import type { Permission } from '../../../lib/rbac/permission.ts';
import { type PermissionRecorder, recordPermissions } from '../../../lib/testing/permission-recorder.ts';
import { equal, is, rejects, throws } from '../../kit/assert.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

const A = { namespace: 'default', name: 'a' };

async function recorded(t: TestContext): Promise<{ client: Client; recorder: PermissionRecorder }> {
  const server = await startApiServer({ listen: false });
  t.defer(() => server.close());
  const recorder = recordPermissions(server.transport());
  const client = newClient({ transport: recorder });
  t.defer(() => client.close());
  return { client, recorder };
}

suite('recordPermissions', (test) => {
  test('records each kind of call once, and no discovery', async (t) => {
    const { client, recorder } = await recorded(t);
    await client.create(t.ctx, ConfigMap, { metadata: A });
    for (let i = 0; i < 3; i += 1) await client.get(t.ctx, { apiVersion: 'v1', kind: 'ConfigMap' }, A);
    await rejects(client.get(t.ctx, Node, { name: 'n' }), /not found/);
    const core = { group: '', subresource: '' };
    equal(recorder.calls, [
      { ...core, verb: 'create', resource: 'configmaps', namespace: 'default', name: '' },
      { ...core, verb: 'get', resource: 'configmaps', namespace: 'default', name: 'a' },
      { ...core, verb: 'get', resource: 'nodes', namespace: '', name: 'n' },
    ]);
    is(recorder.host.length > 0, true);
  });

  test('knows that an apply may create', async (t) => {
    const { client, recorder } = await recorded(t);
    for (let i = 0; i < 2; i += 1) await client.apply(t.ctx, ConfigMap, { metadata: A });
    equal(
      recorder.calls.map(({ verb }) => verb),
      ['patch', 'create'],
    );
  });

  test('leaves out what everybody may ask about himself', async (t) => {
    const { client, recorder } = await recorded(t);
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const headers = { 'content-type': 'application/json' };
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    await client.raw(t.ctx, { method: 'POST', path, headers, body });
    equal(recorder.calls, []);
  });

  test('says which calls are not declared, and which rules allow them', async (t) => {
    const { client, recorder } = await recorded(t);
    await client.create(t.ctx, ConfigMap, { metadata: A });
    await client.listAll(t.ctx, Deployment, { namespace: 'default' });
    await rejects(
      client.patch(t.ctx, Deployment, A, { type: 'merge', value: {} }, { subresource: 'status' }),
      /not found/,
    );
    const permissions: Permission[] = [{ kind: ConfigMap, verbs: ['create', 'get'] }];
    equal(
      recorder.undeclared(permissions).map(({ verb }) => verb),
      ['list', 'patch'],
    );
    const error = throws(() => recorder.assertDeclared(permissions), isExecutionFailed) as Error;
    equal(error.message.split('\n'), [
      'cannot do with the declared permissions what was done:',
      '  list deployments.apps in namespace default',
      '  patch deployments.apps/status a in namespace default',
      'declare permissions for these rules, or do not call:',
      '  {"apiGroups":["apps"],"resources":["deployments"],"verbs":["list"]}',
      '  {"apiGroups":["apps"],"resources":["deployments/status"],"verbs":["patch"]}',
    ]);
    recorder.assertDeclared([
      ...permissions,
      { kind: Deployment, verbs: ['list'] },
      { kind: Deployment, subresource: 'status', verbs: ['patch'] },
    ]);
  });

  test('heeds namespaces and names', async (t) => {
    const { client, recorder } = await recorded(t);
    await client.create(t.ctx, ConfigMap, { metadata: A });
    await client.get(t.ctx, ConfigMap, A);
    await client.listAll(t.ctx, ConfigMap);
    const verbs = ['get', 'create', 'list'] as const;
    const missing = (permission: Omit<Permission, 'kind' | 'verbs'>): readonly string[] =>
      recorder.undeclared([{ kind: ConfigMap, verbs, ...permission }]).map(({ verb }) => verb);
    equal(missing({}), []);
    equal(missing({ namespaces: ['default'] }), ['list']);
    equal(missing({ namespaces: ['other'] }), ['create', 'get', 'list']);
    equal(missing({ names: ['a'] }), []);
    equal(missing({ names: ['b'] }), ['get']);
  });

  test('says which permissions nothing needed', async (t) => {
    const { client, recorder } = await recorded(t);
    await client.create(t.ctx, ConfigMap, { metadata: A });
    await client.get(t.ctx, ConfigMap, A);
    const permissions: Permission[] = [
      { kind: ConfigMap, verbs: ['get', 'create'] },
      { kind: ConfigMap, verbs: ['get', 'patch'], namespaces: ['default', 'other'] },
      { kind: Secret, verbs: ['get'] },
    ];
    equal(recorder.unused(permissions), [
      { kind: ConfigMap, verbs: ['patch'], namespaces: ['default', 'other'] },
      { kind: Secret, verbs: ['get'] },
    ]);
  });
});
