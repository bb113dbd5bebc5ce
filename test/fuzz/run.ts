/**
 * Plays random requests on the server in this process and on a real one, and prints where their answers differ:
 *
 *     node test/fuzz/run.ts [--seeds 4] [--steps 2500] [--seed 1] [--shrink 5]
 *     node test/fuzz/run.ts --sweep [--kind Job]  in place of chance: each field with each odd value, by each verb
 *
 * Seeds are those from `--seed` on, by default from a fresh one; a seed and a number of steps repeat a run.
 */
import { parseArgs } from 'node:util';

import { newSeed } from '../kit/seed.ts';
import { openArena } from './arena.ts';
import { Coverage } from './coverage.ts';
import { fuzz, play, type Sequence } from './fuzz.ts';
import { FUZZED_KINDS } from './kinds.ts';
import { sweepOf } from './sweep.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '4' },
    steps: { type: 'string', default: '2500' },
    seed: { type: 'string', default: String(newSeed()) },
    shrink: { type: 'string', default: '5' },
    sweep: { type: 'boolean', default: false },
    kind: { type: 'string', multiple: true },
  },
});
const { signal } = new AbortController();
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.seed) + index);
if (!values.sweep) console.log(`seeds ${seeds.join(', ')}`);
await using arena = await openArena(signal);
const coverage = new Coverage();
const started = performance.now();
const options = { coverage, signal, shrunk: Number(values.shrink) };
const { differences, met } = values.sweep
  ? await play(arena, sweeps(), options)
  : await fuzz(arena, { ...options, seeds, steps: Number(values.steps) });
const played = values.sweep ? 'a sweep' : `${seeds.length} × ${values.steps} steps`;
console.log(`${played} in ${Math.round(performance.now() - started)} ms`);
console.log(String(coverage));
for (const [name, times] of met) console.log(`allowed: ${name}, ${times}×`);
for (const difference of differences) console.log(`\n${difference}`);
console.log(`${differences.length} sorts of differences`);
process.exitCode = differences.length === 0 ? 0 : 1;

function sweeps(): readonly Sequence[] {
  const { kind: wanted = FUZZED_KINDS.map(({ kind }) => kind) } = values;
  return FUZZED_KINDS.filter(({ kind }) => wanted.includes(kind)).map((kind) => ({
    origin: `sweep of ${kind.plural}`,
    steps: sweepOf(kind),
  }));
}
