import type { BackOff } from '../backoff.ts';
import type { ObjectKey } from '../object/kubernetes-object.ts';

interface State {
  readonly backOff: BackOff;
  retries: number;
  lastMs: number;
}

/** The wait where a backoff gives none, in milliseconds. */
const FALLBACK_MS = 60_000;

/** Keys that nobody forgot and that are not in the queue either; past this many their states are dropped. */
const MAX_IDLE = 10_000;

/**
 * The backoff of each key that failed.
 *
 * **Guarantees:** holds a state for the keys that are in use and for at most {@link MAX_IDLE} others, so that
 * a caller that never forgets does not fill the memory.
 */
export class KeyBackOffs {
  readonly #newBackOff: () => BackOff;
  readonly #inUse: (key: ObjectKey) => boolean;
  readonly #states = new Map<ObjectKey, State>();
  #sweepAt = MAX_IDLE;

  /** @param inUse whether the key is waiting, delayed or running. */
  constructor(newBackOff: () => BackOff, inUse: (key: ObjectKey) => boolean) {
    this.#newBackOff = newBackOff;
    this.#inUse = inUse;
  }

  /**
   * The next wait of this key, in milliseconds. A backoff that gives up, or that gives no usable number, is not
   * obeyed: its last wait is used again, since no key may be lost.
   */
  next(key: ObjectKey): number {
    const state = this.#states.get(key) ?? this.#start(key);
    state.retries += 1;
    const waitMs = state.backOff.next();
    if (waitMs !== undefined && Number.isFinite(waitMs)) state.lastMs = Math.max(0, waitMs);
    return state.lastMs;
  }

  retries(key: ObjectKey): number {
    return this.#states.get(key)?.retries ?? 0;
  }

  forget(key: ObjectKey): void {
    this.#states.delete(key);
  }

  clear(): void {
    this.#states.clear();
  }

  #start(key: ObjectKey): State {
    if (this.#states.size >= this.#sweepAt) this.#sweep();
    const state = { backOff: this.#newBackOff(), retries: 0, lastMs: FALLBACK_MS };
    this.#states.set(key, state);
    return state;
  }

  #sweep(): void {
    for (const key of this.#states.keys()) {
      if (!this.#inUse(key)) this.#states.delete(key);
    }
    this.#sweepAt = this.#states.size + MAX_IDLE;
  }
}
