import type { Context } from '../../context/index.ts';
import { isAbort } from '../abort.ts';
import type { BackOff } from '../backoff.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { Attempt } from './attempt.ts';
import { listAll } from './listing.ts';
import { type Recovery, recoveryOf } from './recovery.ts';
import type { Scope } from './scope.ts';
import { TurnBudget } from './turn-budget.ts';
import { watchFrom, watchFromStart } from './watching.ts';

export interface ReflectorOptions<T extends KubernetesObject> {
  readonly scope: Scope<T>;
  readonly backOff: BackOff;
  /** 0: no limit. */
  readonly pageSize: number;
  readonly useWatchList: boolean;
  /** Milliseconds of silence after which a stream is given up. */
  readonly idleMs: number;
  /** Called for each failure, before the wait. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the store may have changed: once per batch of events, and at the end of each attempt. */
  readonly onBatch: () => void;
}

/** A stream that was open for so long shows that things work. Milliseconds, as in client-go. */
const HEALTHY_MS = 120_000;
/**
 * So many streams in a row that were opened and failed without bringing anything, whatever the reason: then it
 * may be the place from which we resume, or an event that cannot get through, and everything is listed again.
 * A server restored from a backup, for one, keeps silent until it reaches the version that we wait for.
 */
const MOST_FRUITLESS = 3;
/** The wait where a backoff gives up, which an informer never does. Milliseconds. */
const FALLBACK_WAIT_MS = 30_000;
/** A server's wish is honoured up to here: a proxy's nonsense must not make us deaf. Milliseconds. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Keeps the store at what the server has, for one scope: lists, then watches from there, for ever.
 *
 * @see kubernetes/client-go:tools/cache/reflector.go
 * @internal
 */
export class Reflector<T extends KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  #watchListRefused: boolean;
  /** After a token expired between two pages: more of them would only expire again. */
  #unpaged = false;
  #fruitless = 0;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#watchListRefused = !options.useWatchList;
  }

  /** Resolves when the context is aborted. */
  async run(ctx: Context): Promise<void> {
    const budget = new TurnBudget(ctx.clock);
    while (!ctx.signal.aborted) {
      const waitMs = await this.#attempt(ctx, budget);
      if (waitMs > 0) await pause(ctx, waitMs);
    }
    this.#options.scope.state.isConnected = false;
  }

  /** One list or one watch. Never rejects. @returns how long to wait before the next, in milliseconds. */
  async #attempt(ctx: Context, budget: TurnBudget): Promise<number> {
    const { scope, idleMs, onBatch } = this.#options;
    const onTick = (): void => scope.meter.silent(scope.state.silentMs ?? 0);
    using attempt = new Attempt(ctx, { state: scope.state, budget, idleMs, onTick });
    try {
      await this.#listOrWatch(attempt);
      this.#worked(attempt);
      return 0;
    } catch (error) {
      return ctx.signal.aborted ? 0 : this.#failed(ctx, attempt, error);
    } finally {
      onBatch();
    }
  }

  async #listOrWatch(attempt: Attempt): Promise<void> {
    const { scope, pageSize, onBatch } = this.#options;
    const { mustList, resourceVersion } = scope.state;
    if (!mustList && resourceVersion !== undefined) await watchFrom(attempt, scope, resourceVersion, onBatch);
    else if (this.#watchListRefused) await listAll(attempt, scope, this.#unpaged ? 0 : pageSize);
    else await watchFromStart(attempt, scope, onBatch);
  }

  #worked(attempt: Attempt): void {
    this.#calmDown(attempt);
    this.#fruitless = 0;
    this.#unpaged = false;
    this.#options.scope.state.error = undefined;
  }

  #failed(ctx: Context, attempt: Attempt, error: unknown): number {
    const { scope, onFailure } = this.#options;
    const recovery = recoveryOf(error);
    this.#count(attempt, recovery);
    this.#chooseNext(recovery);
    scope.state.isConnected = false;
    scope.state.error = error;
    scope.meter.failed(recovery.reason);
    this.#calmDown(attempt);
    const waitMs = this.#waitMs(recovery);
    const { reason } = recovery;
    ctx.logger.warn('Informer will try again', { resource: scope.resource, reason, waitMs, error });
    onFailure(error);
    return waitMs;
  }

  /** A refusal other than "not now" and "not you" counts too: our version may be what is wrong with it. */
  #count(attempt: Attempt, { reason }: Recovery): void {
    if (attempt.progressed) this.#fruitless = 0;
    else if (attempt.opened || reason === 'refused') this.#fruitless += 1;
  }

  #chooseNext({ reason, relist }: Recovery): void {
    const { state } = this.#options.scope;
    const stuck = this.#fruitless >= MOST_FRUITLESS;
    if (state.mustList) {
      this.#unpaged ||= reason === 'gone';
      // A server without this feature says so, sends a watch without an end of the beginning, or breaks.
      this.#watchListRefused ||= stuck || reason === 'refused' || reason === 'silent';
    }
    if (!relist && !stuck) return;
    state.mustList = true;
    this.#fruitless = 0;
  }

  /** A list alone is no reason: its version may be refused at once, and lists are what must not become many. */
  #calmDown(attempt: Attempt): void {
    if (attempt.progressed || attempt.ageMs >= HEALTHY_MS) this.#options.backOff.reset();
  }

  #waitMs({ retryAfterMs }: Recovery): number {
    const nextMs = this.#options.backOff.next() ?? FALLBACK_WAIT_MS;
    const askedMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    // The jitter comes on top of what the server asks for, or all would come back at once.
    return Math.max(nextMs, askedMs + Math.min(nextMs, askedMs / 10));
  }
}

async function pause(ctx: Context, ms: number): Promise<void> {
  try {
    await ctx.clock.sleep(ms, ctx.signal);
  } catch (error) {
    if (!isAbort(error, ctx.signal)) throw error;
  }
}
