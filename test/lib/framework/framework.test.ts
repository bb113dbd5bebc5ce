import { type Context, requeueAfter, silentLogger, updateAllowed } from '../../../context/index.ts';
import { TerminalError } from '../../../lib/errors.ts';
import { generationChanged } from '../../../lib/framework/intake/predicates.ts';
import { equal, is, match, ok, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { FakeCluster, FakeInformer } from './fake-cluster.ts';
import { randomNumbers } from '../queue/random-numbers.ts';
import { Harness } from './harness.ts';
import type { EventRecorder } from '../../../lib/events/event-recorder.ts';
import type { ConfigMap } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { ResourceRouter } from '../../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../../lib/framework/resources/resource-set.ts';

suite('Framework', (test) => {
  test('reconciles what is there and what comes', async () => {
    const cluster = new FakeCluster();
    cluster.create('a');
    await using run = await new Harness({ cluster }).boot();
    equal(run.calls, ['created default/a']);
    cluster.create('b');
    await run.settle();
    equal(run.calls, ['created default/a', 'created default/b']);
  });

  test('waits for the informer before it reconciles', async () => {
    const cluster = new FakeCluster();
    const informer = new FakeInformer<ConfigMap>({ synced: false });
    await using run = await new Harness({ cluster, informer }).boot();
    informer.changed(cluster.create('a'), true);
    await run.settle();
    equal(run.calls, []);
    throws(() => run.framework.readyChecks()['working']!(), /informers are not synced: main/);
    informer.sync();
    await run.settle();
    equal(run.calls, ['created default/a']);
    run.framework.readyChecks()['working']!();
  });

  test('runs an object that changes meanwhile afterwards, never twice at once', async () => {
    const gate = Promise.withResolvers<void>();
    await using run = await new Harness({ created: async () => await gate.promise }).boot();
    run.cluster.create('a');
    await run.settle();
    run.cluster.change('default/a', { labels: { step: '2' } });
    run.cluster.change('default/a', { labels: { step: '3' } });
    await run.settle();
    equal(run.calls, ['created default/a']);
    gate.resolve();
    await run.settle();
    equal(run.calls, ['created default/a', 'created default/a']);
  });

  test('tries a failed object again with backoff, others at once', async () => {
    let failures = 2;
    const created = async (_: Context, obj: ConfigMap): Promise<void> => {
      if (obj.metadata?.name === 'a' && failures-- > 0) throw new Error('not yet');
    };
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a');
    run.cluster.create('b');
    await run.settle();
    equal(run.calls, ['created default/a', 'created default/b']);
    await run.clock.advance(1000);
    await run.clock.advance(1000);
    await run.clock.advance(10_000);
    equal(run.calls.slice(2), ['created default/a', 'created default/a']);
    equal(
      run.logger
        .of('reconcile failed')
        .map(({ fields }) => [fields['object'], fields['resource'], fields['retries']]),
      [
        ['default/a', 'recorder', 0],
        ['default/a', 'recorder', 1],
      ],
    );
    is(await run.metric('controller_runtime_reconcile_errors_total'), 2);
    is(await run.metric('controller_runtime_reconcile_total', { result: 'error' }), 2);
    is(await run.metric('controller_runtime_reconcile_total', { result: 'success' }), 2);
  });

  test('never falls behind what the reconcile before it saw, however late the informer is', async () => {
    const seen: unknown[] = [];
    await using run = await new Harness({
      created: async (_ctx, { metadata }) => {
        seen.push(metadata?.resourceVersion);
        if (seen.length === 1) throw new Error('not yet');
      },
    }).boot();
    const { metadata } = run.cluster.create('a');
    run.cluster.informer.lags = true;
    await run.settle();
    await run.clock.advance(1000);
    equal(metadata?.resourceVersion, '1');
    equal(seen, ['2', '2']);
    equal(run.cluster.writes, ['patch default/a']);
  });

  test('tells of an error with a kind and a description in an event about the object', async () => {
    const told: unknown[] = [];
    const failures = [
      Object.assign(new Error('boom'), { kind: 'QuotaError', description: 'no more machines' }),
      new Error('nothing for people'),
    ];
    const recorder = {
      record: (obj: KubernetesObject, event: object) => {
        told.push([obj.metadata?.name, event]);
        throw new Error('the recorder itself is broken');
      },
    } as unknown as EventRecorder;
    await using run = await new Harness({
      recorder,
      created: async () => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
      },
    }).boot();
    run.cluster.create('a');
    await run.clock.advance(2000);
    const event = { type: 'Warning', reason: 'QuotaError', note: 'no more machines', action: 'Reconcile' };
    equal(told, [['a', event]]);
    equal(failures, []);
  });

  test('does not retry a terminal error', async () => {
    const created = async (): Promise<void> => {
      throw new Error('outer', { cause: new TerminalError('the spec is wrong') });
    };
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a');
    await run.clock.advance(100_000);
    is(run.calls.length, 1);
    run.cluster.change('default/a');
    await run.settle();
    is(run.calls.length, 2);
    is(await run.metric('controller_runtime_terminal_reconcile_errors_total'), 2);
  });

  const thrown: Readonly<Record<string, () => Promise<void>>> = {
    'a synchronous error': () => {
      throw new Error('boom');
    },
    'a rejection': async () => {
      throw new Error('boom');
    },
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    null: async () => await Promise.reject(null),
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    undefined: async () => await Promise.reject(undefined),
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    'a string': async () => await Promise.reject('boom'),
    'a frozen object': async () => {
      throw Object.freeze({ cause: 1 }) as unknown as Error;
    },
    'an error with a cause that is itself': async () => {
      const error = new Error('loop');
      error.cause = error;
      throw error;
    },
  };
  for (const [name, created] of Object.entries(thrown)) {
    test(`survives ${name} from a resource and tries again`, async () => {
      await using run = await new Harness({ created }).boot();
      run.cluster.create('a');
      await run.settle();
      await run.clock.advance(1000);
      equal(run.calls, ['created default/a', 'created default/a']);
      is(run.ended, undefined);
    });
  }

  test('takes a resource that returns nothing for done', async () => {
    const created = (() => undefined) as unknown as () => Promise<void>;
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a');
    await run.clock.advance(60_000);
    equal(run.calls, ['created default/a']);
  });

  test('fails a reconcile at its time limit and keeps the key locked until it has ended', async () => {
    const gate = Promise.withResolvers<void>();
    await using run = await new Harness({
      created: async () => await gate.promise,
      reconcileTimeoutMs: 3000,
    }).boot();
    run.cluster.create('a');
    await run.settle();
    await run.clock.advance(3000);
    is(await run.metric('controller_runtime_reconcile_timeouts_total'), 1);
    is(await run.metric('operatorkit_framework_stuck_reconciles'), 0);
    await run.clock.advance(60_000);
    run.cluster.change('default/a');
    await run.settle();
    equal(run.calls, ['created default/a']);
    is(await run.metric('operatorkit_framework_stuck_reconciles'), 1);
    throws(() => run.framework.healthChecks()['reconciles']!(), /default\/a in resource recorder/);
    gate.resolve();
    await run.settle();
    is(await run.metric('operatorkit_framework_stuck_reconciles'), 0);
    run.framework.healthChecks()['reconciles']!();
    is(await run.metric('controller_runtime_reconcile_errors_total'), 1);
    equal(run.calls.length, 2);
  });

  test('tells a reconcile to stop at its time limit', async () => {
    const created = async (ctx: Context): Promise<void> => await ctx.clock.sleep(Infinity, ctx.signal);
    await using run = await new Harness({ created, reconcileTimeoutMs: 3000 }).boot();
    run.cluster.create('a');
    await run.clock.advance(3000);
    is(await run.metric('controller_runtime_reconcile_errors_total'), 1);
    is(run.logger.of('reconcile failed').length, 1);
    await run.clock.advance(1000);
    equal(run.calls, ['created default/a', 'created default/a']);
  });

  test('calls a late failure a timeout', async () => {
    const created = async (ctx: Context): Promise<void> => {
      await ctx.clock.sleep(4000);
      throw new Error('too late anyway');
    };
    await using run = await new Harness({ created, reconcileTimeoutMs: 3000 }).boot();
    run.cluster.create('a');
    await run.clock.advance(4000);
    const [line] = run.logger.of('reconcile failed');
    match(String(line?.fields['error']), 'did not end within 3000 ms');
  });

  test('drops what waits when it ends', async () => {
    const created = async (): Promise<void> => {
      throw new Error('not yet');
    };
    const run = await new Harness({ created, resyncMs: 60_000 }).boot();
    run.cluster.create('a');
    await run.settle();
    await run[Symbol.asyncDispose]();
    is(run.clock.pending, 0);
  });

  test('ends when its signal is aborted, without counting the abort as a failure', async () => {
    const created = async (ctx: Context): Promise<void> => await ctx.clock.sleep(Infinity, ctx.signal);
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a');
    await run.settle();
    run.stop.abort(new Error('bye'));
    await run.settle();
    equal(run.ended, {});
    is(await run.metric('controller_runtime_reconcile_errors_total'), 0);
    is(run.cluster.informer.subscribers, 0);
    is(run.cluster.informer.health().running, false);
  });

  test('gives running reconciles their grace before it aborts them', async () => {
    const seen: boolean[] = [];
    const created = async (ctx: Context): Promise<void> => {
      await ctx.clock.sleep(2000);
      seen.push(ctx.signal.aborted);
    };
    await using run = await new Harness({ created, shutdownGraceMs: 5000 }).boot();
    run.cluster.create('a');
    await run.settle();
    run.stop.abort(new Error('bye'));
    await run.settle();
    is(run.ended, undefined);
    await run.clock.advance(2000);
    await run.settle();
    equal(run.ended, {});
    equal(seen, [false]);
  });

  test('leaves a reconcile behind that never ends', async () => {
    const created = async (): Promise<void> => await new Promise(() => {});
    await using run = await new Harness({ created, shutdownTimeoutMs: 7000 }).boot();
    run.cluster.create('a');
    await run.settle();
    run.stop.abort(new Error('bye'));
    await run.clock.advance(6999);
    is(run.ended, undefined);
    await run.clock.advance(1);
    await run.settle();
    equal(run.ended, {});
    is(run.logger.of('reconciles are left behind, since they do not end').length, 1);
  });

  test('ends at once when its signal was aborted before', async () => {
    const run = new Harness();
    run.stop.abort(new Error('bye'));
    await run.boot();
    equal(run.ended, {});
    is(run.cluster.informer.runs, 0);
  });

  test('says when it is ready', async ({ ctx }) => {
    const informer = new FakeInformer<ConfigMap>({ synced: false });
    await using run = new Harness({ informer });
    let ready = false;
    const waiting = run.framework.whenReady(ctx).then(() => void (ready = true));
    await run.boot();
    is(ready, false);
    informer.sync();
    await waiting;
    await run.framework.whenReady(ctx);
  });

  test('does not let anybody wait for a framework that has ended', async ({ ctx }) => {
    const informer = new FakeInformer<ConfigMap>({ synced: false });
    const run = await new Harness({ informer }).boot();
    const waiting = rejects(run.framework.whenReady(ctx), /it ended before it was ready/);
    await run[Symbol.asyncDispose]();
    await waiting;
  });

  test('refuses to run twice', async () => {
    await using run = await new Harness().boot();
    await rejects(run.framework.boot(), /cannot run framework test twice/);
  });

  test('asks again after the time that a resource asked for', async () => {
    let asked = 0;
    const created = async (ctx: Context): Promise<void> => {
      if (asked++ === 0) {
        requeueAfter.set(ctx, 9000);
        requeueAfter.set(ctx, 5000);
      }
    };
    await using run = await new Harness({ created }).boot();
    run.cluster.create('a');
    await run.clock.advance(4999);
    is(run.calls.length, 1);
    await run.clock.advance(1);
    await run.clock.advance(100_000);
    is(run.calls.length, 2);
    is(await run.metric('controller_runtime_reconcile_total', { result: 'requeue_after' }), 1);
  });

  test('reconciles everything again from time to time', async () => {
    const cluster = new FakeCluster();
    cluster.create('a');
    cluster.create('b');
    await using run = await new Harness({ cluster, resyncMs: 10_000, predicates: [() => false] }).boot();
    equal(run.calls, []);
    await run.clock.advance(11_000);
    await run.settle();
    equal(run.calls.toSorted(), ['created default/a', 'created default/b']);
    is(await run.metric('operatorkit_framework_resync_total'), 1);
    await run.clock.advance(100_000);
    const rounds = run.calls.length / 2;
    ok(rounds >= 10 && rounds <= 13, `expected about eleven rounds, got ${rounds}`);
  });

  test('drops changes that its predicates do not pass, but no deletion', async () => {
    const cluster = new FakeCluster();
    await using run = await new Harness({ cluster, predicates: [generationChanged] }).boot();
    cluster.create('a', { generation: 1 });
    await run.settle();
    cluster.change('default/a', { labels: { a: 'b' } });
    await run.settle();
    equal(run.calls, ['created default/a']);
    cluster.change('default/a', { generation: 2 });
    await run.settle();
    equal(run.calls, ['created default/a', 'created default/a']);
    cluster.delete('default/a');
    await run.settle();
    equal(run.calls.at(-1), 'deleted default/a');
  });

  test('takes a predicate that throws for a yes', async () => {
    const predicate = (): boolean => {
      throw new Error('broken');
    };
    await using run = await new Harness({ predicates: [predicate] }).boot();
    run.cluster.create('a');
    await run.settle();
    equal(run.calls, ['created default/a']);
    is((await run.metric('operatorkit_framework_event_error_total')) > 0, true);
  });

  test('goes on when the informer tells of an error', async () => {
    await using run = await new Harness().boot();
    run.cluster.informer.emit({ type: 'error', error: new Error('410') });
    run.cluster.create('a');
    await run.settle();
    equal(run.calls, ['created default/a']);
    is(await run.metric('operatorkit_framework_event_error_total'), 1);
  });

  test('reconciles on trigger, and ignores keys that nobody has', async () => {
    const cluster = new FakeCluster();
    cluster.create('a');
    await using run = await new Harness({ cluster }).boot();
    const { trigger } = run.framework;
    trigger('default/a');
    trigger('default/none');
    trigger('');
    trigger(undefined as unknown as string);
    await run.settle();
    equal(run.calls, ['created default/a', 'created default/a']);
  });

  test('reconciles the owners of objects of other kinds', async () => {
    const cluster = new FakeCluster();
    cluster.create('a');
    cluster.create('b');
    const pods = new FakeInformer();
    const seen: [string | undefined, string | undefined][] = [];
    await using run = await new Harness({
      cluster,
      watches: [
        {
          informer: pods,
          map: (old, now) => {
            seen.push([old?.metadata?.resourceVersion, now?.metadata?.resourceVersion]);
            if (now?.metadata?.name === 'bad') throw new Error('cannot map');
            return ['default/b'];
          },
        },
      ],
    }).boot();
    run.calls.length = 0;
    pods.changed({ metadata: { name: 'pod', resourceVersion: '1' } });
    await run.settle();
    pods.changed({ metadata: { name: 'pod', resourceVersion: '2' } });
    await run.settle();
    pods.changed({ metadata: { name: 'bad', resourceVersion: '3' } });
    pods.deleted({ metadata: { name: 'pod', resourceVersion: '4' } });
    await run.settle();
    equal(run.calls, ['created default/b', 'created default/b', 'created default/b']);
    equal(seen, [
      [undefined, '1'],
      ['1', '2'],
      [undefined, '3'],
      ['4', undefined],
    ]);
    is(await run.metric('operatorkit_framework_event_error_total'), 1);
  });

  test('starts an informer again that ends early', async () => {
    const cluster = new FakeCluster();
    const informer = new FakeInformer<ConfigMap>();
    let runs = 0;
    informer.run = async (ctx) => {
      runs += 1;
      if (runs < 3) throw new Error('no network');
      await ctx.clock.sleep(Infinity, ctx.signal).catch(() => {});
    };
    await using run = await new Harness({ cluster, informer }).boot();
    await run.clock.advance(10_000);
    is(runs, 3);
    is(run.logger.of('informer has ended early').length, 2);
  });

  test('runs different objects in parallel up to its limit, and no object twice at once', async ({
    seed,
  }) => {
    const random = randomNumbers(seed);
    const running = new Map<string, number>();
    let most = 0;
    const created = async (ctx: Context, obj: ConfigMap): Promise<void> => {
      const name = obj.metadata?.name ?? '';
      running.set(name, (running.get(name) ?? 0) + 1);
      is(running.get(name), 1, `${name} runs twice`);
      most = Math.max(most, running.size);
      await ctx.clock.sleep(random() * 50);
      running.delete(name);
      if (random() < 0.2) throw new Error('now and then');
    };
    await using run = await new Harness({ created, maxConcurrentReconciles: 3 }).boot();
    for (let i = 0; i < 12; i += 1) run.cluster.create(`o${i}`);
    for (let i = 0; i < 150; i += 1) {
      run.cluster.change(`default/o${Math.floor(random() * 12)}`);
      await run.clock.advance(random() * 20);
    }
    await run.clock.advance(60_000);
    equal(
      run.logger
        .of('reconcile failed')
        .filter(({ fields }) => !String(fields['error']).includes('now and then')),
      [],
    );
    is(most, 3);
    is(running.size, 0);
  });

  test('installs fresh flags for each reconcile and initialises the context in order', async () => {
    const order: string[] = [];
    const set = new ResourceSet<ConfigMap>({
      handles: () => true,
      logger: silentLogger,
      initCtx: (ctx) => {
        order.push('set');
        return ctx;
      },
      resources: [
        {
          name: 'r',
          ensureCreated: async (ctx) => {
            order.push(`wish ${requeueAfter.get(ctx)} ${updateAllowed.isSet(ctx)}`);
            requeueAfter.set(ctx, 1000);
          },
          ensureDeleted: async () => {},
        },
      ],
    });
    const resourceRouter = new ResourceRouter({ logger: silentLogger, resourceSets: [set] });
    const initCtx = async (ctx: Context): Promise<Context> => {
      order.push(`framework ${updateAllowed.set(ctx)}`);
      return ctx;
    };
    await using run = await new Harness({ resourceRouter, initCtx }).boot();
    run.cluster.create('a');
    await run.settle();
    await run.clock.advance(1000);
    const once = ['framework true', 'set', 'wish undefined true'];
    equal(order, [...once, ...once]);
  });

  test('fails a reconcile whose initCtx returns a foreign context', async ({ ctx }) => {
    await using run = await new Harness({ initCtx: () => ctx }).boot();
    run.cluster.create('a');
    await run.settle();
    equal(run.calls, []);
    const [line] = run.logger.of('reconcile failed');
    match(String(line?.fields['error']), 'initCtx must return its argument or a descendant');
  });

  test('logs each resource with its object and loop', async () => {
    await using run = await new Harness().boot();
    run.cluster.create('a');
    await run.settle();
    const [line] = run.logger.of('resource reconciled');
    const { resource, object, loop, controller } = line?.fields ?? {};
    equal([line?.level, resource, object, loop, controller], ['debug', 'recorder', 'default/a', 1, 'test']);
  });

  test('does not touch objects that no set handles', async () => {
    await using run = await new Harness({ handles: () => false }).boot();
    run.cluster.create('a');
    await run.settle();
    run.cluster.delete('default/a');
    await run.settle();
    equal(run.calls, []);
    equal(run.cluster.writes, []);
    equal(run.logger.of('reconcile failed'), []);
  });

  test('shares a registry with another framework', async () => {
    const first = new Harness();
    const second = new Harness({ registry: first.registry });
    is(second.registry, first.registry);
    await using run = await second.boot();
    run.cluster.create('a');
    await run.settle();
    is(await first.metric('controller_runtime_reconcile_total', { result: 'success' }), 1);
  });
});
