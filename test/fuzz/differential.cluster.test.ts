// kit: file limit 4200 s
// kit: shows output
import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { openArena } from './arena.ts';
import { Coverage } from './coverage.ts';
import { DIFFERENCES } from './differences.ts';
import { type FuzzResult, play, type Sequence, sequencesOf } from './fuzz.ts';
import { FUZZED_KINDS } from './kinds.ts';
import { sweepOf } from './sweep.ts';

/**
 * How many seeds of each sort are played, and how long each is: fixed ones are the same in every run, fresh ones look
 * for what none has met.
 */
const FIXED = count('OPERATORKIT_FUZZ_SEEDS', 20);
const FRESH = count('OPERATORKIT_FUZZ_FRESH_SEEDS', 20);
const STEPS = count('OPERATORKIT_FUZZ_STEPS', 2500);

/** The least share of the grammar that the fixed seeds must have exercised together. */
const LEAST_COVERAGE = 0.8;

suite(
  'random requests',
  (test) => {
    test(`of ${FIXED} fixed seeds are answered as by a real API server`, async (t) => {
      const seeds = Array.from({ length: FIXED }, (_, index) => index + 1);
      const { coverage, met } = await playSeeds(seeds, t.signal);
      if (FIXED < 8 || STEPS < 2500) return; // Too few to meet everything.
      ok(coverage.share >= LEAST_COVERAGE, `only ${coverage.share} of the grammar was used`);
      const stale = DIFFERENCES.filter(({ name, rare = false }) => !rare && !met.has(name));
      equal(stale, [], 'known differences that no seed meets are none any more');
    });

    test('of each field with each odd value are answered as by a real API server', async (t) => {
      await playWithout(FUZZED_KINDS.values().flatMap(sweepOf), t.signal);
    });

    if (FRESH === 0) return;
    test(`of ${FRESH} fresh seeds are answered as by a real API server`, async (t) => {
      await playSeeds(
        Array.from({ length: FRESH }, (_, index) => (t.seed + index) % 2 ** 32),
        t.signal,
      );
    });
  },
  { timeoutMs: 2_000_000 },
);

interface Played {
  readonly coverage: Coverage;
  /** Name of a known difference → how often it was met. */
  readonly met: ReadonlyMap<string, number>;
}

async function playSeeds(seeds: readonly number[], signal: AbortSignal): Promise<Played> {
  console.log(`seeds ${seeds.join(', ')}; ${STEPS} steps each`);
  const coverage = new Coverage();
  const { met } = await playWithout(sequencesOf(seeds, STEPS, coverage), signal, coverage);
  console.log(String(coverage));
  for (const { name } of DIFFERENCES) console.log(`known difference, ${met.get(name) ?? 0}×: ${name}`);
  return { coverage, met };
}

/** @throws with the shortest sequences that show a difference, unless there is none. */
async function playWithout(
  sequences: Iterable<Sequence>,
  signal: AbortSignal,
  coverage: Coverage = new Coverage(),
): Promise<FuzzResult> {
  await using arena = await openArena(signal);
  const result = await play(arena, sequences, { coverage, signal });
  const { differences } = result;
  ok(differences.length === 0, `${differences.length} sorts of differences:\n${differences.join('\n\n')}`);
  return result;
}

function count(name: string, fallback: number): number {
  const given = Number(process.env[name] ?? fallback);
  if (Number.isSafeInteger(given) && given >= 0) return given;
  throw new RangeError(`cannot run the fuzzer: ${name} must be a natural number, got ${process.env[name]}`);
}
