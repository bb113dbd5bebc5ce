import type { HeldObject } from './held-object.ts';

/** Packs objects that were not written for a while: all but the latest so many. */
export class RestingObjects {
  readonly #kept: number;
  #written: HeldObject[] = [];
  /** Those before it are packed; they are cut off now and then, not one by one. */
  #head = 0;

  /** @param kept how many stay whole. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  add(held: HeldObject): void {
    this.#written.push(held);
    while (this.#written.length - this.#head > this.#kept) this.#written[this.#head++]!.pack();
    if (this.#head < 1024 || this.#head * 2 < this.#written.length) return;
    this.#written = this.#written.slice(this.#head);
    this.#head = 0;
  }
}
