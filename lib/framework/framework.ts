import { type Context, background, systemClock } from '../../context/index.ts';
import { isAbort, untilAborted } from '../abort.ts';
import { type BackOff, exponentialBackOff, retry } from '../backoff.ts';
import { ExecutionFailedError } from '../errors.ts';
import { eventOfError } from '../events/event-recorder.ts';
import type { InformerEvent } from '../informer/informer.ts';
import { TurnBudget } from '../informer/turn-budget.ts';
import { Registry, frameworkMetrics } from '../metrics.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../object/kubernetes-object.ts';
import { WorkQueue } from '../queue/work-queue.ts';
import { ensureCrd } from './crd.ts';
import { Deletions } from './deletions.ts';
import { Finalizer, carriesFinalizer, finalizerName } from './finalizer.ts';
import { type FrameworkConfig, checkFrameworkConfig } from './framework-config.ts';
import { FrameworkHealth, type HealthCheck } from './framework-health.ts';
import { HeldObjects } from './held-objects.ts';
import { Intake } from './intake.ts';
import { keepRunning } from './keep-running.ts';
import { knownObjects } from './known-objects.ts';
import { Observers } from './observers.ts';
import { OwnWrites } from './own-writes.ts';
import { reconcileScope } from './reconcile-scope.ts';
import { Reconciler } from './reconciler.ts';
import { resync } from './resync.ts';
import { secretValues } from '../secret-values.ts';
import type { SecondaryWatch } from './secondary-watch.ts';
import { settlesWithin } from './settles-within.ts';
import { type WatchedInformer, namedInformers } from './watched-informer.ts';
import { Workers } from './workers.ts';

/** How long informers and streams may take to end, in milliseconds, before they are left behind. */
const ENDING_MS = 10_000;

/**
 * Watches objects and reconciles them: the one entrance to the resources of an operator.
 *
 * **Guarantees**
 * - Everything goes through one queue: one object is never reconciled twice at once, and a change that arrives
 *   meanwhile is reconciled afterwards. Different objects run in parallel up to `maxConcurrentReconciles`.
 * - Nothing is lost: what fails is tried again with backoff, for ever; a deletion is remembered until its
 *   resources have succeeded. Nothing that an operator's code throws ends the framework or the process.
 * - The finalizer is on an object before its first resource runs. Adding it is one write, after which the same
 *   reconcile goes on; the event that tells of that write is not reconciled again.
 * - Each reconcile has fresh flags, and the fields `controller`, `object` and `loop` on its log lines.
 *
 * A framework runs once, by `boot` or by `processEvents`: to start again, make another.
 *
 * @see giantswarm/operatorkit:framework/framework.go
 */
export class Framework<T extends KubernetesObject = KubernetesObject> {
  /**
   * Takes a created or changed object from a foreign informer: the old and the new object, or the object alone.
   * Bound, returns nothing and never throws: it may be handed over as an event handler. The object is reconciled
   * while `boot` or `processEvents` runs; its deletion, where it has a deletionTimestamp.
   */
  readonly updateFunc: (oldObj: T | undefined, newObj?: T) => void;
  /** Takes a deleted object, or one that is being deleted, likewise. */
  readonly deleteFunc: (obj: T) => void;
  /** Asks for a reconcile of the object that has this key, if there is one. Bound; never throws. */
  readonly trigger: (key: ObjectKey) => void;
  readonly #config: FrameworkConfig<T>;
  readonly #watches: readonly SecondaryWatch[];
  /** What reconciles' contexts descend from. Without a signal: each reconcile has its own. */
  readonly #base: Context;
  readonly #queue: WorkQueue;
  readonly #intake: Intake<T>;
  readonly #workers: Workers;
  readonly #health: FrameworkHealth;
  readonly #observers: Observers;
  readonly #scope: (ctx: Context, key: ObjectKey) => Context;
  readonly #onResync: () => void;
  readonly #ready: PromiseWithResolvers<void> = Promise.withResolvers();
  #started = false;

  /** @throws an invalid-config error for the first option that is missing or wrong. Starts nothing. */
  constructor(config: FrameworkConfig<T>) {
    checkFrameworkConfig(config);
    const { name, client, kind, registry, backOffFactory, clock = systemClock } = config;
    const logger = config.logger.with({ controller: name });
    const metrics = frameworkMetrics(registry ?? new Registry());
    const deletions = new Deletions<T>(
      (obj) => carriesFinalizer(obj, finalizerName(name)),
      config.finalizer ?? true,
    );
    const ownWrites = new OwnWrites<T>((key) => this.#queue.add(key));
    const observers = new Observers(config.observers ?? [], clock, logger);
    const shared = { metrics, deletions, held: new HeldObjects<T>(), ownWrites, observers };
    const finalizer = client && new Finalizer<T>({ framework: name, client, kind, crd: config.crd });
    this.#config = config;
    this.#observers = observers;
    this.#watches = allWatches(config);
    const informers = [config.informer, ...this.#watches.map(({ informer }) => informer)];
    this.#scope = reconcileScope({ known: knownObjects(informers), client, onPlannedChange: config.dryRun });
    const reconciler = new Reconciler<T>({ ...shared, config, finalizer });
    this.#base = background().withClock(clock).withLogger(logger);
    this.#queue = new WorkQueue({
      name,
      clock,
      ...(registry && { registry }),
      ...(backOffFactory && { backOffFactory }),
    });
    this.#intake = new Intake<T>({
      ...shared,
      name,
      logger,
      queue: this.#queue,
      predicates: config.predicates ?? [],
    });
    this.#workers = new Workers({
      name,
      metrics,
      clock,
      logger,
      observers,
      scope: this.#scope,
      queue: this.#queue,
      maxConcurrent: config.maxConcurrentReconciles ?? 10,
      timeoutMs: config.reconcileTimeoutMs,
      graceMs: config.shutdownGraceMs ?? 0,
      shutdownTimeoutMs: config.shutdownTimeoutMs ?? 30_000,
      reconcile: async (ctx, key) => await reconciler.reconcile(ctx, key),
      onFailure: (ctx, key, error) => this.#tell(ctx, key, error),
    });
    this.#health = new FrameworkHealth({ clock, stuck: () => this.#workers.stuck });
    this.#onResync = () => metrics.resyncs.inc({ controller: name });
    // Nobody need wait for it.
    this.#ready.promise.catch(() => {});
    this.updateFunc = this.#intake.updateFunc;
    this.deleteFunc = this.#intake.deleteFunc;
    this.trigger = this.#intake.trigger;
  }

  /**
   * Ensures the CRD, runs the informers, waits until all are synced, and reconciles until the signal is
   * aborted. Then no new reconcile begins; those that run are told to end after `shutdownGraceMs`; and the
   * promise is fulfilled when they have ended, or were left behind after `shutdownTimeoutMs`.
   *
   * Whatever fails on the way is tried again, logged, and shown in the checks. Rejects only when called a
   * second time. Without a signal it runs for ever.
   */
  async boot(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { informer, crd } = this.#config;
    const main: WatchedInformer = {
      name: 'main',
      informer,
      subscribe: () => informer.subscribe(this.#intake.observed),
    };
    await this.#serve(signal, [main], async (ctx) => {
      if (crd !== undefined) await this.#establishCrd(ctx);
    });
  }

  /**
   * Reconciles the objects of a stream instead of the informer's, until the context is aborted; ends like
   * `boot`. The end of the stream is not the end: retries, `updateFunc`, `deleteFunc`, `trigger` and secondary
   * watches go on. Errors in the stream are logged and counted.
   *
   * NOTE: resources do not run in `ctx`, whose signal only says when to stop; give them values by `initCtx`.
   */
  async processEvents(ctx: Context, events: AsyncIterable<InformerEvent<T>>): Promise<void> {
    const read = async (stop: Context): Promise<void> => await this.#read(stop, events);
    await this.#serve(ctx.signal, [], async () => {}, read);
  }

  /**
   * Resolves when the CRD is established, everything is synced and reconciles run. Waits also for a `boot` that
   * is still to come. Rejects with an execution-failed error when the framework ended before, and with the
   * context's reason.
   */
  async whenReady(ctx: Context): Promise<void> {
    await untilAborted(this.#ready.promise, ctx.signal);
  }

  /** For readiness: throw until the CRD is established, everything is synced and reconciles run. */
  readyChecks(): Readonly<Record<string, HealthCheck>> {
    return this.#health.readyChecks();
  }

  /** For liveness: throw when an informer is dead, the stream of events broke, or a reconcile is stuck. */
  healthChecks(): Readonly<Record<string, HealthCheck>> {
    return this.#health.healthChecks();
  }

  async #serve(
    signal: AbortSignal,
    main: readonly WatchedInformer[],
    prepare: (ctx: Context) => Promise<void>,
    read?: (ctx: Context) => Promise<void>,
  ): Promise<void> {
    if (this.#started) {
      throw new ExecutionFailedError(
        `cannot run framework ${this.#config.name} twice: it has been started before; make another one`,
      );
    }
    this.#started = true;
    const stop = this.#base.withSignal(signal);
    const informers = [...main, ...namedInformers(this.#watches, this.#intake)];
    const ending = new AbortController();
    const life = this.#base.withSignal(ending.signal);
    const subscriptions: Disposable[] = [];
    const tasks: Promise<void>[] = [];
    try {
      await prepare(stop);
      signal.throwIfAborted();
      for (const { subscribe } of informers) subscriptions.push(subscribe());
      this.#health.started(informers);
      tasks.push(...informers.map(async (each) => await this.#runInformer(life, each)));
      if (read !== undefined) tasks.push(read(stop));
      await Promise.all(informers.map(async (each) => await this.#sync(stop, each)));
      tasks.push(this.#keepResyncing(stop));
      this.#health.working();
      this.#ready.resolve();
      await this.#workers.run(this.#base, signal);
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
    } finally {
      this.#health.stopped();
      this.#ready.reject(
        new ExecutionFailedError(
          `cannot wait for framework ${this.#config.name}: it ended before it was ready`,
        ),
      );
      for (const subscription of subscriptions) subscription[Symbol.dispose]();
      this.#queue.close();
      // The informers outlive the reconciles, which may read their stores to the end.
      ending.abort(signal.reason);
      if (!(await settlesWithin(stop.clock, ENDING_MS, Promise.all(tasks))))
        stop.logger.error('informers are left behind, since they do not end');
    }
  }

  async #establishCrd(ctx: Context): Promise<void> {
    const { client, crd } = this.#config;
    const own = this.#scope(ctx, crd?.metadata?.name ?? '');
    await retry(own, async () => await ensureCrd(own, client!, crd!), {
      backOff: startBackOff(),
      onRetry: (error, waitMs) => {
        this.#health.crdFailed(error);
        ctx.logger.warn('custom resource definition not established', { error, retryMs: waitMs });
      },
    });
    this.#health.crdEstablished();
  }

  async #runInformer(ctx: Context, { name, informer }: WatchedInformer): Promise<void> {
    await keepRunning(
      ctx,
      async (own) => await informer.run(own),
      (error) => this.#intake.fail('informer has ended early', error, { informer: name }),
    );
  }

  async #sync(ctx: Context, { name, informer }: WatchedInformer): Promise<void> {
    await retry(ctx, async () => await informer.whenSynced(ctx), {
      backOff: startBackOff(),
      onRetry: (error) => this.#intake.fail('informer is not synced', error, { informer: name }),
    });
  }

  async #keepResyncing(ctx: Context): Promise<void> {
    const { informer, resyncMs = 300_000 } = this.#config;
    const intake = this.#intake;
    const options = {
      everyMs: resyncMs,
      queue: this.#queue,
      onKey: (key: ObjectKey) => this.#observers.queued(key, { type: 'resync' }),
      onResync: this.#onResync,
      keys: () => new Set([...informer.list().map(keyOf), ...intake.keys()]),
    };
    await keepRunning(
      ctx,
      async (own) => await resync(own, options),
      (error) => intake.fail('resync failed', error),
    );
  }

  /** Events help people; what goes wrong with them fails nothing. */
  #tell(ctx: Context, key: ObjectKey, error: unknown): void {
    if (this.#config.dryRun !== undefined) return;
    const event = eventOfError(error);
    const obj = this.#config.informer.get(key);
    if (event === undefined || obj === undefined) return;
    try {
      const hide = (text: string): string => secretValues.get(ctx)?.redact(text) ?? text;
      this.#config.recorder?.record(obj, { ...event, note: hide(event.note) });
    } catch (failure) {
      ctx.logger.warn('event not recorded', { error: failure });
    }
  }

  /** Never rejects. */
  async #read(ctx: Context, events: AsyncIterable<InformerEvent<T>>): Promise<void> {
    const iterator = events[Symbol.asyncIterator]();
    const budget = new TurnBudget(ctx.clock);
    try {
      for (;;) {
        const result = await untilAborted(iterator.next(), ctx.signal);
        if (result.done === true) break;
        this.#intake.handedIn(result.value);
        if (budget.spent) await budget.turn();
      }
      ctx.logger.info('stream of events has ended');
    } catch (error) {
      if (isAbort(error, ctx.signal)) return closeQuietly(iterator);
      this.#health.streamFailed(error);
      this.#intake.fail('stream of events broke', error);
    }
  }
}

/** Those of the options, and those that the resources declare; each once. */
function allWatches<T extends KubernetesObject>(config: FrameworkConfig<T>): readonly SecondaryWatch[] {
  const declared = config.resourceRouter.declared.flatMap(({ watches = [] }) => watches);
  return [...new Set([...(config.watches ?? []), ...declared])];
}

function startBackOff(): BackOff {
  return exponentialBackOff({ initialMs: 1000, factor: 2, maxMs: 30_000 });
}

/** Not awaited: a generator that waits for its source ends only when that says something. */
function closeQuietly(iterator: AsyncIterator<unknown>): void {
  // Whoever made the stream has ended it too, and how it takes its end is nobody's concern any more.
  iterator.return?.().then(undefined, () => {});
}
