import { type Context, background, requeueAfter } from '../../../context/index.ts';
import { merge } from '../../../lib/framework/intake/event-sources.ts';
import type { InformerEvent } from '../../../lib/informer/informer.ts';
import type { ConfigMap } from '../../../lib/object/kinds.ts';
import { equal, is, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { Harness, type HarnessOptions } from './harness.ts';

function configMap(name: string, resourceVersion: string, metadata: ConfigMap['metadata'] = {}): ConfigMap {
  return { metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion, ...metadata } };
}

/** A harness whose informer has nothing: all objects are handed in. */
async function handing(options: HarnessOptions = {}): Promise<Harness> {
  return await new Harness({ finalizer: false, withoutClient: true, ...options }).boot();
}

suite('Framework.updateFunc and deleteFunc', (test) => {
  test('reconcile what is handed to them, although the informer does not have it', async () => {
    await using run = await handing();
    const { updateFunc, deleteFunc } = run.framework;
    is(updateFunc(undefined, configMap('a', '1')), undefined);
    await run.settle();
    is(deleteFunc(configMap('a', '2')), undefined);
    await run.settle();
    equal(run.calls, ['created default/a', 'deleted default/a']);
  });

  test('take one argument for the object itself', async () => {
    await using run = await handing();
    run.framework.updateFunc(configMap('a', '1'));
    await run.settle();
    equal(run.calls, ['created default/a']);
  });

  test('run the deletion of an object that is being deleted', async () => {
    await using run = await handing();
    run.framework.updateFunc(undefined, configMap('a', '1', { deletionTimestamp: 'now', finalizers: ['x'] }));
    run.framework.deleteFunc(configMap('b', '1', { deletionTimestamp: 'now', finalizers: ['x'] }));
    await run.settle();
    equal(run.calls, ['deleted default/a', 'deleted default/b']);
  });

  test('keep the latest version of what is handed in while the key waits', async () => {
    const seen: (string | undefined)[] = [];
    const gate = Promise.withResolvers<void>();
    await using run = await handing({
      created: async (_, obj) => {
        seen.push(obj.metadata?.resourceVersion);
        await gate.promise;
      },
    });
    for (const version of ['9', '11', '10']) run.framework.updateFunc(undefined, configMap('a', version));
    await run.settle();
    for (const version of ['13', '12']) run.framework.updateFunc(undefined, configMap('a', version));
    gate.resolve();
    await run.settle();
    equal(seen, ['11', '13']);
  });

  test('keep an object while it is retried or requeued, and no longer', async () => {
    let calls = 0;
    await using run = await handing({
      created: async (ctx) => {
        calls += 1;
        if (calls === 1) throw new Error('not yet');
        if (calls === 2) requeueAfter.set(ctx, 5000);
      },
    });
    run.framework.updateFunc(undefined, configMap('a', '1'));
    await run.clock.advance(1000);
    await run.clock.advance(5000);
    is(calls, 3);
    run.framework.trigger('default/a');
    await run.settle();
    is(calls, 3);
  });

  test('prefer the newer of what was handed in and what the informer has', async () => {
    const seen: (string | undefined)[] = [];
    await using run = await handing({
      created: async (_, obj) => void seen.push(obj.metadata?.resourceVersion),
    });
    run.cluster.informer.store.set('default/a', configMap('a', '5'));
    run.framework.updateFunc(undefined, configMap('a', '4'));
    await run.settle();
    run.framework.updateFunc(undefined, configMap('a', '6'));
    await run.settle();
    equal(seen, ['5', '6']);
  });

  test('forget an object that is gone', async () => {
    await using run = await handing();
    run.framework.updateFunc(undefined, configMap('a', '1'));
    run.framework.deleteFunc(configMap('a', '2'));
    await run.settle();
    equal(run.calls, ['deleted default/a']);
  });

  test('pass an unchanged version for a resync, whatever predicates say', async () => {
    await using run = await handing({ predicates: [({ old }) => old === undefined] });
    run.framework.updateFunc(configMap('a', '1'), configMap('a', '2'));
    await run.settle();
    equal(run.calls, []);
    run.framework.updateFunc(configMap('a', '2'), configMap('a', '2'));
    await run.settle();
    equal(run.calls, ['created default/a']);
  });

  const nonsense: readonly unknown[] = [undefined, null, 'text', 7, {}, { metadata: null }, []];
  test('never throw, whatever they are given', async () => {
    await using run = await handing();
    const { updateFunc, deleteFunc } = run.framework as unknown as Record<
      string,
      (...args: unknown[]) => void
    >;
    for (const value of nonsense) {
      updateFunc!(value, value);
      updateFunc!(value);
      deleteFunc!(value);
    }
    await run.settle();
    equal(run.calls, []);
    is(run.logger.of('event not taken').length, nonsense.length * 3);
  });

  test('queue before the framework runs, and are harmless when it has ended', async () => {
    const run = new Harness({ finalizer: false, withoutClient: true });
    run.framework.updateFunc(undefined, configMap('a', '1'));
    await run.boot();
    equal(run.calls, ['created default/a']);
    await run[Symbol.asyncDispose]();
    run.framework.updateFunc(undefined, configMap('a', '2'));
    run.framework.deleteFunc(configMap('a', '2'));
    run.framework.trigger('default/a');
    equal(run.calls, ['created default/a']);
  });
});

suite('Framework.processEvents', (test) => {
  async function processing(
    events: AsyncIterable<InformerEvent<ConfigMap>>,
    options: HarnessOptions = {},
  ): Promise<Harness> {
    const run = new Harness({ finalizer: false, withoutClient: true, ...options });
    const ctx: Context = background().withSignal(run.stop.signal);
    run.follow(run.framework.processEvents(ctx, events));
    await run.settle();
    return run;
  }

  test('reconciles the objects of three streams', async () => {
    await using run = await processing(
      merge({
        deletes: listed(configMap('a', '2')),
        updates: listed(configMap('b', '1'), configMap('c', '1')),
        errors: listed(new Error('lost')),
      }),
    );
    equal(run.calls.toSorted(), ['created default/b', 'created default/c', 'deleted default/a']);
    is(await run.metric('operatorkit_framework_event_error_total'), 1);
    is(run.cluster.informer.runs, 0);
    is(run.ended, undefined);
  });

  test('goes on after the end of the stream', async () => {
    await using run = await processing(merge({}));
    run.framework.updateFunc(undefined, configMap('a', '1'));
    await run.settle();
    equal(run.calls, ['created default/a']);
    run.framework.healthChecks()['events']!();
  });

  test('goes on after a stream that broke, and says so', async () => {
    const broken: AsyncIterable<InformerEvent<ConfigMap>> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          throw new Error('broken pipe');
        },
      }),
    };
    await using run = await processing(broken);
    run.framework.updateFunc(undefined, configMap('a', '1'));
    await run.settle();
    equal(run.calls, ['created default/a']);
    throws(() => run.framework.healthChecks()['events']!(), /broken pipe/);
  });

  test('ends although the stream says nothing', async () => {
    const silent: AsyncIterable<InformerEvent<ConfigMap>> = {
      [Symbol.asyncIterator]: () => ({ next: async () => await new Promise(() => {}) }),
    };
    const run = await processing(silent);
    run.stop.abort(new Error('bye'));
    await run.settle();
    equal(run.ended, {});
  });

  test('does not run after boot', async ({ ctx }) => {
    await using run = await handing();
    await rejects(run.framework.processEvents(ctx, merge<ConfigMap>({})), /twice/);
  });
});

async function* listed<V>(...values: readonly V[]): AsyncGenerator<V> {
  yield* values;
}
