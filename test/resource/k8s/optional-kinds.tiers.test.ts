import { silentLogger } from '../../../context/index.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import { errorMessage } from '../../../lib/errors.ts';
import { ensureCrd } from '../../../lib/framework/crd/crd.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { ConfigMap, CustomResourceDefinition } from '../../../lib/object/kinds.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { OptionalInformer } from '../../../resource/k8s/optional-informer.ts';
import { ownedObjects } from '../../../resource/k8s/owned-objects.ts';
import { newGroup, widgetCrd, widgetKind } from '../../integration/widget.ts';
import { equal, is, match, ok, rejects } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import { map, PATIENCE_MS, Stage } from './stage.ts';

suite(
  'ownedObjects of kinds that may be absent, on an API server',
  (test) => {
    test('works without them, says what is missing, and makes them once they are there', async (t) => {
      const server = await testServer(t);
      const { client, ctx, namespace } = server;
      const group = newGroup();
      const kind = widgetKind(group);
      const kinds = [{ kind, optional: true, lookEveryMs: 20 }, ConfigMap] as const;
      const stage = await Stage.on(t, { kinds }, 'owner', server);
      const widget = {
        apiVersion: kind.apiVersion,
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { size: 1 },
      };

      await stage.reconcile([map('a')]);
      equal((await stage.get(ConfigMap, 'a')).data, { a: '1' });
      const error = await rejects(stage.reconcile([map('b'), widget, map('c')]));
      is(
        errorMessage(error),
        `cannot apply Widget ${namespace}/w: the API server does not serve Widget of ${group}/v1; install its CustomResourceDefinition, widgets.${group}`,
      );
      ok(await stage.find(ConfigMap, 'b'));
      is(await stage.find(ConfigMap, 'c'), undefined);
      const [watch] = stage.resource.watches;
      const { synced, running, error: failure, silentMs } = watch!.informer.health();
      equal([synced, running, failure, silentMs], [true, true, undefined, undefined]);
      stage.requests();

      await ensureCrd(ctx, client, widgetCrd(group), { pollMs: 20 });
      t.defer(async () => {
        const left = await client.tryGet(
          ctx.withSignal(new AbortController().signal),
          CustomResourceDefinition,
          {
            name: `widgets.${group}`,
          },
        );
        if (left && server.inProcess === undefined)
          await client.delete(ctx, CustomResourceDefinition, { name: `widgets.${group}` });
      });
      await eventually(
        () => watch!.informer.health().lists,
        (lists) => lists > 0,
        { what: 'the informer of widgets', deadlineMs: PATIENCE_MS },
      );
      await stage.reconcile();
      is((await stage.get(kind, 'w')).spec?.size, 1);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);

      await client.delete(ctx, CustomResourceDefinition, { name: `widgets.${group}` });
      await eventually(
        async () => errorMessage(await rejects(stage.reconcile())),
        (message) => message.includes('install its CustomResourceDefinition'),
        { what: 'the end of the kind', deadlineMs: PATIENCE_MS },
      );
      is(watch!.informer.health().synced, true);
      stage.requests();
      equal(await stage.reconcile([map('b')]), ['DELETE configmaps/c']);
    });

    test('keeps waiting where nobody can say whether a kind is there', async (t) => {
      const { ctx, client, inProcess } = await testServer(t);
      if (inProcess === undefined) return;
      const kind = widgetKind(newGroup());
      const failing = newClient({
        transport: {
          ...client.transport,
          host: 'h',
          send: () => Promise.reject(new Error('away')),
          close: async () => {},
        },
      });
      const inner = newInformer({ client: failing, kind });
      const informer = new OptionalInformer({ client: failing, informer: inner, lookEveryMs: 5 });
      const run = informer.run(ctx.withLogger(silentLogger));
      t.defer(() => run);
      is(informer.isAbsent, false);
      is(informer.health().synced, false);
      const signal = AbortSignal.timeout(50);
      match(errorMessage(await rejects(informer.whenSynced(ctx.withSignal(signal)))), 'timeout');
    });

    test('does not read where nobody runs its informers', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const options = { name: 'idle', client, owner: ConfigMap, kinds: [ConfigMap], desired: () => [] };
      const owner: ConfigMap = { metadata: { name: 'o', namespace, uid: 'u' } };
      is(
        errorMessage(await rejects(ownedObjects(options).ensureCreated(ctx, owner))),
        `cannot read ConfigMap of v1 of resource idle: its informer does not run; give the resource's watches to a framework, or run their informers`,
      );
    });
  },
  { timeoutMs: PATIENCE_MS + 10_000 },
);
