import type { Client } from '../../../lib/client/client.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import type { Transport } from '../../../lib/client/transport.ts';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { ownedObjects, type OwnedObjectsResource } from '../../../resource/k8s/owned-objects.ts';
import type { OwnedObjectsOptions } from '../../../resource/k8s/owned-objects-options.ts';
import { withMetrics } from '../../../resource/metrics/with-metrics.ts';
import { withRetry } from '../../../resource/retry/with-retry.ts';
import { Registry } from '../../../lib/metrics.ts';
import { Operator, type OperatorOptions } from '../../integration/operator.ts';
import { LIMIT_MS, type Widget, Widgets } from '../../integration/widget.ts';
import { equal, is, ok } from '../../kit/assert.ts';
import { testServer, type TestServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';

/** Counts the writes. */
function counting(transport: Transport, counts: { writes: number }): Client {
  return newClient({
    transport: {
      host: transport.host,
      send: async (request) => {
        if (request.method !== 'GET') counts.writes += 1;
        return await transport.send(request);
      },
      close: async () => {},
    },
  });
}

type Options = Partial<OwnedObjectsOptions<Widget, ConfigMap>>;

class Play {
  readonly counts = { writes: 0 };
  readonly server: TestServer;
  readonly widgets: Widgets;
  readonly resource: OwnedObjectsResource<Widget>;

  constructor(server: TestServer, widgets: Widgets, options: Options = {}) {
    this.server = server;
    this.widgets = widgets;
    this.resource = ownedObjects<Widget, ConfigMap>({
      name: 'maps',
      client: counting(server.client.transport, this.counts),
      owner: widgets.kind,
      kinds: [ConfigMap],
      namespace: server.namespace,
      desired: (_, { metadata, spec }) =>
        Array.from({ length: spec?.size ?? 0 }, (_one, index) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: `${metadata?.name}-${index}` },
          data: { size: String(spec?.size) },
        })),
      ...options,
    });
  }

  operator(options: OperatorOptions = {}): Operator {
    return new Operator(this.server, this.widgets, { resources: [this.resource], ...options });
  }

  async maps(): Promise<Record<string, string | undefined>> {
    const { client, ctx, namespace } = this.server;
    const all = await client.listAll(ctx, ConfigMap, { namespace });
    const ours = all.filter(({ metadata }) => metadata?.name !== 'kube-root-ca.crt');
    return Object.fromEntries(ours.map(({ metadata, data }) => [metadata?.name ?? '', data?.['size']]));
  }

  /** Waits until the server has these. */
  async until(operator: Operator, want: Readonly<Record<string, string>>): Promise<void> {
    const text = JSON.stringify(want);
    await operator.when(async () => JSON.stringify(await this.maps()) === text, text);
  }
}

async function play(server: TestServer, options: Options = {}): Promise<Play> {
  return new Play(server, await Widgets.on(server), options);
}

suite(
  'ownedObjects in a framework, on an API server',
  (test) => {
    test('makes, changes and deletes with the owner, and brings back what others spoil', async (t) => {
      const scene = await play(await testServer(t), { force: true });
      const { server, widgets } = scene;
      await using operator = scene.operator();
      await widgets.create('w', 2);
      await scene.until(operator, { 'w-0': '2', 'w-1': '2' });
      await widgets.change('w', { spec: { size: 1 } });
      await scene.until(operator, { 'w-0': '1' });
      const ref = { name: 'w-0', namespace: server.namespace };
      const patch = { type: 'merge', value: { data: { size: 'spoilt' } } } as const;
      await server.client.patch(server.ctx, ConfigMap, ref, patch);
      await scene.until(operator, { 'w-0': '1' });
      await server.client.delete(server.ctx, ConfigMap, ref);
      await scene.until(operator, { 'w-0': '1' });
      await widgets.delete('w');
      await widgets.gone('w');
      // The real collector looks for new kinds every half a minute only.
      if (server.inProcess !== undefined) await scene.until(operator, {});
    });

    test('writes no more than it must: one apply for each object of many owners', async (t) => {
      const scene = await play(await testServer(t));
      await using operator = scene.operator({ resyncMs: 50 });
      const names = Array.from({ length: 20 }, (_, index) => `w${String(index).padStart(2, '0')}`);
      for (const name of names) await scene.widgets.create(name, 2);
      const want = names.flatMap((name) => [`${name}-0`, `${name}-1`]).map((name) => [name, '2'] as const);
      await scene.until(operator, Object.fromEntries(want));
      const done = async (): Promise<number> =>
        await operator.metric('controller_runtime_reconcile_total', { result: 'success' });
      const before = await done();
      await operator.when(async () => (await done()) > before + 40, 'resyncs');
      is(scene.counts.writes, 40);
    });

    test('makes what another process left to be made, without writing what it made', async (t) => {
      const server = await testServer(t);
      const first = await play(server);
      const before = first.operator();
      await first.widgets.create('w', 2);
      await first.until(before, { 'w-0': '2', 'w-1': '2' });
      await before.stop();
      await server.client.delete(server.ctx, ConfigMap, { name: 'w-1', namespace: server.namespace });
      const second = await play(server);
      await using after = second.operator();
      await second.until(after, { 'w-0': '2', 'w-1': '2' });
      is(second.counts.writes, 1);
    });

    test('keeps an owner until what it deletes by itself is gone', async (t) => {
      const scene = await play(await testServer(t), { ownerReference: 'none' });
      const { server, widgets } = scene;
      await using operator = scene.operator();
      await widgets.create('w', 2);
      await scene.until(operator, { 'w-0': '2', 'w-1': '2' });
      const ref = { name: 'w-0', namespace: server.namespace };
      const hold = async (finalizers: readonly string[] | null): Promise<void> => {
        const patch = { type: 'merge', value: { metadata: { finalizers } } } as const;
        await server.client.patch(server.ctx, ConfigMap, ref, patch);
      };
      await hold(['example.com/wait']);
      await widgets.delete('w');
      await scene.until(operator, { 'w-0': '2' });
      ok(await widgets.get('w'));
      await hold(null);
      await widgets.gone('w');
      equal(await scene.maps(), {});
    });

    test('works inside of wrappers', async (t) => {
      const server = await testServer(t);
      const scene = await play(server);
      const registry = new Registry();
      const resources = withMetrics(withRetry([scene.resource]), { service: 'test', registry });
      await using operator = scene.operator({ resources });
      await scene.widgets.create('w', 1);
      await scene.until(operator, { 'w-0': '1' });
      await server.client.delete(server.ctx, ConfigMap, { name: 'w-0', namespace: server.namespace });
      await scene.until(operator, { 'w-0': '1' });
      const text = await registry.getSingleMetricAsString('operatorkit_framework_operation_total');
      ok(text.includes('operation="ApplyCreateChange"'));
    });
  },
  { timeoutMs: LIMIT_MS },
);
