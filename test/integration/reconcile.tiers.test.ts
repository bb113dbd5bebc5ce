import { requeueAfter, type Context } from '../../context/index.ts';
import { generationChanged } from '../../lib/framework/intake/predicates.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { Registry } from '../../lib/metrics.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { equal, is, ok, throws } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator, widgetInformer } from './operator.ts';
import { LIMIT_MS, PATIENCE_MS, type Widget, Widgets } from './widget.ts';

suite(
  'Framework on an API server',
  (test) => {
    test('reconciles what was there, what comes, what changes and what goes', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await widgets.create('early', 1);
      const sizes: unknown[] = [];
      await using operator = new Operator(server, widgets, {
        created: async (_, obj) => sizes.push(obj.spec?.size),
        predicates: [generationChanged],
      });
      await operator.until(['created early']);
      await widgets.create('late', 2);
      await operator.until(['created early', 'created late']);
      await widgets.change('late', { spec: { size: 3 } });
      await operator.until(['created early', 'created late', 'created late']);
      await widgets.delete('late');
      await widgets.gone('late');
      equal(operator.calls.slice(3), ['deleted late']);
      equal(sizes, [1, 2, 3]);
    });

    test('runs resources in their order, one after the other, also when it deletes', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const steps: string[] = [];
      const resource = (name: string): Resource<Widget> => {
        const step = async (verb: string, { clock }: Context): Promise<void> => {
          steps.push(`${verb} ${name} begins`);
          await clock.sleep(5);
          steps.push(`${verb} ${name} ends`);
        };
        return {
          name,
          ensureCreated: async (ctx) => await step('create', ctx),
          ensureDeleted: async (ctx) => await step('delete', ctx),
        };
      };
      const resources = ['one', 'two', 'three'].map(resource);
      await using operator = new Operator(server, widgets, { resources, predicates: [generationChanged] });
      await widgets.create('a');
      await operator.when(() => steps.length === 6, 'all resources');
      await widgets.delete('a');
      await widgets.gone('a');
      const names = ['one', 'two', 'three'];
      const both = (verb: string): string[] =>
        names.flatMap((name) => [`${verb} ${name} begins`, `${verb} ${name} ends`]);
      equal(steps, [...both('create'), ...both('delete')]);
    });

    test('tries a failed reconcile again until it works', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      let failures = 3;
      const created = async (): Promise<void> => {
        failures -= 1;
        if (failures >= 0) throw new Error('not yet');
      };
      await using operator = new Operator(server, widgets, { created });
      await widgets.create('a');
      await operator.until(['created a', 'created a', 'created a', 'created a']);
      is(server.logger.of('reconcile failed').length, 3);
      is(await operator.metric('controller_runtime_reconcile_errors_total', { controller: 'test' }), 3);
    });

    test('comes back after the time that a resource asks for', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const times: number[] = [];
      const created = async (ctx: Context): Promise<void> => {
        times.push(ctx.clock.monotonic());
        if (times.length < 3) requeueAfter.set(ctx, 60);
      };
      await using operator = new Operator(server, widgets, { created });
      await widgets.create('a');
      await operator.until(['created a', 'created a', 'created a']);
      const waits = times.slice(1).map((time, i) => time - times[i]!);
      ok(
        waits.every((ms) => ms >= 59),
        `waited ${waits.join(' and ')} ms`,
      );
    });

    test('reconciles everything again from time to time', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await using operator = new Operator(server, widgets, { resyncMs: 50 });
      await widgets.create('a');
      await widgets.create('b');
      const count = (call: string): number => operator.calls.filter((one) => one === call).length;
      await operator.when(() => count('created a') > 2 && count('created b') > 2, 'two resyncs');
    });

    test('leaves out changes that its predicates do not pass', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const options = { predicates: [generationChanged], maxConcurrentReconciles: 1 };
      await using operator = new Operator(server, widgets, options);
      await widgets.create('a');
      await operator.until(['created a']);
      await widgets.change('a', { metadata: { labels: { colour: 'red' } } });
      await widgets.change('a', { status: { size: 7 } }, 'status');
      await operator.barrier();
      await operator.until(['created a']);
      await widgets.change('a', { spec: { size: 2 } });
      await operator.until(['created a', 'created a']);
    });

    test('comes to rest when a resource writes the status of its object', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const created = async (ctx: Context, obj: Widget): Promise<void> => {
        const size = obj.spec?.size;
        if (obj.status?.size === size) return;
        const { name = '', namespace = '' } = obj.metadata ?? {};
        const patch = { type: 'merge', value: { status: { size } } } as const;
        await server.client.patch(ctx, widgets.kind, { name, namespace }, patch, { subresource: 'status' });
      };
      await using operator = new Operator(server, widgets, { created, maxConcurrentReconciles: 1 });
      await widgets.create('a', 4);
      await operator.when(async () => (await widgets.get('a'))?.status?.size === 4, 'the status');
      await operator.barrier();
      const before = operator.calls.filter((call) => call === 'created a').length;
      ok(before <= 2, `reconciled ${before} times`);
      await operator.barrier();
      is(operator.calls.filter((call) => call === 'created a').length, before);
      is((await widgets.get('a'))?.metadata?.generation, 1);
    });

    test('lets a running reconcile end when it is stopped, and begins no other', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const gate = Promise.withResolvers<void>();
      const ends: string[] = [];
      const created = async (_: Context, obj: Widget): Promise<void> => {
        await gate.promise;
        ends.push(obj.metadata?.name ?? '');
      };
      const options = { created, maxConcurrentReconciles: 1, shutdownGraceMs: PATIENCE_MS };
      await using operator = new Operator(server, widgets, options);
      await widgets.create('a');
      await operator.until(['created a']);
      await widgets.create('b');
      const stopped = operator.stop();
      gate.resolve();
      await stopped;
      equal([operator.calls, ends], [['created a'], ['a']]);
    });

    test('tells a running reconcile to end when it has no grace, and counts no failure', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const created = async (ctx: Context): Promise<void> => await ctx.clock.sleep(Infinity, ctx.signal);
      await using operator = new Operator(server, widgets, { created });
      await widgets.create('a');
      await operator.until(['created a']);
      await operator.stop();
      is(await operator.metric('controller_runtime_reconcile_errors_total', { controller: 'test' }), 0);
      equal(server.logger.of('reconcile failed'), []);
    });

    test('shares informer and registry with another framework', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const shared = {
        informer: widgetInformer(server, widgets),
        registry: new Registry(),
        predicates: [generationChanged],
      };
      await using one = new Operator(server, widgets, { ...shared, name: 'one' });
      await using two = new Operator(server, widgets, { ...shared, name: 'two' });
      await widgets.create('a');
      await Promise.all([one.until(['created a']), two.until(['created a'])]);
      equal((await widgets.finalizers('a'))?.toSorted(), [
        'operatorkit.giantswarm.io/one',
        'operatorkit.giantswarm.io/two',
      ]);
      await widgets.delete('a');
      await widgets.gone('a');
      equal(
        [one.calls, two.calls],
        [
          ['created a', 'deleted a'],
          ['created a', 'deleted a'],
        ],
      );
      is(shared.informer.health().lists, 1);
      const counted = async (controller: string): Promise<boolean> =>
        (await one.metric('controller_runtime_reconcile_total', { controller, result: 'success' })) >= 2;
      // The object is gone before the answer tells so, with which the last reconcile ends.
      for (const controller of ['one', 'two'])
        await one.when(async () => await counted(controller), `the reconciles of ${controller}`);
    });

    test('goes on with the informer that another framework no longer runs', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const informer = widgetInformer(server, widgets);
      const one = new Operator(server, widgets, { informer, name: 'one', finalizer: false });
      await using two = new Operator(server, widgets, { informer, name: 'two', finalizer: false });
      await widgets.create('a');
      await Promise.all([one.until(['created a']), two.until(['created a'])]);
      await one.stop();
      ok(informer.health().running);
      await widgets.create('b');
      await two.until(['created a', 'created b']);
      equal(one.calls, ['created a']);
    });

    test('is ready once it works, and not when it is stopped', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await using operator = new Operator(server, widgets);
      const { working } = operator.framework.readyChecks();
      const ready = (): boolean => {
        working?.();
        return true;
      };
      await eventually(ready, (works) => works, { what: 'readiness', deadlineMs: PATIENCE_MS });
      await operator.stop();
      throws(ready, /^cannot work as asked: /);
    });
  },
  { timeoutMs: LIMIT_MS },
);
