import type { Clock, Context, Logger } from '../../../context/index.ts';
import { isAbort, untilAborted } from '../../abort.ts';
import { isTerminal } from '../../errors.ts';
import { TurnBudget } from '../../informer/turn-budget.ts';
import type { CountSeries, ValueSeries } from '../../metric-series.ts';
import type { FrameworkMetrics } from '../../metrics.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import type { Queue } from '../../queue/queue.ts';
import { Attempts, type StuckAttempt } from './attempts.ts';
import { currentResource } from '../resources/current-resource.ts';
import type { Observers } from '../observe/observers.ts';
import type { ReconcileEnd } from '../observe/reconcile-observer.ts';
import type { Verdict } from './reconciler.ts';
import { settlesWithin } from '../settles-within.ts';

/** The wait before another attempt where the operator's own backoff threw, in milliseconds. */
const FALLBACK_RETRY_MS = 60_000;

export interface WorkersOptions {
  readonly name: string;
  readonly queue: Queue;
  readonly metrics: FrameworkMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxConcurrent: number;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly shutdownTimeoutMs: number;
  readonly observers: Observers;
  /** Makes the context of one reconcile. */
  readonly scope: (ctx: Context, key: ObjectKey) => Context;
  /** Reconciles one key. May reject with anything. */
  readonly reconcile: (ctx: Context, key: ObjectKey) => Promise<Verdict>;
  /**
   * Called for each failure, beside its log line; the key waits for its end. Must not reject.
   *
   * @param retryMs milliseconds until the next attempt; undefined: none before something changes.
   */
  readonly onFailure: (
    ctx: Context,
    key: ObjectKey,
    error: unknown,
    retryMs: number | undefined,
  ) => Promise<void>;
  /** Called for each reconcile that was told to end and did. Must not throw. */
  readonly onAborted: (key: ObjectKey) => void;
}

/**
 * Takes keys from the queue and reconciles them, at most `maxConcurrent` at once.
 *
 * **Guarantees:** whatever a reconcile throws ends that reconcile alone. Its key is locked until it has really
 * ended, and is queued again unless it went well, was aborted, or said that trying again is useless.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #attempts: Attempts;
  readonly #label: { readonly controller: string };
  readonly #active: CountSeries;
  readonly #duration: ValueSeries;
  readonly #results = new Map<ReconcileEnd['result'], CountSeries>();
  #loops = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#label = { controller: options.name };
    const { metrics, logger, clock, timeoutMs } = options;
    this.#active = metrics.activeWorkers.series(this.#label);
    this.#duration = metrics.duration.series(this.#label);
    this.#attempts = new Attempts({
      clock,
      timeoutMs,
      onTimeout: () => metrics.timeouts.inc(this.#label),
      onStuck: ({ key, resource }) => {
        metrics.stuck.inc(this.#label);
        logger.error('reconcile ignores its aborted signal', { object: key, resource });
      },
      onUnstuck: (key) => {
        metrics.stuck.dec(this.#label);
        logger.info('stuck reconcile has ended', { object: key });
      },
    });
  }

  /** Reconciles that were told to end and go on. */
  get stuck(): readonly StuckAttempt[] {
    return this.#attempts.stuck;
  }

  /**
   * Works until the signal is aborted; then resolves when what runs has ended, or was left behind because it
   * did not.
   *
   * @param ctx what the reconciles' contexts descend from; must not have this signal.
   */
  async run(ctx: Context, signal: AbortSignal): Promise<void> {
    const { maxConcurrent, metrics } = this.#options;
    metrics.maxConcurrent.set(this.#label, maxConcurrent);
    metrics.stuck.set(this.#label, 0);
    metrics.activeWorkers.set(this.#label, 0);
    const budget = new TurnBudget(this.#options.clock);
    const loops = Array.from({ length: maxConcurrent }, async () => await this.#work(ctx, signal, budget));
    const all = Promise.all(loops);
    try {
      await untilAborted(all, signal);
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
    }
    await this.#end(all, signal.reason);
  }

  async #end(all: Promise<unknown>, reason: unknown): Promise<void> {
    const { clock, graceMs, shutdownTimeoutMs, logger, queue } = this.#options;
    if (graceMs > 0 && (await settlesWithin(clock, graceMs, all))) return;
    this.#attempts.abort(reason);
    if (await settlesWithin(clock, shutdownTimeoutMs, all)) return;
    logger.error('reconciles are left behind, since they do not end', { count: queue.running });
  }

  /** Reconciles that wait for nothing would keep probes, timers and sockets waiting; hence the budget. */
  async #work(ctx: Context, signal: AbortSignal, budget: TurnBudget): Promise<void> {
    const { queue } = this.#options;
    for (;;) {
      try {
        const key = await queue.take(signal);
        if (!signal.aborted) await this.#reconcile(ctx, key);
        queue.done(key);
        if (budget.spent) await budget.turn();
      } catch (error) {
        if (isAbort(error, signal)) return;
        throw error;
      }
    }
  }

  /** Never rejects. */
  async #reconcile(ctx: Context, key: ObjectKey): Promise<void> {
    const { clock, logger, reconcile, observers, scope } = this.#options;
    this.#loops += 1;
    const facts = logger.with({ object: key, loop: this.#loops });
    const started = clock.monotonic();
    const watched = observers.started(scope(ctx.withLogger(facts), key), key, this.#loops);
    let last: Context | undefined;
    let end: Omit<ReconcileEnd, 'durationMs'> = { result: 'aborted' };
    this.#active.inc();
    try {
      const verdict = await this.#attempts.run(watched, key, (own) => {
        last = own;
        return reconcile(own, key);
      });
      end = this.#succeeded(key, verdict);
    } catch (error) {
      if (this.#attempts.isAbort(error)) return this.#options.onAborted(key);
      end = this.#failed(watched, key, error, last && currentResource.get(last));
      await this.#options.onFailure(watched, key, error, end.nextMs);
    } finally {
      const durationMs = clock.monotonic() - started;
      this.#active.inc(-1);
      this.#duration.observe(durationMs / 1000);
      observers.ended(watched, key, { ...end, durationMs });
    }
  }

  #succeeded(key: ObjectKey, verdict: Verdict): Omit<ReconcileEnd, 'durationMs'> {
    const { queue, observers } = this.#options;
    if (verdict === 'retry') {
      this.#count('requeue');
      return { result: 'requeue', nextMs: this.#retry(key) };
    }
    queue.forget(key);
    const result = verdict === 'done' ? 'success' : 'requeue_after';
    this.#count(result);
    if (verdict === 'done') return { result };
    observers.queued(key, { type: 'requeue' }, verdict.afterMs);
    queue.add(key, { afterMs: verdict.afterMs });
    return { result, nextMs: verdict.afterMs };
  }

  #count(result: ReconcileEnd['result']): void {
    const series =
      this.#results.get(result) ?? this.#options.metrics.reconciles.series({ ...this.#label, result });
    this.#results.set(result, series);
    series.inc();
  }

  #failed(
    ctx: Context,
    key: ObjectKey,
    error: unknown,
    resource: string | undefined,
  ): Omit<ReconcileEnd, 'durationMs'> {
    const { queue, metrics } = this.#options;
    const { logger } = ctx;
    this.#count('error');
    metrics.errors.inc(this.#label);
    if (!(error instanceof Error)) metrics.panics.inc(this.#label);
    if (isTerminal(error)) {
      metrics.terminalErrors.inc(this.#label);
      queue.forget(key);
      logger.error('reconcile failed, and is not tried again before a change', { resource, error });
      return { result: 'terminal', error };
    }
    const retries = queue.retries(key);
    const retryMs = this.#retry(key);
    logger.error('reconcile failed', { resource, error, retries, retryMs });
    return { result: 'error', error, nextMs: retryMs };
  }

  /** The key still runs, so nobody takes it meanwhile. */
  #retry(key: ObjectKey): number {
    const waitMs = this.#queueAgain(key);
    this.#options.observers.queued(key, { type: 'retry' }, waitMs);
    return waitMs;
  }

  /** The backoff is the operator's own code, and may throw. */
  #queueAgain(key: ObjectKey): number {
    const { queue, logger } = this.#options;
    try {
      return queue.retry(key);
    } catch (error) {
      logger.error('backoff failed', { object: key, error });
      queue.add(key, { afterMs: FALLBACK_RETRY_MS });
      return FALLBACK_RETRY_MS;
    }
  }
}
