import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** How often each contestant runs. */
  readonly rounds: number;
  /** Tiny sizes, one round: shows that everything works, and measures nothing. */
  readonly quick: boolean;
  /** Where the figures go as JSON; undefined: nowhere. */
  readonly json: string | undefined;
  /** Only these contestants; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** Only the scenarios whose title contains this; empty: all. */
  readonly match: string;
}

const DEFAULT_ROUNDS = 5;

/**
 * Reads `--rounds N`, `--quick`, `--json FILE`, `--only A,B` and `--match TEXT`.
 *
 * @throws TypeError for anything else; RangeError when the rounds are no positive integer.
 */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      only: { type: 'string' },
      match: { type: 'string', default: '' },
    },
  });
  const rounds = values.rounds === undefined ? (values.quick ? 1 : DEFAULT_ROUNDS) : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new RangeError(`--rounds must be a positive integer, got "${values.rounds}"`);
  const { quick, json, only, match } = values;
  return { rounds, quick, json, only: only?.split(','), match };
}

/**
 * The contestants that were asked for.
 *
 * @throws RangeError when one does not exist: a typo must not look like a measurement.
 */
export function chosen<T extends { readonly name: string }>(
  all: readonly T[],
  only: readonly string[] | undefined,
): readonly T[] {
  if (only === undefined) return all;
  const names = all.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`--only must name contestants (${names.join(', ')}), got "${unknown}"`);
  return all.filter(({ name }) => only.includes(name));
}
