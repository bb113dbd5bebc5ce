/**
 * Plays random requests on the server in this process and on a real one, and prints where their answers differ:
 *
 *     node test/fuzz/run.ts [--seeds 4] [--steps 2500] [--seed 1] [--shrink 5]
 *     node test/fuzz/run.ts --sweep [--kind Job]  in place of chance: each field with each odd value, by each verb
 *     node test/fuzz/run.ts --pairs [--kind Job]  each two fields with odd values at once
 *     node test/fuzz/run.ts --full [--kind Job]   what can be done to an object with nearly every field
 *
 * `--kind` also takes the kinds of swept-kinds.ts, which random requests leave out.
 *
 * Seeds are those from `--seed` on, by default from a fresh one; a seed and a number of steps repeat a run.
 */
import { parseArgs } from 'node:util';

import { newSeed } from '../kit/seed.ts';
import { openArena } from './arena.ts';
import { Coverage } from './coverage.ts';
import { fullSweepOf } from './full-sweep.ts';
import { play, type Sequence, sequencesOf } from './fuzz.ts';
import { FUZZED_KINDS, type FuzzedKind } from './kinds.ts';
import { SWEPT_KINDS } from './swept-kinds.ts';
import { pairsOf, sweepOf } from './sweep.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '4' },
    steps: { type: 'string', default: '2500' },
    seed: { type: 'string', default: String(newSeed()) },
    shrink: { type: 'string', default: '5' },
    sweep: { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    kind: { type: 'string', multiple: true },
  },
});
const kinds = kindsOf(values.kind);
const { signal } = new AbortController();
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.seed) + index);
const isRandom = !values.sweep && !values.pairs && !values.full;
if (isRandom) console.log(`seeds ${seeds.join(', ')}`);
await using arena = await openArena(signal);
const coverage = new Coverage();
const started = performance.now();
const options = { coverage, signal, shrunk: Number(values.shrink) };
const { differences, met } = await play(arena, sequences(), options);
console.log(`played in ${Math.round(performance.now() - started)} ms`);
console.log(isRandom ? String(coverage) : coverage.answers);
for (const [name, times] of met) console.log(`allowed: ${name}, ${times}×`);
for (const difference of differences) console.log(`\n${difference}`);
console.log(`${differences.length} sorts of differences`);
process.exitCode = differences.length === 0 ? 0 : 1;

function kindsOf(wanted: readonly string[] | undefined): readonly FuzzedKind[] {
  if (wanted === undefined) return FUZZED_KINDS;
  const known = [...FUZZED_KINDS, ...SWEPT_KINDS];
  const names = known.map(({ kind }) => kind);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`cannot play ${unknown.join(', ')}: --kind must be one of ${names.join(', ')}`);
    process.exit(1);
  }
  return known.filter(({ kind }) => wanted.includes(kind));
}

/** All at once would fill the memory. */
async function* sequences(): AsyncGenerator<Sequence> {
  if (isRandom) yield* sequencesOf(seeds, Number(values.steps), coverage);
  if (values.sweep) for (const kind of kinds) yield* sweepOf(kind);
  if (values.pairs) for (const kind of kinds) yield* pairsOf(kind);
  if (values.full) for (const kind of kinds) yield* fullSweepOf(arena, kind, signal);
}
