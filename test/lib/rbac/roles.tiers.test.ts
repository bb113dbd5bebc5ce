import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { Client } from '../../../lib/client/client.ts';
import { isForbidden } from '../../../lib/client/errors.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import type { Transport } from '../../../lib/client/transport.ts';
import { newEventRecorder } from '../../../lib/events/event-recorder.ts';
import { ensureCrd } from '../../../lib/framework/crd/crd.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { ConfigMap, Event } from '../../../lib/object/kinds.ts';
import { permissionsOf } from '../../../lib/rbac/common-permissions.ts';
import type { Permission } from '../../../lib/rbac/permission.ts';
import { rolesOf } from '../../../lib/rbac/roles.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { type PermissionRecorder, recordPermissions } from '../../../lib/testing/permission-recorder.ts';
import { newTestClient } from '../../../lib/testing/test-client.ts';
import { Operator } from '../../integration/operator.ts';
import { LIMIT_MS, PATIENCE_MS, type Widget, Widgets } from '../../integration/widget.ts';
import { equal, match, ok, rejects, throws } from '../../kit/assert.ts';
import { testServer, type TestServer } from '../../kit/server.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

/** The server of the tier, which asks roles: in process one of our own, since the kit's asks nobody. */
async function guardedServer(t: TestContext): Promise<TestServer> {
  const server = await testServer(t);
  if (server.tier === 'real') return server;
  const own = await startApiServer({ rbac: true, listen: false });
  t.defer(() => own.close());
  const client = newTestClient(own);
  t.defer(() => client.close());
  return { ...server, namespace: 'default', client, inProcess: own };
}

/** Calls as a service account, by an administrator's right to do so. */
function actingAs(transport: Transport, namespace: string, name: string): Transport {
  const user = { 'impersonate-user': `system:serviceaccount:${namespace}:${name}` };
  return {
    host: transport.host,
    send: (request) => transport.send({ ...request, headers: { ...request.headers, ...user } }),
    close: async () => {}, // Somebody else's.
  };
}

/** An operator with a service account, and the roles of these permissions. */
class Employee {
  readonly client: Client;
  readonly recorder: PermissionRecorder;

  private constructor(recorder: PermissionRecorder) {
    this.recorder = recorder;
    this.client = newClient({ transport: recorder });
  }

  static async of(
    { ctx, client, namespace }: TestServer,
    permissions: readonly Permission[],
  ): Promise<Employee> {
    const name = `op-${namespace}`;
    for (const role of rolesOf({ name, namespace, permissions }))
      await client.create(ctx, { apiVersion: role.apiVersion ?? '', kind: role.kind ?? '' }, role);
    return new Employee(recordPermissions(actingAs(client.transport, namespace, name)));
  }
}

function crdName({ kind: { apiVersion, plural } }: Widgets): string {
  return `${plural}.${apiVersion.split('/')[0]}`;
}

/** What the operator of these tests asks for. */
function needed(widgets: Widgets): readonly Permission[] {
  const { kind, namespace } = widgets;
  const scope = { namespaces: [namespace] };
  return [
    ...permissionsOf.crd(crdName(widgets)),
    ...permissionsOf.informer(kind, scope),
    ...permissionsOf.finalizer(kind, scope),
    ...permissionsOf.status(kind, scope),
    ...permissionsOf.owner(kind, scope),
    ...permissionsOf.events(scope),
    { kind: ConfigMap, verbs: ['create', 'patch'], ...scope },
  ];
}

/** Gives each widget a ConfigMap, an event and a status. */
function operatorOf(server: TestServer, widgets: Widgets, { client }: Employee): Operator {
  const { namespace, kind } = widgets;
  const events = newEventRecorder({ client, controller: 'example.com/test', logger: server.logger });
  return new Operator(server, widgets, {
    client,
    informer: newInformer<Widget>({ client, kind, namespace }),
    created: async (ctx, obj) => {
      const { name = '', uid = '' } = obj.metadata ?? {};
      const owner = { apiVersion: kind.apiVersion, kind: kind.kind, name, uid, blockOwnerDeletion: true };
      const metadata = { namespace, name, ownerReferences: [{ ...owner, controller: true }] };
      await client.apply(ctx, ConfigMap, { metadata, data: { size: String(obj.spec?.size) } });
      events.record({ ...kind, metadata: obj.metadata! }, { reason: 'Sized', note: 'it has a size' });
      await events.flush();
      const value = { status: { size: obj.spec?.size } };
      await client.patch(ctx, kind, { namespace, name }, { type: 'merge', value }, { subresource: 'status' });
    },
  });
}

suite(
  'rolesOf on an API server',
  (test) => {
    test('suffices for an operator that declares what it does', async (t) => {
      const server = await guardedServer(t);
      const widgets = await Widgets.on(server);
      const permissions = needed(widgets);
      const employee = await Employee.of(server, permissions);
      const crd = await server.client.get(
        server.ctx,
        { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
        { name: crdName(widgets) },
      );
      await ensureCrd(server.ctx, employee.client, crd as Parameters<typeof ensureCrd>[2]);
      await using operator = operatorOf(server, widgets, employee);
      await widgets.create('a', 3);
      await operator.when(async () => (await widgets.get('a'))?.status?.size === 3, 'the status');
      await widgets.delete('a');
      await widgets.gone('a');
      equal(server.logger.of('reconcile failed'), []);
      employee.recorder.assertDeclared(permissions);
      // Whether the event is repeated depends on how often the widget is reconciled.
      const left = employee.recorder.unused(permissions).filter(({ kind }) => kind.kind !== 'Event');
      equal(
        left.map(({ kind, subresource, verbs }) => [kind.kind, subresource, verbs]),
        [
          ['CustomResourceDefinition', undefined, ['create', 'update']],
          ['Widget', undefined, ['get']],
          ['Widget', undefined, ['get']],
          ['Widget', 'finalizers', ['update']],
        ],
      );
      const { namespace } = server;
      const told = await server.client.listAll<Event>(server.ctx, Event, { namespace });
      ok(told.some(({ reason }) => reason === 'Sized'));
    });

    test('allows nothing that was not declared, and the recorder names the rule that is missing', async (t) => {
      const server = await guardedServer(t);
      const widgets = await Widgets.on(server);
      const permissions = needed(widgets).filter(({ subresource }) => subresource !== 'status');
      const employee = await Employee.of(server, permissions);
      await using operator = operatorOf(server, widgets, employee);
      await widgets.create('a', 3);
      await eventually(
        () => server.logger.of('reconcile failed'),
        ([line]) => isForbidden(line?.fields['error']),
        { what: 'a refusal', deadlineMs: PATIENCE_MS },
      );
      await operator.stop();
      const error = throws(() => employee.recorder.assertDeclared(permissions)) as Error;
      match(error.message, /"resources":\["widgets\/status"\],"verbs":\["patch"\]/);
      const { namespace } = widgets;
      const { client } = employee;
      await rejects(client.listAll(server.ctx, widgets.kind), isForbidden);
      await rejects(client.delete(server.ctx, widgets.kind, { namespace, name: 'a' }), isForbidden);
      await rejects(client.get(server.ctx, ConfigMap, { namespace, name: 'a' }), isForbidden);
      await releaseAll(server, widgets);
    });

    test('restricts rights to names', async (t) => {
      const server = await guardedServer(t);
      const { namespace, ctx } = server;
      const scope = { namespaces: [namespace], names: ['mine'] };
      const employee = await Employee.of(server, [{ kind: ConfigMap, verbs: ['get', 'patch'], ...scope }]);
      for (const name of ['mine', 'other'])
        await server.client.create(ctx, ConfigMap, { metadata: { namespace, name } });
      await employee.client.get(ctx, ConfigMap, { namespace, name: 'mine' });
      await rejects(employee.client.get(ctx, ConfigMap, { namespace, name: 'other' }), isForbidden);
      const apply = (name: string): Promise<unknown> =>
        employee.client.apply(ctx, ConfigMap, { metadata: { namespace, name }, data: { a: '1' } });
      await apply('mine');
      await rejects(apply('other'), isForbidden);
    });
  },
  { timeoutMs: LIMIT_MS },
);

/** Takes the finalizers off, so that a shared cluster can delete the namespace. */
async function releaseAll({ ctx, client }: TestServer, { kind, namespace }: Widgets): Promise<void> {
  const value = { metadata: { finalizers: null } };
  for (const { metadata } of await client.listAll(ctx, kind, { namespace }))
    await client.patch(ctx, kind, { namespace, name: metadata?.name ?? '' }, { type: 'merge', value });
}
