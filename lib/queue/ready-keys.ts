import type { ObjectKey } from '../object/kubernetes-object.ts';
import { Heap, type HeapNode } from './heap.ts';

/** A key that may be taken. */
export interface ReadyKey {
  readonly key: ObjectKey;
  readonly priority: number;
  /** When it began to wait, by the monotonic clock, in milliseconds. */
  readonly since: number;
}

interface Arrival extends ReadyKey {
  /** Order of arrival at this priority. */
  readonly arrival: number;
}

interface Place {
  readonly item: Arrival;
  readonly byPriority: HeapNode<Arrival>;
  readonly byAge: HeapNode<Arrival>;
}

/**
 * Of this many takes, at most one goes to a key that only its age has brought to the front, and at least one
 * while there is such a key.
 */
const AGED_SHARE = 4;

/**
 * The keys that may be taken, in two orders: by priority, and by age, where `agingMs` milliseconds of waiting
 * count as much as one more point of priority. Age alone would let an old backlog delay everything that is
 * urgent, so it gets a share of the takes and no more.
 *
 * **Guarantees:** within one priority, first come, first served. A key of priority p overtakes those of
 * priority q that came more than (q - p) × `agingMs` later, at one take in {@link AGED_SHARE}. All is
 * O(log n).
 */
export class ReadyKeys {
  readonly #places = new Map<ObjectKey, Place>();
  readonly #byPriority = new Heap<Arrival>(
    (a, b) => a.priority > b.priority || (a.priority === b.priority && a.arrival < b.arrival),
  );
  readonly #byAge: Heap<Arrival>;
  #arrivals = 0;
  #takesSinceAged = AGED_SHARE;

  constructor(agingMs: number) {
    // The order by age never changes while keys wait, since all of them age alike: so this needs no clock.
    const start = (item: Arrival): number => item.since - item.priority * agingMs;
    this.#byAge = new Heap((a, b) => start(a) < start(b) || (start(a) === start(b) && a.arrival < b.arrival));
  }

  get size(): number {
    return this.#places.size;
  }

  get(key: ObjectKey): ReadyKey | undefined {
    return this.#places.get(key)?.item;
  }

  /** Puts the key behind those of its priority. It must not be inside. */
  push(ready: ReadyKey): void {
    this.#arrivals += 1;
    const item = { ...ready, arrival: this.#arrivals };
    const place = { item, byPriority: this.#byPriority.push(item), byAge: this.#byAge.push(item) };
    this.#places.set(ready.key, place);
  }

  remove(key: ObjectKey): ReadyKey | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    this.#places.delete(key);
    this.#byPriority.remove(place.byPriority);
    this.#byAge.remove(place.byAge);
    return place.item;
  }

  /** Removes the key whose turn it is. */
  take(): ReadyKey | undefined {
    const first = this.#byPriority.peek();
    const oldest = this.#byAge.peek();
    if (first === undefined || oldest === undefined) return undefined;
    this.#takesSinceAged += 1;
    const aged = first !== oldest && this.#takesSinceAged >= AGED_SHARE;
    if (aged) this.#takesSinceAged = 0;
    return this.remove(aged ? oldest.key : first.key);
  }

  clear(): void {
    this.#places.clear();
    this.#byPriority.clear();
    this.#byAge.clear();
  }
}
