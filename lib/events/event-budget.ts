import type { Clock } from '../../context/index.ts';

/** As client-go's spam filter has them. @see kubernetes/client-go:tools/record/events_cache.go */
const BURST = 25;
const REFILL_MS = 300_000;
/** So many objects are watched over; the one that was longest silent is forgotten first. */
const MOST_OBJECTS = 4096;

interface Bucket {
  tokens: number;
  readonly sinceMs: number;
}

/** How many new events there may be about one object: 25 at once, then one in five minutes. */
export class EventBudget {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether there may be another one about the object. */
  take(object: string): boolean {
    const now = this.#clock.monotonic();
    const { tokens, sinceMs } = this.#buckets.get(object) ?? { tokens: BURST, sinceMs: now };
    const refilled = Math.floor((now - sinceMs) / REFILL_MS);
    const left = Math.min(BURST, tokens + refilled);
    const allowed = left > 0;
    this.#buckets.delete(object); // The last one in the map is the one that was asked for last.
    this.#buckets.set(object, {
      tokens: allowed ? left - 1 : 0,
      sinceMs: left === BURST ? now : sinceMs + refilled * REFILL_MS,
    });
    if (this.#buckets.size > MOST_OBJECTS) this.#buckets.delete(this.#buckets.keys().next().value!);
    return allowed;
  }
}
