import type { Clock, Context, Timer } from '../../../context/index.ts';
import { TimeoutError } from '../../errors.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import { currentResource } from '../resources/current-resource.ts';

/** How long a reconcile whose signal is aborted may take to end before it counts as stuck, in milliseconds. */
const STUCK_AFTER_MS = 5000;

/** A reconcile that was told to end and goes on. */
export interface StuckAttempt {
  readonly key: ObjectKey;
  /** The resource that ran last; undefined before the first. */
  readonly resource: string | undefined;
}

export interface AttemptsOptions {
  readonly clock: Clock;
  /** Milliseconds; undefined: no limit. */
  readonly timeoutMs: number | undefined;
  /** Called once for each attempt over its limit, when that passes. */
  readonly onTimeout: (key: ObjectKey) => void;
  /** Called when an attempt gets stuck. */
  readonly onStuck: (stuck: StuckAttempt) => void;
  /** Called when one that was stuck has ended after all. */
  readonly onUnstuck: (key: ObjectKey) => void;
}

interface Attempt {
  readonly key: ObjectKey;
  readonly ctx: Context;
  readonly controller: AbortController;
  limit?: Timer;
  patience?: Timer;
  timedOut?: TimeoutError;
  stuck: boolean;
}

/**
 * Runs reconciles under a time limit. Operator code cannot be stopped, only told to stop: `run` settles when it
 * has really ended, so that its key stays locked until then, and what goes on regardless is reported as stuck.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #running = new Set<Attempt>();
  #aborted: { readonly reason: unknown } | undefined;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /**
   * Calls the work with a context that has its own signal and is aborted at the limit, or by {@link abort}.
   * Rejects with a TimeoutError if the limit passed, even if the work resolved later.
   */
  async run<R>(ctx: Context, key: ObjectKey, work: (ctx: Context) => Promise<R>): Promise<R> {
    const attempt = this.#start(ctx, key);
    try {
      const result = await work(attempt.ctx);
      if (attempt.timedOut !== undefined) throw attempt.timedOut;
      return result;
    } catch (error) {
      throw attempt.timedOut ?? error;
    } finally {
      this.#end(attempt);
    }
  }

  /** Aborts all that run, and all that come. Idempotent. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    for (const attempt of this.#running) this.#abort(attempt, reason);
  }

  /** Whether the error only says that {@link abort} was called; a limit that passed is a failure. */
  isAbort(error: unknown): boolean {
    return this.#aborted !== undefined && error === this.#aborted.reason;
  }

  get stuck(): readonly StuckAttempt[] {
    return [...this.#running].filter(({ stuck }) => stuck).map(describe);
  }

  #start(ctx: Context, key: ObjectKey): Attempt {
    const { clock, timeoutMs } = this.#options;
    const controller = new AbortController();
    const own = currentResource.with(ctx).withSignal(controller.signal);
    const attempt: Attempt = { key, ctx: own, controller, stuck: false };
    this.#running.add(attempt);
    if (timeoutMs !== undefined)
      attempt.limit = clock.timer(timeoutMs, () => this.#expire(attempt, timeoutMs));
    if (this.#aborted !== undefined) this.#abort(attempt, this.#aborted.reason);
    return attempt;
  }

  #expire(attempt: Attempt, timeoutMs: number): void {
    if (attempt.controller.signal.aborted) return;
    attempt.timedOut = new TimeoutError(
      `cannot reconcile object ${attempt.key}: the reconcile did not end within ${timeoutMs} ms`,
    );
    this.#options.onTimeout(attempt.key);
    this.#abort(attempt, attempt.timedOut);
  }

  #abort(attempt: Attempt, reason: unknown): void {
    if (attempt.controller.signal.aborted) return;
    attempt.patience = this.#options.clock.timer(STUCK_AFTER_MS, () => {
      attempt.stuck = true;
      this.#options.onStuck(describe(attempt));
    });
    attempt.controller.abort(reason);
  }

  #end(attempt: Attempt): void {
    attempt.limit?.cancel();
    attempt.patience?.cancel();
    this.#running.delete(attempt);
    if (attempt.stuck) this.#options.onUnstuck(attempt.key);
  }
}

function describe({ key, ctx }: Attempt): StuckAttempt {
  return { key, resource: currentResource.get(ctx) };
}
