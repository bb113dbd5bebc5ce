import { randomNumbers } from '../queue/random-numbers.ts';

/** Names and texts that could be taken for structure, or for the members that are looked for. */
const NAMES = ['metadata', 'managedFields', 'items', 'object', 'spec', 'a"b', 'back\\slash', 'é', '💡', ''];
const TEXTS = [
  '"managedFields":[1]',
  '{"metadata":{"managedFields":[]}}',
  'ends with \\',
  '\\"',
  '}]',
  '[{',
  ',',
  'new\nline',
  '\u2028 über 💡',
  '',
];

/** Random JSON values; the same for the same seed. */
export class JsonSamples {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }

  value(depth = 3): unknown {
    const kind = this.below(depth > 0 ? 7 : 5);
    if (kind === 0) return this.pick(TEXTS);
    if (kind === 1) return this.pick([0, -1.5e-7, 12_345_678_901]);
    if (kind < 5) return this.pick([true, false, null, 'plain', 'text']);
    return kind === 5 ? this.array(depth - 1) : this.object(depth - 1);
  }

  array(depth: number): unknown[] {
    return Array.from({ length: this.below(4) }, () => this.value(depth));
  }

  object(depth: number): Record<string, unknown> {
    const length = this.below(4);
    return Object.fromEntries(Array.from({ length }, () => [this.pick(NAMES), this.value(depth)]));
  }

  /** The same members in another order. */
  shuffled<T extends object>(value: T): T {
    const order = Object.entries(value).map((entry) => [this.#random(), entry] as const);
    return Object.fromEntries(order.toSorted(([a], [b]) => a - b).map(([, entry]) => entry)) as T;
  }

  /** Its text, compact or indented in some way. */
  text(value: unknown): string {
    return JSON.stringify(value, null, this.pick(['', ' ', '  ', '\t', '\r\n  ']));
  }
}
