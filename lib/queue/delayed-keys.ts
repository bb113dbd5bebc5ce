import type { Clock, Timer } from '../../context/index.ts';
import type { ObjectKey } from '../object/kubernetes-object.ts';
import { Heap, type HeapNode } from './heap.ts';

/** A key that waits for its time. */
export interface DelayedKey {
  readonly key: ObjectKey;
  readonly priority: number;
  /** By the monotonic clock, in milliseconds. */
  readonly dueAt: number;
}

interface Place extends DelayedKey {
  /** Breaks ties: pushed earlier, due earlier. */
  readonly order: number;
}

/**
 * The keys that wait for their time, with one timer for the earliest of them.
 *
 * **Guarantees:** `onDue` is called once for each key that was not removed before, in the order of their times,
 * never synchronously; while nothing waits, no timer runs.
 */
export class DelayedKeys {
  readonly #clock: Clock;
  readonly #onDue: (due: readonly DelayedKey[]) => void;
  readonly #places = new Map<ObjectKey, HeapNode<Place>>();
  readonly #byTime = new Heap<Place>(
    (a, b) => a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order),
  );
  #pushed = 0;
  #timer: { readonly at: number; readonly timer: Timer } | undefined;

  constructor(clock: Clock, onDue: (due: readonly DelayedKey[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  get size(): number {
    return this.#places.size;
  }

  get(key: ObjectKey): DelayedKey | undefined {
    return this.#places.get(key)?.item;
  }

  /** The key must not be inside. */
  push(delayed: DelayedKey): void {
    this.#pushed += 1;
    this.#places.set(delayed.key, this.#byTime.push({ ...delayed, order: this.#pushed }));
    this.#arm();
  }

  remove(key: ObjectKey): DelayedKey | undefined {
    const removed = this.#drop(key);
    if (this.size === 0) this.#disarm();
    return removed;
  }

  clear(): void {
    this.#places.clear();
    this.#byTime.clear();
    this.#disarm();
  }

  #drop(key: ObjectKey): DelayedKey | undefined {
    const node = this.#places.get(key);
    if (node === undefined) return undefined;
    this.#places.delete(key);
    this.#byTime.remove(node);
    return node.item;
  }

  /** A timer that fires too early, because its key is gone or Node rounds, finds nothing and starts the next. */
  #arm(): void {
    const at = this.#byTime.peek()?.dueAt;
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    this.#timer?.timer.cancel();
    this.#timer = { at, timer: this.#clock.timer(at - this.#clock.monotonic(), () => this.#fire()) };
  }

  #disarm(): void {
    this.#timer?.timer.cancel();
    this.#timer = undefined;
  }

  #fire(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    const due: DelayedKey[] = [];
    for (
      let next = this.#byTime.peek();
      next !== undefined && next.dueAt <= now;
      next = this.#byTime.peek()
    ) {
      this.#drop(next.key);
      due.push(next);
    }
    this.#arm();
    if (due.length > 0) this.#onDue(due);
  }
}
