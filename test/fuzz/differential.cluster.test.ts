// kit: file limit 4200 s
// kit: shows output
import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { openArena } from './arena.ts';
import { Coverage } from './coverage.ts';
import { DIFFERENCES } from './differences.ts';
import { fuzz } from './fuzz.ts';

/**
 * How many seeds of each sort are played, and how long each is: fixed ones are the same in every run, fresh ones look
 * for what none has met. As long as one fresh seed in ten finds something rare, those are played by hand, and what they
 * find is mended: a run must not fail by chance.
 */
const FIXED = count('OPERATORKIT_FUZZ_SEEDS', 20);
const FRESH = count('OPERATORKIT_FUZZ_FRESH_SEEDS', 0);
const STEPS = count('OPERATORKIT_FUZZ_STEPS', 2500);

/** The least share of the grammar that the fixed seeds must have exercised together. */
const LEAST_COVERAGE = 0.8;

suite(
  'random requests',
  (test) => {
    test(`of ${FIXED} fixed seeds are answered as by a real API server`, async (t) => {
      const seeds = Array.from({ length: FIXED }, (_, index) => index + 1);
      const { coverage, met } = await playWithout(seeds, t.signal);
      if (FIXED < 8 || STEPS < 2500) return; // Too few to meet everything.
      ok(coverage.share >= LEAST_COVERAGE, `only ${coverage.share} of the grammar was used`);
      const stale = DIFFERENCES.filter(({ name, rare = false }) => !rare && !met.has(name));
      equal(stale, [], 'known differences that no seed meets are none any more');
    });

    if (FRESH === 0) return;
    test(`of ${FRESH} fresh seeds are answered as by a real API server`, async (t) => {
      await playWithout(
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

/** Plays the seeds. @throws with the shortest sequences that show a difference, unless there is none. */
async function playWithout(seeds: readonly number[], signal: AbortSignal): Promise<Played> {
  console.log(`seeds ${seeds.join(', ')}; ${STEPS} steps each`);
  await using arena = await openArena(signal);
  const coverage = new Coverage();
  const { differences, met } = await fuzz(arena, { seeds, steps: STEPS, coverage, signal });
  console.log(String(coverage));
  for (const { name } of DIFFERENCES) console.log(`known difference, ${met.get(name) ?? 0}×: ${name}`);
  ok(differences.length === 0, `${differences.length} sorts of differences:\n${differences.join('\n\n')}`);
  return { coverage, met };
}

function count(name: string, fallback: number): number {
  const given = Number(process.env[name] ?? fallback);
  if (Number.isSafeInteger(given) && given >= 0) return given;
  throw new RangeError(`cannot run the fuzzer: ${name} must be a natural number, got ${process.env[name]}`);
}
