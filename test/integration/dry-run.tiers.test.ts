import { dryRun, silentLogger } from '../../context/index.ts';
import { crudResource } from '../../lib/framework/resources/crud-resource.ts';
import { Patch } from '../../lib/framework/resources/patch.ts';
import { type PlannedChange, describePlannedChange } from '../../lib/framework/resources/planned-change.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { equal, is, match } from '../kit/assert.ts';
import { type TestServer, testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator } from './operator.ts';
import { LIMIT_MS, type Widget, Widgets } from './widget.ts';

/** Writes a ConfigMap of the widget's size, as operators do. */
function settings({ client, namespace }: TestServer): Resource<Widget> {
  const ref = { namespace, name: 'settings' };
  return {
    name: 'settings',
    dryRunnable: true,
    ensureCreated: async (ctx, obj) => {
      const data = { size: String(obj.spec?.size) };
      await client.apply<ConfigMap>(ctx, ConfigMap, { metadata: ref, data }, { force: true });
    },
    ensureDeleted: async (ctx) => void (await client.delete(ctx, ConfigMap, ref)),
  };
}

/** A disk of the widget's size, somewhere else. */
function disks(sizes: number[]): Resource<Widget> {
  return crudResource<Widget>()({
    logger: silentLogger,
    ops: {
      name: 'disk',
      getCurrentState: async () => sizes.at(-1),
      getDesiredState: async (_, obj) => obj.spec?.size ?? 0,
      newUpdatePatch: async (_ctx, _obj, current, desired) => {
        const patch = new Patch<number, { size: number }, string>();
        if (current !== desired) patch.setUpdateChange({ size: desired });
        return patch;
      },
      newDeletePatch: async () => {
        const patch = new Patch<number, { size: number }, string>();
        patch.setDeleteChange('the disk');
        return patch;
      },
      applyCreateChange: async (_ctx, _obj, size) => void sizes.push(size),
      applyUpdateChange: async (_ctx, _obj, { size }) => void sizes.push(size),
      applyDeleteChange: async () => void sizes.push(0),
    },
  });
}

suite(
  'a dry run',
  (test) => {
    test('tells what would change, and changes nothing', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const before = await widgets.create('a', 3);
      await server.client.create<ConfigMap>(server.ctx, ConfigMap, {
        metadata: { namespace: server.namespace, name: 'settings' },
        data: { size: '2' },
      });
      const sizes: number[] = [];
      const changes: PlannedChange[] = [];
      const unknown: string[] = [];
      await using operator = new Operator(server, widgets, {
        dryRun: (change) => void changes.push(change),
        resources: [
          settings(server),
          disks(sizes),
          { name: 'plain', ensureCreated: async () => void unknown.push('a'), ensureDeleted: async () => {} },
          {
            name: 'careful',
            dryRunnable: true,
            ensureCreated: careful(unknown),
            ensureDeleted: async () => {},
          },
        ],
      });
      await operator.when(() => unknown.length > 0, 'the last resource');
      equal(unknown, ['looks only']);
      const key = `${server.namespace}/a`;
      equal(changes.map(describePlannedChange), [
        `${key}: would update Widget ${key}\n  + metadata.finalizers: ["operatorkit.giantswarm.io/test"]\n`,
        `${key} by settings: would update ConfigMap ${server.namespace}/settings\n  ~ data.size: "2" → "3"\n`,
        `${key} by disk: would update disk\n  + size: 3\n`,
      ]);
      equal(sizes, []);
      equal(await widgets.get('a'), before);
      const ref = { namespace: server.namespace, name: 'settings' };
      equal((await server.client.get<ConfigMap>(server.ctx, ConfigMap, ref)).data, { size: '2' });
      is(server.logger.of('resource is left out of the dry run, since it may change things').length, 1);
    });

    test('refuses a raw write, which may change anything', async (t) => {
      const server = await testServer(t);
      const ctx = dryRun.with(server.ctx);
      dryRun.set(ctx);
      const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
      const error: unknown = await server.client.raw(ctx, { method: 'POST', path }).catch((e: unknown) => e);
      match(String(error), /cannot send a raw POST in a dry run/);
    });
  },
  { timeoutMs: LIMIT_MS },
);

function careful(unknown: string[]): Resource<Widget>['ensureCreated'] {
  return async (ctx) => void unknown.push(dryRun.isSet(ctx) ? 'looks only' : 'acts');
}
