import type { Context } from '../../context/index.ts';
import { isAbort, untilAborted } from '../abort.ts';
import { type BackOff, exponentialBackOff, retry } from '../backoff.ts';
import type { Client } from '../client/client.ts';
import { ExecutionFailedError } from '../errors.ts';
import type { Informer, InformerEvent } from '../informer/informer.ts';
import { TurnBudget } from '../informer/turn-budget.ts';
import type { CustomResourceDefinition } from '../object/kinds.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../object/kubernetes-object.ts';
import type { Queue } from '../queue/queue.ts';
import { ensureCrd } from './crd/crd.ts';
import type { FrameworkHealth } from './framework-health.ts';
import type { Intake } from './intake/intake.ts';
import { keepRunning } from './keep-running.ts';
import type { Observers } from './observe/observers.ts';
import { resync } from './intake/resync.ts';
import type { SecondaryWatch } from './intake/secondary-watch.ts';
import { settlesWithin } from './settles-within.ts';
import { type WatchedInformer, namedInformers } from './intake/watched-informer.ts';
import type { Workers } from './reconcile/workers.ts';

/** How long informers and streams may take to end, in milliseconds, before they are left behind. */
const ENDING_MS = 10_000;

/** What a framework is made of, and is started and ended here. */
export interface LifecycleParts<T extends KubernetesObject> {
  readonly name: string;
  /** What contexts descend from; without a signal. */
  readonly base: Context;
  readonly client: Client | undefined;
  /** Ensured before the informers run; undefined: none. */
  readonly crd: CustomResourceDefinition | undefined;
  readonly informer: Informer<T>;
  readonly watches: readonly SecondaryWatch[];
  readonly queue: Queue;
  readonly intake: Intake<T>;
  readonly workers: Workers;
  readonly health: FrameworkHealth;
  readonly observers: Observers;
  /** Makes the context of a piece of work on an object. */
  readonly scope: (ctx: Context, key: ObjectKey) => Context;
  /** Milliseconds; 0: never. */
  readonly resyncMs: number;
  readonly onResync: () => void;
}

/** The life of a framework: what is started in which order, kept running, and ended. Once. */
export class Lifecycle<T extends KubernetesObject> {
  readonly #parts: LifecycleParts<T>;
  readonly #ready: PromiseWithResolvers<void> = Promise.withResolvers();
  #started = false;

  constructor(parts: LifecycleParts<T>) {
    this.#parts = parts;
    // Nobody need wait for it.
    this.#ready.promise.catch(() => {});
  }

  /** As `Framework.whenReady` says. */
  async whenReady(ctx: Context): Promise<void> {
    await untilAborted(this.#ready.promise, ctx.signal);
  }

  /**
   * Runs until the signal is aborted, as `Framework.boot` and `Framework.processEvents` say.
   *
   * @param main the informer of the framework's objects, if its events are taken.
   * @param events a stream that is read instead.
   */
  async run(
    signal: AbortSignal,
    main: readonly WatchedInformer[],
    events?: AsyncIterable<InformerEvent<T>>,
  ): Promise<void> {
    const { name, base, watches, intake, health, workers, queue } = this.#parts;
    if (this.#started) {
      throw new ExecutionFailedError(
        `cannot run framework ${name} twice: it has been started before; make another one`,
      );
    }
    this.#started = true;
    const stop = base.withSignal(signal);
    const informers = [...main, ...namedInformers(watches, intake)];
    const ending = new AbortController();
    const life = base.withSignal(ending.signal);
    const subscriptions: Disposable[] = [];
    const tasks: Promise<void>[] = [];
    try {
      if (events === undefined) await this.#establishCrd(stop);
      signal.throwIfAborted();
      for (const { subscribe } of informers) subscriptions.push(subscribe());
      health.started(informers);
      tasks.push(...informers.map(async (each) => await this.#runInformer(life, each)));
      if (events !== undefined) tasks.push(this.#read(stop, events));
      await Promise.all(informers.map(async (each) => await this.#sync(stop, each)));
      tasks.push(this.#keepResyncing(stop));
      health.working();
      this.#ready.resolve();
      await workers.run(base, signal);
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
    } finally {
      health.stopped();
      this.#ready.reject(
        new ExecutionFailedError(`cannot wait for framework ${name}: it ended before it was ready`),
      );
      for (const subscription of subscriptions) subscription[Symbol.dispose]();
      queue.close();
      // The informers outlive the reconciles, which may read their stores to the end.
      ending.abort(signal.reason);
      if (!(await settlesWithin(stop.clock, ENDING_MS, Promise.all(tasks))))
        stop.logger.error('informers are left behind, since they do not end');
    }
  }

  async #establishCrd(ctx: Context): Promise<void> {
    const { client, crd, scope, health } = this.#parts;
    if (crd === undefined || client === undefined) return;
    const own = scope(ctx, crd.metadata?.name ?? '');
    await retry(own, async () => await ensureCrd(own, client, crd), {
      backOff: startBackOff(),
      onRetry: (error, waitMs) => {
        health.crdFailed(error);
        ctx.logger.warn('custom resource definition not established', { error, retryMs: waitMs });
      },
    });
    health.crdEstablished();
  }

  async #runInformer(ctx: Context, { name, informer }: WatchedInformer): Promise<void> {
    await keepRunning(
      ctx,
      async (own) => await informer.run(own),
      (error) => this.#parts.intake.fail('informer has ended early', error, { informer: name }),
    );
  }

  async #sync(ctx: Context, { name, informer }: WatchedInformer): Promise<void> {
    await retry(ctx, async () => await informer.whenSynced(ctx), {
      backOff: startBackOff(),
      onRetry: (error) => this.#parts.intake.fail('informer is not synced', error, { informer: name }),
    });
  }

  async #keepResyncing(ctx: Context): Promise<void> {
    const { informer, resyncMs, queue, intake, observers, onResync } = this.#parts;
    const options = {
      everyMs: resyncMs,
      queue,
      onKey: (key: ObjectKey) => observers.queued(key, { type: 'resync' }),
      onResync,
      keys: () => new Set([...informer.list().map(keyOf), ...intake.keys()]),
    };
    await keepRunning(
      ctx,
      async (own) => await resync(own, options),
      (error) => intake.fail('resync failed', error),
    );
  }

  /** Never rejects. */
  async #read(ctx: Context, events: AsyncIterable<InformerEvent<T>>): Promise<void> {
    const iterator = events[Symbol.asyncIterator]();
    const budget = new TurnBudget(ctx.clock);
    try {
      for (;;) {
        const result = await untilAborted(iterator.next(), ctx.signal);
        if (result.done === true) break;
        this.#parts.intake.handedIn(result.value);
        if (budget.spent) await budget.turn();
      }
      ctx.logger.info('stream of events has ended');
    } catch (error) {
      if (isAbort(error, ctx.signal)) return closeQuietly(iterator);
      this.#parts.health.streamFailed(error);
      this.#parts.intake.fail('stream of events broke', error);
    }
  }
}

function startBackOff(): BackOff {
  return exponentialBackOff({ initialMs: 1000, factor: 2, maxMs: 30_000 });
}

/** Not awaited: a generator that waits for its source ends only when that says something. */
function closeQuietly(iterator: AsyncIterator<unknown>): void {
  // Whoever made the stream has ended it too, and how it takes its end is nobody's concern any more.
  iterator.return?.().then(undefined, () => {});
}
