import { KubeConfig } from '@kubernetes/client-node';
import { greeting, newGreeter } from '../../examples/client-node-informer/greeter.ts';
import { newGreeterFramework } from '../../examples/client-node-informer/framework.ts';
import { startApiServer } from '../../lib/apiserver/server.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { newTestClient } from '../../lib/testing/test-client.ts';
import { equal, match } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite(
  'newGreeter',
  (test) => {
    test('runs processUpdate and processDelete under client-node’s informer', async (t) => {
      await using server = await startApiServer();
      await using client = newTestClient(server);
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromString(server.kubeconfig());
      const said: string[] = [];
      const informer = newGreeter(t.ctx, kubeConfig, [greeting((text) => said.push(text))]);
      await informer.start();
      t.defer(async () => await informer.stop());
      const heard = async (texts: readonly string[]): Promise<unknown> =>
        await eventually(
          () => said,
          () => said.length === texts.length,
          { signal: t.signal, deadlineMs: 10_000 },
        ).then(() => equal(said, texts));

      const metadata = { name: 'world', namespace: 'default', labels: { greet: 'yes' } };
      await client.create(t.ctx, ConfigMap, { metadata, data: { text: 'first' } });
      await heard(['hello world, first']);
      const value = { data: { text: 'second' } };
      await client.patch(t.ctx, ConfigMap, metadata, { type: 'merge', value });
      await heard(['hello world, first', 'hello world, second']);
      await client.delete(t.ctx, ConfigMap, metadata);
      await heard(['hello world, first', 'hello world, second', 'goodbye world']);
    });

    test('feeds a Framework, which adds a finalizer and runs the deletion before the object goes', async (t) => {
      await using server = await startApiServer();
      await using client = newTestClient(server);
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromString(server.kubeconfig());
      const said: string[] = [];
      const resource: Resource<ConfigMap> = {
        name: 'greeting',
        ensureCreated: async (_ctx, obj) => void said.push(`hello ${obj.metadata?.name}`),
        ensureDeleted: async (_ctx, obj) => void said.push(`goodbye ${obj.metadata?.deletionTimestamp}`),
      };
      const options = { kubeConfig, client, logger: t.ctx.logger, resources: [resource] };
      const framework = newGreeterFramework(options);
      const stop = new AbortController();
      const running = framework.boot(stop.signal);
      await framework.whenReady(t.ctx);

      const metadata = { name: 'world', namespace: 'default', labels: { greet: 'yes' } };
      await client.create<ConfigMap>(t.ctx, ConfigMap, { metadata });
      const read = async (): Promise<ConfigMap | undefined> =>
        await client.tryGet(t.ctx, ConfigMap, metadata);
      const wait = { signal: t.signal, deadlineMs: 10_000 };
      await eventually(
        () => said,
        ([hello]) => hello === 'hello world',
        wait,
      );
      const found = await read();
      equal(found?.metadata?.finalizers, ['operatorkit.giantswarm.io/greeter']);
      await client.delete(t.ctx, ConfigMap, metadata);
      await eventually(read, (obj) => obj === undefined, wait);
      match(said.at(-1) ?? '', /^goodbye \d{4}-\d\d-\d\dT/);
      stop.abort();
      await running;
    });
  },
  { timeoutMs: 20_000 },
);
