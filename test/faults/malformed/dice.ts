import { randomNumbers } from '../../lib/queue/random-numbers.ts';

/** Choices that a seed repeats. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** From 0 (included) to the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
