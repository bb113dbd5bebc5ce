import type { Context } from '../../context/index.ts';
import { isAlreadyExists } from '../../lib/client/errors.ts';
import { secondaryWatch, toOwner } from '../../lib/framework/intake/secondary-watch.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { equal, is } from '../kit/assert.ts';
import { testServer, type TestServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator } from './operator.ts';
import { LIMIT_MS, type Widget, Widgets } from './widget.ts';

function configMaps({ client, namespace }: TestServer): Informer<ConfigMap> {
  return newInformer<ConfigMap>({ client, kind: ConfigMap, namespace });
}

/** An operator whose widgets own a ConfigMap each, with their size in it. */
function owningOperator(server: TestServer, widgets: Widgets): Operator {
  const informer = configMaps(server);
  const created = async (ctx: Context, obj: Widget): Promise<void> => {
    const wanted = configMapOf(obj, widgets);
    const found = informer.get(`${server.namespace}/${obj.metadata?.name}`);
    if (found?.data?.['size'] === wanted.data?.['size']) return;
    if (found !== undefined) await server.client.update<ConfigMap>(ctx, ConfigMap, wanted);
    else await createUnlessThere(ctx, server, wanted);
  };
  const watch = secondaryWatch({ informer, map: toOwner(widgets.kind) });
  return new Operator(server, widgets, { created, watches: [watch] });
}

/** The cache may be behind what this operator wrote just now. */
async function createUnlessThere(ctx: Context, { client }: TestServer, wanted: ConfigMap): Promise<void> {
  try {
    await client.create(ctx, ConfigMap, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

function configMapOf({ metadata, spec }: Widget, { kind }: Widgets): ConfigMap {
  const { name = '', namespace = '', uid = '' } = metadata ?? {};
  const owner = { apiVersion: kind.apiVersion, kind: kind.kind, name, uid, controller: true };
  return {
    metadata: { name, namespace, ownerReferences: [owner] },
    data: { size: String(spec?.size) },
  };
}

suite(
  'secondaryWatch on an API server',
  (test) => {
    test('makes an owned object again that somebody deleted or changed', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const ref = { namespace: server.namespace, name: 'a' };
      const find = async (): Promise<ConfigMap | undefined> =>
        await server.client.tryGet(server.ctx, ConfigMap, ref);
      await using operator = owningOperator(server, widgets);
      await widgets.create('a', 3);
      await operator.when(async () => (await find()) !== undefined, 'the config map');
      const first = await find();
      await server.client.delete(server.ctx, ConfigMap, ref);
      const again = async (): Promise<boolean> => {
        const uid = (await find())?.metadata?.uid;
        return uid !== undefined && uid !== first?.metadata?.uid;
      };
      await operator.when(again, 'the config map again');
      const patch = { type: 'merge', value: { data: { size: '100' } } } as const;
      await server.client.patch(server.ctx, ConfigMap, ref, patch);
      await operator.when(async () => (await find())?.data?.['size'] === '3', 'its old content');
      await widgets.change('a', { spec: { size: 4 } });
      await operator.when(async () => (await find())?.data?.['size'] === '4', 'its new content');
    });

    test('reconciles the former and the present object that another one refers to', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const target = (map: ConfigMap | undefined): string[] => {
        const name = map?.data?.['widget'];
        return name === undefined ? [] : [`${server.namespace}/${name}`];
      };
      const watch = secondaryWatch({
        informer: configMaps(server),
        map: (old, now) => new Set([...target(old), ...target(now)]),
      });
      const options = { watches: [watch], finalizer: false, maxConcurrentReconciles: 1 };
      await using operator = new Operator(server, widgets, options);
      for (const name of ['a', 'b', 'c']) await widgets.create(name);
      await operator.when(() => operator.calls.length === 3, 'all of them');
      const { namespace } = server;
      const ref = { namespace, name: 'pointer' };
      await server.client.create(server.ctx, ConfigMap, { metadata: ref, data: { widget: 'a' } });
      await operator.when(() => operator.calls.length === 4, 'the reconcile of a');
      const patch = { type: 'merge', value: { data: { widget: 'b' } } } as const;
      await server.client.patch(server.ctx, ConfigMap, ref, patch);
      await operator.when(() => operator.calls.length === 6, 'those of a and b');
      await server.client.delete(server.ctx, ConfigMap, ref);
      await operator.when(() => operator.calls.length === 7, 'that of b');
      equal(operator.calls.slice(3, 4), ['created a']);
      equal(operator.calls.slice(4, 6).toSorted(), ['created a', 'created b']);
      equal(operator.calls.slice(6), ['created b']);
    });

    test('passes only what its predicates pass', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const watch = secondaryWatch({
        informer: configMaps(server),
        map: () => [`${server.namespace}/a`],
        predicates: [({ object }) => object.metadata?.labels?.['wanted'] === 'yes'],
      });
      const options = { watches: [watch], finalizer: false, maxConcurrentReconciles: 1 };
      await using operator = new Operator(server, widgets, options);
      await widgets.create('a');
      await operator.until(['created a']);
      const { namespace } = server;
      const make = async (name: string, wanted: string): Promise<void> => {
        await server.client.create<ConfigMap>(server.ctx, ConfigMap, {
          metadata: { namespace, name, labels: { wanted } },
        });
      };
      await make('unwanted', 'no');
      await make('wanted', 'yes');
      await operator.when(() => operator.calls.length === 2, 'the reconcile');
      await operator.barrier();
      is(operator.calls.length, 2);
    });
  },
  { timeoutMs: LIMIT_MS },
);
