/** What {@link TimerHeap} orders. */
export interface HeapTimer {
  readonly deadlineMs: number;
  /** Breaks ties: the lower one comes first. */
  readonly order: number;
}

/**
 * The pending timers of a virtual clock, the next to fire first. Adding and removing take logarithmic time,
 * so that a test may start 100 000 of them.
 */
export class TimerHeap<T extends HeapTimer> {
  /** A binary heap: each timer is due no later than those at twice its place plus one and two. */
  readonly #timers: T[] = [];
  readonly #places = new Map<T, number>();

  get size(): number {
    return this.#timers.length;
  }

  /** The next to fire; it stays. */
  peek(): T | undefined {
    return this.#timers[0];
  }

  add(timer: T): void {
    this.#timers.push(timer);
    this.#rise(timer, this.#timers.length - 1);
  }

  /** Without effect when the timer is not in the heap. */
  remove(timer: T): void {
    const place = this.#places.get(timer);
    const last = this.#timers.at(-1);
    if (place === undefined || last === undefined) return;
    this.#timers.pop();
    this.#places.delete(timer);
    if (last === timer) return;
    this.#rise(last, place);
    this.#sink(last, this.#places.get(last) ?? place);
  }

  /** The first `count` in the order of firing. Sorts everything: for messages. */
  first(count: number): T[] {
    return this.#timers.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, count);
  }

  #rise(timer: T, from: number): void {
    let place = from;
    while (place > 0) {
      const parentPlace = (place - 1) >>> 1;
      const parent = this.#timers[parentPlace];
      if (parent === undefined || isBefore(parent, timer)) break;
      this.#put(parent, place);
      place = parentPlace;
    }
    this.#put(timer, place);
  }

  #sink(timer: T, from: number): void {
    let place = from;
    for (;;) {
      const [left, right] = [this.#timers[2 * place + 1], this.#timers[2 * place + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (isBefore(timer, child)) break;
      this.#put(child, place);
      place = 2 * place + (isRight ? 2 : 1);
    }
    this.#put(timer, place);
  }

  #put(timer: T, place: number): void {
    this.#timers[place] = timer;
    this.#places.set(timer, place);
  }
}

function isBefore(a: HeapTimer, b: HeapTimer): boolean {
  return a.deadlineMs < b.deadlineMs || (a.deadlineMs === b.deadlineMs && a.order < b.order);
}
