import { type Context, background, systemClock } from '../../context/index.ts';
import { eventOfError } from '../events/event-recorder.ts';
import type { InformerEvent } from '../informer/informer.ts';
import { Registry, frameworkMetrics } from '../metrics.ts';
import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import { WorkQueue } from '../queue/work-queue.ts';
import { Deletions } from './deletion/deletions.ts';
import { Finalizer, carriesFinalizer, finalizerName } from './deletion/finalizer.ts';
import { type FrameworkConfig, checkFrameworkConfig } from './framework-config.ts';
import { FrameworkHealth, type HealthCheck } from './framework-health.ts';
import { HeldObjects } from './intake/held-objects.ts';
import { Intake } from './intake/intake.ts';
import type { Explain } from './explain/explanation.ts';
import { allWatches, newJournal, newManagedStatus, newPauses } from './framework-parts.ts';
import { knownObjects } from './known-objects.ts';
import { ParsedObjects } from './reconcile/object-schema.ts';
import { frameworkPermissions } from './framework-permissions.ts';
import type { Permission } from '../rbac/permission.ts';
import { errorMessage } from '../errors.ts';
import { Lifecycle } from './lifecycle.ts';
import { Observers } from './observe/observers.ts';
import { OwnWrites } from './intake/own-writes.ts';
import { reconcileScope } from './reconcile/reconcile-scope.ts';
import { Reconciler } from './reconcile/reconciler.ts';
import { secretValues } from '../secret-values.ts';
import type { SecondaryWatch } from './intake/secondary-watch.ts';
import type { WatchedInformer } from './intake/watched-informer.ts';
import { Workers } from './reconcile/workers.ts';

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
  /**
   * What happened to the object of this key lately, and what holds it back. Undefined where nothing is known of it,
   * and unless `FrameworkConfig.explain` is on. Bound.
   */
  readonly explain: Explain;
  /** The same with the keys that are known, for the metrics endpoint. */
  readonly explanations: { readonly explain: Explain; readonly keys: () => readonly ObjectKey[] };
  readonly #config: FrameworkConfig<T>;
  readonly #queue: WorkQueue;
  readonly #intake: Intake<T>;
  readonly #workers: Workers;
  readonly #health: FrameworkHealth;
  readonly #watches: readonly SecondaryWatch[];
  readonly #parsed: ParsedObjects<T>;
  readonly #lifecycle: Lifecycle<T>;

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
    const ownWrites = new OwnWrites<T>((change) => this.#intake.deferred(change));
    this.#watches = allWatches(config);
    const known = knownObjects([config.informer, ...this.#watches.map(({ informer }) => informer)]);
    const journal = newJournal(config, clock, known);
    this.explain = journal?.explain ?? (() => undefined);
    this.explanations = { explain: this.explain, keys: journal?.keys ?? (() => []) };
    const given = config.observers ?? [];
    const observers = new Observers(journal === undefined ? given : [journal, ...given], clock, logger);
    this.#parsed = new ParsedObjects(config.schema);
    const held = new HeldObjects<T>();
    const pauses = newPauses(config);
    const status = newManagedStatus(config, { ownWrites, held });
    const shared = { metrics, deletions, held, ownWrites, observers, pauses, status, parsed: this.#parsed };
    const finalizer = client && new Finalizer<T>({ framework: name, client, kind, crd: config.crd });
    this.#config = config;
    const scope = reconcileScope({ known, client, onPlannedChange: config.dryRun });
    const reconciler = new Reconciler<T>({ ...shared, config, finalizer });
    // Without a signal: each reconcile has its own.
    const base = background().withClock(clock).withLogger(logger);
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
      scope,
      queue: this.#queue,
      maxConcurrent: config.maxConcurrentReconciles ?? 10,
      timeoutMs: config.reconcileTimeoutMs,
      graceMs: config.shutdownGraceMs ?? 0,
      shutdownTimeoutMs: config.shutdownTimeoutMs ?? 30_000,
      reconcile: async (ctx, key) => await reconciler.reconcile(ctx, key),
      onFailure: async (ctx, key, error, retryMs) => {
        this.#tell(ctx, key, error);
        const type = this.#parsed.isFailure(error) ? 'invalid' : 'error';
        if (type === 'invalid') observers.held(key, { by: 'invalid' });
        await status?.end(ctx, key, { type, error, retryMs });
      },
      onAborted: (key) => status?.forget(key),
    });
    this.#health = new FrameworkHealth({ clock, stuck: () => this.#workers.stuck });
    this.#lifecycle = new Lifecycle<T>({
      ...shared,
      name,
      base,
      client,
      crd: config.crd,
      informer: config.informer,
      watches: this.#watches,
      queue: this.#queue,
      intake: this.#intake,
      workers: this.#workers,
      health: this.#health,
      scope,
      resyncMs: config.resyncMs ?? 300_000,
      onResync: () => metrics.resyncs.inc({ controller: name }),
    });
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
    const { informer } = this.#config;
    const main: WatchedInformer = {
      name: 'main',
      informer,
      subscribe: () => informer.subscribe(this.#intake.observed),
    };
    await this.#lifecycle.run(signal, [main]);
  }

  /**
   * Reconciles the objects of a stream instead of the informer's, until the context is aborted; ends like
   * `boot`. The end of the stream is not the end: retries, `updateFunc`, `deleteFunc`, `trigger` and secondary
   * watches go on. Errors in the stream are logged and counted.
   *
   * NOTE: resources do not run in `ctx`, whose signal only says when to stop; give them values by `initCtx`.
   */
  async processEvents(ctx: Context, events: AsyncIterable<InformerEvent<T>>): Promise<void> {
    await this.#lifecycle.run(ctx.signal, [], events);
  }

  /**
   * Resolves when the CRD is established, everything is synced and reconciles run. Waits also for a `boot` that
   * is still to come. Rejects with an execution-failed error when the framework ended before, and with the
   * context's reason.
   */
  async whenReady(ctx: Context): Promise<void> {
    await this.#lifecycle.whenReady(ctx);
  }

  /**
   * What the framework asks of the API server, with what the resources in the lists of its sets declare: for
   * `rolesOf`, and to hold recorded requests against.
   */
  permissions(): readonly Permission[] {
    return frameworkPermissions(this.#config, this.#watches);
  }

  /** For readiness: throw until the CRD is established, everything is synced and reconciles run. */
  readyChecks(): Readonly<Record<string, HealthCheck>> {
    return this.#health.readyChecks();
  }

  /** For liveness: throw when an informer is dead, the stream of events broke, or a reconcile is stuck. */
  healthChecks(): Readonly<Record<string, HealthCheck>> {
    return this.#health.healthChecks();
  }

  /** Events help people; what goes wrong with them fails nothing. */
  #tell(ctx: Context, key: ObjectKey, error: unknown): void {
    if (this.#config.dryRun !== undefined) return;
    const event = this.#parsed.isFailure(error)
      ? ({ type: 'Warning', reason: 'Invalid', note: errorMessage(error), action: 'Read' } as const)
      : eventOfError(error);
    const obj = this.#config.informer.get(key);
    if (event === undefined || obj === undefined) return;
    try {
      this.#config.recorder?.record(obj, { ...event, note: secretValues.redact(ctx, event.note) });
    } catch (failure) {
      ctx.logger.warn('event not recorded', { error: failure });
    }
  }
}
