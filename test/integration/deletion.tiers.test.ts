import { type Context, finalizersKept, reconciliationCanceled } from '../../context/index.ts';
import { errorMessage } from '../../lib/errors.ts';
import { generationChanged } from '../../lib/framework/intake/predicates.ts';
import { Event } from '../../lib/object/kinds.ts';
import { equal, is, match, ok } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator } from './operator.ts';
import { LIMIT_MS, type Widget, Widgets } from './widget.ts';

const FINALIZER = 'operatorkit.giantswarm.io/test';
const FOREIGN = 'example.com/foreign';

/** What keeps an object the first two times, by how a resource says so. */
const KEEPS: Readonly<Record<string, (ctx: Context) => void>> = {
  'a resource keeps the finalizers': (ctx) => void finalizersKept.set(ctx),
  'the reconciliation is canceled': (ctx) => void reconciliationCanceled.set(ctx),
  'a resource fails': () => {
    throw new Error('not yet');
  },
};

suite(
  'Framework and deletions on an API server',
  (test) => {
    test('guards an object before its first resource runs, and releases it after the last', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const seen: unknown[] = [];
      const look = async (_: Context, obj: Widget): Promise<void> => {
        seen.push([obj.metadata?.finalizers, await widgets.finalizers(obj.metadata?.name ?? '')]);
      };
      await using operator = new Operator(server, widgets, { created: look, deleted: look });
      await widgets.create('a');
      await operator.until(['created a']);
      await widgets.delete('a');
      await widgets.gone('a');
      equal(operator.calls, ['created a', 'deleted a']);
      equal(
        seen,
        Array.from({ length: 2 }, () => [[FINALIZER], [FINALIZER]]),
      );
    });

    for (const [why, keep] of Object.entries(KEEPS)) {
      test(`keeps an object as long as ${why}`, async (t) => {
        const server = await testServer(t);
        const widgets = await Widgets.on(server);
        let left = 2;
        const kept: unknown[] = [];
        const deleted = async (ctx: Context): Promise<void> => {
          kept.push(await widgets.finalizers('a'));
          left -= 1;
          if (left >= 0) keep(ctx);
        };
        await using operator = new Operator(server, widgets, { deleted });
        await widgets.create('a');
        await operator.until(['created a']);
        await widgets.delete('a');
        await widgets.gone('a');
        equal(operator.calls, ['created a', 'deleted a', 'deleted a', 'deleted a']);
        equal(kept, [[FINALIZER], [FINALIZER], [FINALIZER]]);
      });
    }

    test('leaves the finalizers of others alone', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const options = { predicates: [generationChanged], maxConcurrentReconciles: 1 };
      await using operator = new Operator(server, widgets, options);
      await widgets.create('a', 1, { finalizers: [FOREIGN] });
      await operator.until(['created a']);
      equal(await widgets.finalizers('a'), [FOREIGN, FINALIZER]);
      await widgets.delete('a');
      await operator.until(['created a', 'deleted a']);
      await operator.barrier();
      equal(await widgets.finalizers('a'), [FOREIGN]);
      await widgets.change('a', { metadata: { finalizers: null } });
      await widgets.gone('a');
      await operator.barrier();
      equal(operator.calls, ['created a', 'deleted a']);
    });

    test('deletes what was deleted while nobody ran', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const before = new Operator(server, widgets);
      await widgets.create('a');
      await before.until(['created a']);
      await before.stop();
      await widgets.delete('a');
      equal(await widgets.finalizers('a'), [FINALIZER]);
      await using after = new Operator(server, widgets);
      await widgets.gone('a');
      equal(after.calls, ['deleted a']);
    });

    test('completes a deletion in whose midst the process ended', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const deleted = async (ctx: Context): Promise<void> => await ctx.clock.sleep(Infinity, ctx.signal);
      const before = new Operator(server, widgets, { deleted });
      await widgets.create('a');
      await before.until(['created a']);
      await widgets.delete('a');
      await before.until(['created a', 'deleted a']);
      await before.stop();
      equal(await widgets.finalizers('a'), [FINALIZER]);
      await using after = new Operator(server, widgets);
      await widgets.gone('a');
      equal(after.calls, ['deleted a']);
    });

    test('deletes the old object before it reconciles a new one of its name', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const steps: string[] = [];
      const gate = Promise.withResolvers<void>();
      await using operator = new Operator(server, widgets, {
        finalizer: false,
        created: async (_, obj) => steps.push(`created ${obj.metadata?.uid}`),
        deleted: async (_, obj) => {
          await gate.promise;
          steps.push(`deleted ${obj.metadata?.uid}`);
        },
      });
      const old = await widgets.create('a');
      await operator.until(['created a']);
      await widgets.delete('a');
      await operator.until(['created a', 'deleted a']);
      const now = await widgets.create('a');
      await operator.barrier();
      gate.resolve();
      await operator.when(() => steps.includes(`created ${now.metadata?.uid}`), 'the new object');
      // The event that told of the new object may reconcile it once more.
      const uids = [old.metadata?.uid, now.metadata?.uid];
      const ofThese = steps.filter((step) => uids.some((uid) => step.endsWith(` ${uid}`)));
      equal([...new Set(ofThese)], [`created ${uids[0]}`, `deleted ${uids[0]}`, `created ${uids[1]}`]);
    });

    test('runs the deletion of an object whose finalizers were torn off', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      let failing = true;
      const deleted = async (): Promise<void> => {
        if (failing) throw new Error('not yet');
      };
      await using operator = new Operator(server, widgets, { deleted });
      await widgets.create('a');
      await operator.until(['created a']);
      await widgets.delete('a');
      await operator.when(() => operator.calls.includes('deleted a'), 'an attempt');
      await widgets.change('a', { metadata: { finalizers: null } });
      await widgets.gone('a');
      failing = false;
      const done = async (): Promise<boolean> =>
        (await operator.metric('controller_runtime_reconcile_total', { result: 'success' })) >= 2;
      await operator.when(done, 'the deletion');
      is(operator.calls.at(-1), 'deleted a');
    });

    test('reports an object that waits for our finalizer and that nothing handles', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await using operator = new Operator(server, widgets, { handles: () => false });
      await widgets.create('a', 1, { finalizers: [FINALIZER] });
      await widgets.delete('a');
      const events = async (): Promise<readonly Event[]> => {
        const all = await server.client.listAll(server.ctx, Event, { namespace: server.namespace });
        return all.filter(({ reason }) => reason === 'FinalizerOrphaned');
      };
      await operator.when(async () => (await events()).length > 0, 'the event');
      const retried = (): boolean => server.logger.of('reconcile failed').length > 2;
      await operator.when(retried, 'retries');
      const [event, ...others] = await events();
      equal(others, []);
      equal([event?.type, event?.regarding?.kind, event?.regarding?.name], ['Warning', 'Widget', 'a']);
      match(event?.note ?? '', `Deletion waits for finalizer ${FINALIZER}, but no resource set`);
      const [line] = server.logger.of('reconcile failed');
      match(errorMessage(line?.fields['error']), /^cannot delete object .*\/a: it carries finalizer/);
      ok((await operator.metric('operatorkit_framework_orphaned_finalizer_total')) >= 1);
      equal(await widgets.finalizers('a'), [FINALIZER]);
    });

    test('releases objects of before when finalizers are switched off', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await widgets.create('handled', 1, { finalizers: [FINALIZER, FOREIGN] });
      await widgets.create('unhandled', 1, { finalizers: [FINALIZER, FOREIGN] });
      await using operator = new Operator(server, widgets, {
        finalizer: false,
        handles: (obj) => obj.metadata?.name !== 'unhandled',
      });
      for (const name of ['handled', 'unhandled'])
        await operator.when(
          async () => (await widgets.finalizers(name))?.length === 1,
          `the release of ${name}`,
        );
      equal(await widgets.finalizers('handled'), [FOREIGN]);
      equal(await widgets.finalizers('unhandled'), [FOREIGN]);
      await operator.when(() => operator.calls.includes('created handled'), 'the reconcile');
    });

    test('does not touch objects that no set handles', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const handles = (obj: Widget): boolean => obj.metadata?.name !== 'foreign';
      await using operator = new Operator(server, widgets, { handles, maxConcurrentReconciles: 1 });
      const created = await widgets.create('foreign');
      await operator.barrier();
      is((await widgets.get('foreign'))?.metadata?.resourceVersion, created.metadata?.resourceVersion);
      await widgets.delete('foreign');
      await widgets.gone('foreign');
      equal(operator.calls, []);
    });
  },
  { timeoutMs: LIMIT_MS },
);
