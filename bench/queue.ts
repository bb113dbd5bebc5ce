// What does the work queue cost per key, and how long does an urgent key wait behind a backlog?
//
//   npm run bench:queue                       five rounds; about a minute
//   npm run bench:queue -- --rounds 3 --json bench/results/queue.json
//
// Everything happens in memory, each contestant in a process of its own, which also checks that no key is lost
// and that none runs twice at once. Contestants:
//
//   minimal                  the smallest queue that keeps keys apart, as people write it around client-node
//   work-queue               ours, with its metrics
//   work-queue, no metrics   ours without a registry
//
// Metrics: microseconds per key of 1,000 (few) and 100,000 (many) keys. "Whole cycle" is add, take and done,
// with ten workers that do nothing. Retries have delays of 50 to 150 ms, and count CPU time only. The urgent key
// is added at priority 0 while 100,000 keys of an initial list wait at low priority, ten at a time; each of
// their reconciles takes one turn of the event loop. A queue without priorities leaves those rows out, or lets
// the urgent key wait for all others.
import type { QueueName } from './contestants/queues.ts';
import { runChild } from './harness/child.ts';
import { CodeUnderTest } from './harness/code-under-test.ts';
import { benchOptions, chosen } from './harness/options.ts';
import { type Metric, describeMachine, publish } from './harness/report.ts';
import { type Entrant, runRounds } from './harness/rounds.ts';
import type { Measures } from './harness/statistics.ts';
import type { QueueTask } from './queue-contestant.ts';

const NAMES: readonly QueueName[] = ['minimal', 'work-queue', 'work-queue, no metrics'];
const BASELINE: QueueName = 'minimal';
const RUN_MS = 60_000;

const lower = (name: string, digits: number): Metric => ({ name, digits, better: 'lower' });
const METRICS: readonly Metric[] = [
  lower('add, few keys: µs', 2),
  lower('take and done, few keys: µs', 2),
  lower('add, many keys: µs', 2),
  lower('take and done, many keys: µs', 2),
  lower('add of a waiting key: µs', 2),
  lower('whole cycle, ten workers: µs', 2),
  lower('whole cycle, five priorities: µs', 2),
  lower('retry with a delay: CPU µs', 2),
  lower('urgent key: others before it', 0),
  lower('urgent key: ms until it runs', 2),
];

const { quick, rounds, only, json } = benchOptions(process.argv.slice(2));
const machine = describeMachine();
const code = new CodeUnderTest();
const sizes = quick ? { few: 100, many: 2000 } : { few: 1000, many: 100_000 };
const entrants = NAMES.map((name): Entrant => ({ name, run: () => runOne({ queue: name, ...sizes }) }));
const done = await runRounds(chosen(entrants, only), rounds, (name, round) =>
  console.log(`queue, round ${round}: ${name} ran`),
);
const title = `queue with ${sizes.few.toLocaleString('en-US')} and ${sizes.many.toLocaleString('en-US')} keys`;
if (!quick) code.checkUnchanged(); // A smoke test has no figures that could be mixed up.
publish(machine, [{ title, metrics: METRICS, baseline: BASELINE, rounds: done }], json);

async function runOne(task: QueueTask): Promise<Measures> {
  const file = new URL('queue-contestant.ts', import.meta.url);
  return (await runChild(file, { task, timeoutMs: RUN_MS })) as Measures;
}
