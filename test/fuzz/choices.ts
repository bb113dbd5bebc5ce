import { randomNumbers } from '../lib/queue/random-numbers.ts';
import type { Coverage } from './coverage.ts';

/** Choices that a seed repeats. Each alternative of a named rule is counted, those never taken too. */
export class Choices {
  readonly #next: () => number;
  readonly #coverage: Coverage;

  constructor(seed: number, coverage: Coverage) {
    this.#next = randomNumbers(seed);
    this.#coverage = coverage;
  }

  /** One of the alternatives, by their weights; one without weight is none. */
  of<K extends string>(rule: string, weights: Readonly<Record<K, number>>): K {
    const entries = (Object.entries<number>(weights) as [K, number][]).filter(([, weight]) => weight > 0);
    let rest = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const [taken] = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries.at(-1)!;
    for (const [name] of entries) this.#coverage.rule(rule, name, name === taken);
    return taken;
  }

  /** Whether a rule applies that has the probability. */
  chance(rule: string, probability: number): boolean {
    const applies = this.#next() < probability;
    this.#coverage.rule(rule, 'yes', applies);
    this.#coverage.rule(rule, 'no', !applies);
    return applies;
  }

  /** From 0 (included) to the limit; not counted. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** Not counted. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
