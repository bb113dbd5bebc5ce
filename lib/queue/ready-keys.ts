import type { ObjectKey } from '../object/kubernetes-object.ts';
import { Heap, type HeapNode } from './heap.ts';

/** A key that may be taken. */
export interface ReadyKey {
  readonly key: ObjectKey;
  readonly priority: number;
  /** When it began to wait, by the monotonic clock, in milliseconds. */
  readonly since: number;
}

/** A place in a lane. */
interface Place extends ReadyKey {
  /** Order of arrival, of all. */
  readonly arrival: number;
  readonly lane: Lane;
  before: Place | undefined;
  after: Place | undefined;
}

/**
 * Keys of one priority in order of arrival, none of which began to wait later than the next: so both orders are
 * that of the lane, and only its first key is compared with those of others.
 */
interface Lane {
  readonly priority: number;
  /** Undefined only before the first key comes, and after the last one went. */
  first: Place | undefined;
  last: Place | undefined;
  byPriority: HeapNode<Lane> | undefined;
  byAge: HeapNode<Lane> | undefined;
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
 * O(log n), and O(1) where only the priority tells keys apart and there are few.
 */
export class ReadyKeys {
  readonly #places = new Map<ObjectKey, Place>();
  /** The lane that takes new keys of a priority; keys that were raised may have lanes beside it. */
  readonly #lanes = new Map<number, Lane>();
  readonly #byPriority = new Heap<Lane>(
    (a, b) => a.priority > b.priority || (a.priority === b.priority && a.first!.arrival < b.first!.arrival),
  );
  readonly #byAge: Heap<Lane>;
  #arrivals = 0;
  #takesSinceAged = AGED_SHARE;

  constructor(agingMs: number) {
    // The order by age never changes while keys wait, since all of them age alike: so this needs no clock.
    const start = ({ priority, first }: Lane): number => first!.since - priority * agingMs;
    this.#byAge = new Heap(
      (a, b) => start(a) < start(b) || (start(a) === start(b) && a.first!.arrival < b.first!.arrival),
    );
  }

  get size(): number {
    return this.#places.size;
  }

  get(key: ObjectKey): ReadyKey | undefined {
    return this.#places.get(key);
  }

  /** Puts the key behind those of its priority. It must not be inside. */
  push({ key, priority, since }: ReadyKey): void {
    this.#arrivals += 1;
    const lane = this.#laneOf(priority, since);
    const { last } = lane;
    const place = { key, priority, since, arrival: this.#arrivals, lane, before: last, after: undefined };
    this.#places.set(key, place);
    lane.last = place;
    if (last === undefined) this.#open(lane, place);
    else last.after = place;
  }

  remove(key: ObjectKey): ReadyKey | undefined {
    const place = this.#places.get(key);
    if (place !== undefined) this.#drop(place);
    return place;
  }

  /** Removes the key whose turn it is. */
  take(): ReadyKey | undefined {
    const first = this.#byPriority.peek()?.first;
    const oldest = this.#byAge.peek()?.first;
    if (first === undefined || oldest === undefined) return undefined;
    this.#takesSinceAged += 1;
    const aged = first !== oldest && this.#takesSinceAged >= AGED_SHARE;
    if (aged) this.#takesSinceAged = 0;
    const place = aged ? oldest : first;
    this.#drop(place);
    return place;
  }

  clear(): void {
    this.#places.clear();
    this.#lanes.clear();
    this.#byPriority.clear();
    this.#byAge.clear();
  }

  /** A raised key that waited longer than those of its new priority gets a lane of its own. */
  #laneOf(priority: number, since: number): Lane {
    const known = this.#lanes.get(priority);
    if (known?.last !== undefined && known.last.since <= since) return known;
    const lane = { priority, first: undefined, last: undefined, byPriority: undefined, byAge: undefined };
    if (known === undefined) this.#lanes.set(priority, lane);
    return lane;
  }

  #open(lane: Lane, first: Place): void {
    lane.first = first;
    lane.byPriority = this.#byPriority.push(lane);
    lane.byAge = this.#byAge.push(lane);
  }

  #leave({ byPriority, byAge }: Lane): void {
    if (byPriority !== undefined) this.#byPriority.remove(byPriority);
    if (byAge !== undefined) this.#byAge.remove(byAge);
  }

  #drop(place: Place): void {
    const { key, lane, before, after } = place;
    this.#places.delete(key);
    // What is gone must not hold on to what comes later: the garbage collector would keep it longer.
    place.before = undefined;
    place.after = undefined;
    if (after === undefined) lane.last = before;
    else after.before = before;
    if (before === undefined) this.#advance(lane, after);
    else before.after = after;
  }

  /** The lane's first key is gone. A lane that stands alone keeps its place among the others. */
  #advance(lane: Lane, first: Place | undefined): void {
    if (first !== undefined && this.#byPriority.size === 1) {
      lane.first = first;
      return;
    }
    this.#leave(lane);
    if (first !== undefined) this.#open(lane, first);
    else if (this.#lanes.get(lane.priority) === lane) this.#lanes.delete(lane.priority);
  }
}
