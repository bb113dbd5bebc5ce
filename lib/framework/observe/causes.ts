import type { Clock } from '../../../context/index.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import type { Cause } from './reconcile-observer.ts';

/** The causes of one reconcile that are kept; of more, the first and the latest ones. */
const MOST_CAUSES = 10;

/** What told of a key since its last reconcile began. */
export interface TakenCauses {
  /** In order of arrival. */
  readonly causes: readonly Cause[];
  /** Milliseconds since it could have run: since the first cause, or since a delay that was asked for was over. */
  readonly waitedMs: number;
}

interface Pending {
  readonly causes: Cause[];
  /** By the monotonic clock. */
  dueAt: number;
}

/** Remembers why each key is in the queue, for those who look on. Bounded by the keys of the queue. */
export class Causes {
  readonly #clock: Clock;
  readonly #pending = new Map<ObjectKey, Pending>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param afterMs the delay that was asked for. */
  add(key: ObjectKey, cause: Cause, afterMs = 0): void {
    const dueAt = this.#clock.monotonic() + afterMs;
    const pending = this.#pending.get(key);
    if (pending === undefined) {
      this.#pending.set(key, { causes: [cause], dueAt });
      return;
    }
    pending.dueAt = Math.min(pending.dueAt, dueAt);
    if (pending.causes.length === MOST_CAUSES) pending.causes.splice(1, 1);
    pending.causes.push(cause);
  }

  /** Called when the reconcile begins; what is added from then on belongs to the next one. */
  take(key: ObjectKey): TakenCauses {
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    if (pending === undefined) return { causes: [], waitedMs: 0 };
    return { causes: pending.causes, waitedMs: Math.max(0, this.#clock.monotonic() - pending.dueAt) };
  }
}
