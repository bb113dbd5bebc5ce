/**
 * Plays random requests on the server in this process and on a real one, and prints where their answers differ:
 *
 *     node test/fuzz/run.ts [--seeds 4] [--steps 2500] [--seed 1] [--shrink 5]
 *
 * Seeds are those from `--seed` on, by default from a fresh one; a seed and a number of steps repeat a run.
 */
import { parseArgs } from 'node:util';

import { newSeed } from '../kit/seed.ts';
import { openArena } from './arena.ts';
import { Coverage } from './coverage.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '4' },
    steps: { type: 'string', default: '2500' },
    seed: { type: 'string', default: String(newSeed()) },
    shrink: { type: 'string', default: '5' },
  },
});
const { signal } = new AbortController();
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.seed) + index);
console.log(`seeds ${seeds.join(', ')}`);
await using arena = await openArena(signal);
const coverage = new Coverage();
const started = performance.now();
const options = { seeds, steps: Number(values.steps), coverage, signal, shrunk: Number(values.shrink) };
const { differences, met } = await fuzz(arena, options);
console.log(`${seeds.length} × ${values.steps} steps in ${Math.round(performance.now() - started)} ms`);
console.log(String(coverage));
for (const [name, times] of met) console.log(`allowed: ${name}, ${times}×`);
for (const difference of differences) console.log(`\n${difference}`);
console.log(`${differences.length} sorts of differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
