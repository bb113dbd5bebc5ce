import type { HeldChange } from './held-object.ts';

/** A change, and when it happened by the clock's monotonic time, in milliseconds. */
interface Entry {
  readonly change: HeldChange;
  readonly at: number;
}

/** The changes of one collection that are still known, oldest first. */
export class ChangeHistory {
  #entries: Entry[] = [];
  /** Entries before this index are forgotten; they are cut off now and then, not one by one. */
  #head = 0;

  get size(): number {
    return this.#entries.length - this.#head;
  }

  add(change: HeldChange, at: number): void {
    this.#entries.push({ change, at });
  }

  /** The oldest entry. */
  first(): Entry | undefined {
    return this.#entries[this.#head];
  }

  /** Forgets the oldest entry. */
  forgetFirst(): void {
    this.#head++;
    if (this.#head < 1024 || this.#head * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }

  /** The changes after the revision, oldest first. */
  *since(revision: number): Generator<HeldChange, void, undefined> {
    for (let index = this.#firstAfter(revision); index < this.#entries.length; index++)
      yield this.#entries[index]!.change;
  }

  /** Whether anything changed after the revision. */
  changedSince(revision: number): boolean {
    return this.#firstAfter(revision) < this.#entries.length;
  }

  #firstAfter(revision: number): number {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entries[middle]!.change.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
