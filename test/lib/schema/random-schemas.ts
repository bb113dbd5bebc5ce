import { z } from 'zod';

import { randomNumbers } from '../queue/random-numbers.ts';

const TEXTS = ['', 'a', 'ab', 'a-b', 'long text', 'é', '5%', 'auto'];
const NUMBERS = [0, 1, -1, 5, 10, 1.5, 2 ** 31, -(2 ** 31) - 1];
const NAMES = ['a', 'b', 'c', 'type'];

/** Schemas that a definition can say, and values for them, as a seed wants them. */
export class RandomSchemas {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** The schema of a spec: an object. */
  object(depth: number = 3): z.ZodObject {
    const names = NAMES.filter(() => this.#chance(0.6));
    const shape = Object.fromEntries(names.map((name) => [name, this.#member(depth - 1)]));
    return this.#pick([z.object, z.strictObject, z.looseObject])(shape);
  }

  #member(depth: number): z.ZodType {
    const schema = this.#schema(depth);
    if (this.#chance(0.2)) return schema.nullable();
    return this.#chance(0.5) ? schema.optional() : schema;
  }

  #schema(depth: number): z.ZodType {
    const scalars = [
      () => this.#text(),
      () => this.#integer(),
      () => z.number().max(this.#pick(NUMBERS)),
      () => z.boolean(),
      () => z.enum(['a', 'ab', 'auto']),
      () => z.literal(this.#pick<string | number>(['a', 1])),
      () => z.union([this.#text(), this.#integer()]),
      () => z.union([z.literal('auto'), this.#integer()]),
      () => z.union([z.enum(['a', 'b']), z.literal('auto')]),
      () => z.any(),
    ];
    const compounds = [
      () => this.object(depth),
      () => z.array(this.#schema(depth - 1)).max(2 + this.#below(2)),
      () => z.record(z.string(), this.#schema(depth - 1)),
      () => z.union([this.#alternative(depth), this.#alternative(depth)]),
      () => this.#kinds(depth),
      () =>
        z.intersection(
          z.object({ a: this.#integer() }),
          z.object({ a: z.int(), b: this.#text().optional() }),
        ),
    ];
    return this.#pick(depth > 0 && this.#chance(0.5) ? compounds : scalars)();
  }

  #text(): z.ZodType<string> {
    return this.#pick([
      () => z.string(),
      () =>
        z
          .string()
          .min(this.#below(3))
          .max(2 + this.#below(4)),
      () => z.string().regex(/^[a-z]+(?:-[a-z]+)?$/),
      () => z.string().regex(/^\d+%$/),
      () => z.string().startsWith('a').endsWith('b'),
    ])();
  }

  #integer(): z.ZodType<number> {
    return this.#pick([
      () => z.int(),
      () => z.int32(),
      () => z.int().min(this.#pick([0, 1, 5])),
      () => z.int().positive().multipleOf(5),
    ])();
  }

  /** Members of one name have one type in all alternatives. */
  #alternative(depth: number): z.ZodObject {
    const shape = { a: this.#text(), b: this.#integer(), c: z.array(this.#text()) };
    const names = (['a', 'b', 'c'] as const).filter(() => this.#chance(0.6));
    const members = names.map((name) => [
      name,
      depth > 1 && this.#chance(0.3) ? shape[name].optional() : shape[name],
    ]);
    return z.object(Object.fromEntries(members) as z.ZodRawShape);
  }

  #kinds(depth: number): z.ZodType {
    const [one, other] = [this.#alternative(depth), this.#alternative(depth)];
    return z.discriminatedUnion('type', [
      one.extend({ type: z.literal('a') }),
      other.extend({ type: z.enum(['ab', 'auto']) }),
    ]);
  }

  /** A value that has the shape of most of what {@link object} makes. */
  value(depth: number = 3): unknown {
    const kinds = [
      () => this.#pick(TEXTS),
      () => this.#pick(NUMBERS),
      () => this.#pick([true, false, null]),
      () => this.spec(depth - 1),
      () => Array.from({ length: this.#below(3) }, () => this.value(depth - 1)),
    ];
    return this.#pick(depth > 0 ? kinds : kinds.slice(0, 3))();
  }

  spec(depth: number = 3): Readonly<Record<string, unknown>> {
    const names = NAMES.filter(() => this.#chance(0.7));
    return Object.fromEntries(
      names.map((name) => [
        name,
        name === 'type' && this.#chance(0.7) ? this.#pick(['a', 'ab']) : this.value(depth - 1),
      ]),
    );
  }
}
