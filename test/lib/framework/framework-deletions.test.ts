import {
  type Context,
  background,
  finalizersKept,
  reconciliationCanceled,
  requeueAfter,
  resourceCanceled,
} from '../../../context/index.ts';
import type { ConfigMap } from '../../../lib/object/kinds.ts';
import { equal, is, match, not } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { FakeCluster, apiError } from './fake-cluster.ts';
import { FINALIZER, Harness } from './harness.ts';

const DELETING = '2026-01-01T00:00:00Z';

function finalizersOf(cluster: FakeCluster, key = 'default/a'): readonly string[] | undefined {
  return cluster.get(key)?.metadata?.finalizers;
}

suite('Framework with its finalizer', (test) => {
  test('adds it with one write before the first resource runs, and reconciles once', async () => {
    let seen: readonly string[] | undefined;
    const created = async (_: Context, obj: ConfigMap): Promise<void> => {
      seen = obj.metadata?.finalizers;
    };
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a', { finalizers: ['other'] });
    await run.settle();
    equal(seen, ['other', FINALIZER]);
    equal(run.cluster.writes, ['patch default/a']);
    equal(run.calls, ['created default/a']);
  });

  test('reconciles a change that arrives while it is added', async () => {
    await using run = await new Harness().boot();
    let interfered = false;
    run.cluster.beforePatch = (key) => {
      if (!interfered) {
        interfered = true;
        run.cluster.change(key, { labels: { by: 'another' } });
      }
    };
    run.cluster.create('a');
    await run.settle();
    equal(finalizersOf(run.cluster), [FINALIZER]);
    equal(run.cluster.get('default/a')?.metadata?.labels, { by: 'another' });
    equal(run.calls, ['created default/a']);
    is(run.cluster.writes.length, 2);
  });

  test('does not add it to an object whose deletion began meanwhile', async () => {
    await using run = await new Harness().boot();
    run.cluster.beforePatch = (key) => {
      run.cluster.beforePatch = () => {};
      run.cluster.change(key, { deletionTimestamp: DELETING });
    };
    run.cluster.create('a', { finalizers: ['other'] });
    await run.settle();
    equal(finalizersOf(run.cluster), ['other']);
    equal(run.calls, []);
    equal(run.logger.of('reconcile failed'), []);
  });

  test('does not add it to an object that is being deleted', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a', { finalizers: ['other'], deletionTimestamp: DELETING });
    await run.settle();
    equal(run.cluster.writes, []);
    equal(run.calls, []);
  });

  test('removes it after the deletion, and runs the deletion once', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a');
    await run.settle();
    run.cluster.delete('default/a');
    await run.clock.advance(100_000);
    is(run.cluster.get('default/a'), undefined);
    equal(run.calls, ['created default/a', 'deleted default/a']);
  });

  test('leaves the finalizers of others alone, and is done although the object stays', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a', { finalizers: ['one', FINALIZER, 'two'] });
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    equal(finalizersOf(run.cluster), ['one', 'two']);
    run.cluster.change('default/a', { labels: { a: 'b' } });
    run.cluster.vanish('default/a');
    await run.settle();
    equal(run.calls, ['created default/a', 'deleted default/a']);
  });

  test('removes it although others moved it in the list meanwhile', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a', { finalizers: ['one', FINALIZER] });
    await run.settle();
    run.cluster.beforePatch = (key) => {
      run.cluster.beforePatch = () => {};
      run.cluster.change(key, { finalizers: [FINALIZER, 'two'] });
    };
    run.cluster.delete('default/a');
    await run.settle();
    equal(finalizersOf(run.cluster), ['two']);
    is(run.calls.filter((call) => call.startsWith('deleted')).length, 1);
  });

  test('takes an object that is gone before its finalizer was removed for done', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    run.cluster.beforePatch = (key) => run.cluster.vanish(key);
    run.cluster.delete('default/a');
    await run.clock.advance(100_000);
    equal(run.calls, ['created default/a', 'deleted default/a']);
    equal(run.logger.of('reconcile failed'), []);
  });

  test('keeps a finalizer whose removal fails, and deletes again', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    run.cluster.refusals.push(apiError(403, 'Forbidden'));
    run.cluster.delete('default/a');
    await run.settle();
    equal(finalizersOf(run.cluster), [FINALIZER]);
    const [line] = run.logger.of('reconcile failed');
    match(String(line?.fields['error']), 'allow the verbs get and patch');
    await run.clock.advance(1000);
    is(run.cluster.get('default/a'), undefined);
  });

  interface Kept {
    readonly deleted: (ctx: Context) => Promise<void>;
    readonly retryAfterMs: number;
    readonly result: string;
  }
  const kept: Readonly<Record<string, Kept>> = {
    'while finalizersKept is set': {
      deleted: async (ctx) => void finalizersKept.set(ctx),
      retryAfterMs: 1000,
      result: 'requeue',
    },
    'when the reconciliation was canceled': {
      deleted: async (ctx) => void reconciliationCanceled.set(ctx),
      retryAfterMs: 1000,
      result: 'requeue',
    },
    'after an error': {
      deleted: async () => {
        throw new Error('not yet');
      },
      retryAfterMs: 1000,
      result: 'error',
    },
    'until the time that the resource asked for': {
      deleted: async (ctx) => {
        finalizersKept.set(ctx);
        requeueAfter.set(ctx, 7000);
      },
      retryAfterMs: 7000,
      result: 'requeue_after',
    },
  };
  for (const [name, { deleted, retryAfterMs, result }] of Object.entries(kept)) {
    test(`keeps it ${name}, and tries again`, async () => {
      let attempts = 0;
      await using run = await new Harness({
        deleted: async (ctx) => {
          attempts += 1;
          if (attempts === 1) await deleted(ctx);
        },
      }).boot();
      run.cluster.create('a', { finalizers: [FINALIZER] });
      await run.settle();
      run.cluster.delete('default/a');
      await run.settle();
      equal(finalizersOf(run.cluster), [FINALIZER]);
      is(await run.metric('controller_runtime_reconcile_total', { result }), 1);
      await run.clock.advance(retryAfterMs - 1);
      is(attempts, 1);
      await run.clock.advance(1);
      is(attempts, 2);
      is(run.cluster.get('default/a'), undefined);
    });
  }

  test('is not kept by a canceled resource', async () => {
    await using run = await new Harness({ deleted: async (ctx) => void resourceCanceled.set(ctx) }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    is(run.cluster.get('default/a'), undefined);
  });

  test('reports an object that is being deleted, carries it, and is handled by nobody', async () => {
    await using run = await new Harness({ handles: () => false }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    await run.clock.advance(1000);
    equal(finalizersOf(run.cluster), [FINALIZER]);
    is(await run.metric('operatorkit_framework_orphaned_finalizer_total'), 2);
    is(run.cluster.events.length, 1);
    const [event] = run.cluster.events;
    equal(
      [event?.reason, event?.type, event?.regarding, event?.eventTime],
      [
        'FinalizerOrphaned',
        'Warning',
        { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', uid: 'uid-1', name: 'a' },
        '2024-01-01T00:00:00.000000Z',
      ],
    );
  });

  test('reports an orphan although the event cannot be written', async () => {
    await using run = await new Harness({ handles: () => false }).boot();
    run.cluster.refusals.push(apiError(403, 'Forbidden'));
    run.cluster.create('a', { finalizers: [FINALIZER], deletionTimestamp: DELETING });
    await run.settle();
    is(run.logger.of('event not written').length, 1);
    is(run.logger.of('reconcile failed').length, 1);
  });

  test('finishes a deletion although someone tears the finalizer off', async () => {
    let attempts = 0;
    const deleted = async (): Promise<void> => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
    };
    await using run = await new Harness({ deleted }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    run.cluster.change('default/a', { finalizers: [] });
    await run.clock.advance(100_000);
    is(run.cluster.get('default/a'), undefined);
    is(attempts, 3);
  });

  test('runs the deletion of an object that vanished while nobody watched', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a');
    await run.settle();
    run.cluster.vanish('default/a');
    await run.settle();
    equal(run.calls, ['created default/a', 'deleted default/a']);
    is(run.cluster.writes.length, 1);
  });
});

suite('Framework.processEvents with a finalizer', (test) => {
  test('runs a deletion once, whatever the last event shows', async () => {
    const cluster = new FakeCluster();
    await using run = new Harness({ cluster });
    const events = cluster.informer.stream(run.stop.signal);
    run.follow(run.framework.processEvents(background().withSignal(run.stop.signal), events));
    cluster.create('a');
    await run.settle();
    equal(finalizersOf(cluster), [FINALIZER]);
    cluster.delete('default/a');
    await run.clock.advance(100_000);
    is(cluster.get('default/a'), undefined);
    equal(
      run.calls.filter((call) => call.startsWith('deleted')),
      ['deleted default/a'],
    );
    equal(run.logger.of('reconcile failed'), []);
  });
});

suite('Framework without a finalizer', (test) => {
  test('deletes an object that is gone, with its last state, until that succeeds', async () => {
    const seen: unknown[] = [];
    let attempts = 0;
    const deleted = async (_: Context, obj: ConfigMap): Promise<void> => {
      attempts += 1;
      seen.push(obj.metadata?.labels);
      if (attempts < 3) throw new Error('not yet');
    };
    await using run = await new Harness({ deleted, finalizer: false, withoutClient: true }).boot();
    run.cluster.create('a', { labels: { last: 'state' } });
    await run.settle();
    run.cluster.delete('default/a');
    await run.clock.advance(100_000);
    equal(
      seen,
      Array.from({ length: 3 }, () => ({ last: 'state' })),
    );
    equal(run.cluster.writes, []);
  });

  for (const [name, mark] of Object.entries({ finalizersKept, reconciliationCanceled })) {
    test(`deletes a gone object again when ${name} is set`, async () => {
      let attempts = 0;
      const deleted = async (ctx: Context): Promise<void> => {
        attempts += 1;
        if (attempts < 2) mark.set(ctx);
      };
      await using run = await new Harness({ deleted, finalizer: false }).boot();
      run.cluster.create('a');
      await run.settle();
      run.cluster.delete('default/a');
      await run.settle();
      is(attempts, 1);
      await run.clock.advance(1000);
      is(attempts, 2);
      await run.clock.advance(100_000);
      is(attempts, 2);
    });
  }

  test('deletes the old object first when a new one has its name', async () => {
    const order: string[] = [];
    let failing = true;
    await using run = await new Harness({
      finalizer: false,
      created: async (_, obj) => void order.push(`created ${obj.metadata?.uid}`),
      deleted: async (_, obj) => {
        order.push(`deleted ${obj.metadata?.uid}`);
        if (failing) throw new Error('not yet');
      },
    }).boot();
    run.cluster.create('a');
    await run.settle();
    run.cluster.delete('default/a');
    run.cluster.create('a');
    await run.settle();
    not(order.includes('created uid-2'));
    failing = false;
    await run.clock.advance(1000);
    equal(order.slice(-2), ['deleted uid-1', 'created uid-2']);
    is(order.filter((step) => step.startsWith('created')).length, 2);
  });

  test('deletes each of several objects that had one name', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    await using run = await new Harness({
      finalizer: false,
      created: async (_, obj) => {
        order.push(`created ${obj.metadata?.uid}`);
        await gate.promise;
      },
      deleted: async (_, obj) => void order.push(`deleted ${obj.metadata?.uid}`),
    }).boot();
    run.cluster.create('a');
    await run.settle();
    for (let i = 0; i < 2; i += 1) {
      run.cluster.delete('default/a');
      run.cluster.create('a');
    }
    gate.resolve();
    await run.settle();
    equal(order, ['created uid-1', 'deleted uid-1', 'deleted uid-2', 'created uid-3']);
  });

  test('runs a deletion that others hold up once', async () => {
    await using run = await new Harness({ finalizer: false }).boot();
    run.cluster.create('a', { finalizers: ['other'] });
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    run.cluster.change('default/a', { labels: { a: 'b' } });
    await run.settle();
    run.cluster.vanish('default/a');
    await run.settle();
    equal(run.calls, ['created default/a', 'deleted default/a']);
  });

  test('releases ours on sight', async () => {
    await using run = await new Harness({ finalizer: false }).boot();
    run.cluster.create('a', { finalizers: ['other', FINALIZER] });
    await run.settle();
    equal(finalizersOf(run.cluster), ['other']);
    equal(run.calls, ['created default/a']);
  });

  test('deletes before it releases an object that is being deleted', async () => {
    await using run = await new Harness({ finalizer: false }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER], deletionTimestamp: DELETING });
    await run.settle();
    equal(run.calls, ['deleted default/a']);
    is(run.cluster.get('default/a'), undefined);
  });

  test('releases ours from an object that nobody handles', async () => {
    await using run = await new Harness({ finalizer: false, handles: () => false }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER], deletionTimestamp: DELETING });
    await run.settle();
    is(run.cluster.get('default/a'), undefined);
    equal(run.calls, []);
  });

  test('fails for an object that carries ours when it has no client', async () => {
    await using run = await new Harness({ finalizer: false, withoutClient: true }).boot();
    run.cluster.create('a', { finalizers: [FINALIZER] });
    await run.settle();
    equal(run.calls, []);
    is(await run.metric('operatorkit_framework_orphaned_finalizer_total'), 1);
    match(String(run.logger.of('reconcile failed')[0]?.fields['error']), 'give FrameworkConfig.client');
  });
});
