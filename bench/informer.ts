// How fast, and with how much memory, does an informer get all objects, and then follow their changes?
//
//   npm run bench:informer                       five rounds; about four minutes on two idle cores
//   npm run bench:informer -- --rounds 3 --json bench/results/informer.json
//   npm run bench:informer -- --only client-node,operatorkit --match events
//
// A replay server in a process of its own sends bytes that were prepared before: custom resources of 2.3 KB as
// stored, with managedFields of two managers. Each contestant reconciles every key that comes out of its queue
// with nothing but a look at the stored object, ten at a time, and must end with the last version of each
// object: else there are no figures. Contestants:
//
//   client-node   makeInformer of @kubernetes/client-node, and the smallest queue that keeps keys apart
//   operatorkit   our informer and work queue
//   framework     the whole framework, with one resource that does nothing
//   drain         the control: reads the same bytes, and only counts lines
//
// Columns. Sync, from the start of the informer (modules are loaded) until each object was reconciled once:
//   time ms, CPU ms (all threads), peak RSS MiB (of the whole process), live heap MiB (after a full collection),
//   stall ms (the longest time in which the event loop did not turn), reconciles.
// Events, from the server's start of the stream until each object's last version was reconciled: events/s,
//   CPU µs/event; fewer reconciles than events mean that changes of one object were taken together.
import { startReplay } from './replay/start.ts';
import { type Scenario } from './replay/objects.ts';
import { checkState } from './replay/progress.ts';
import { runChild } from './harness/child.ts';
import { CodeUnderTest } from './harness/code-under-test.ts';
import { type BenchOptions, benchOptions, chosen } from './harness/options.ts';
import { type Metric, type Result, describeMachine, publish } from './harness/report.ts';
import { type Entrant, runRounds } from './harness/rounds.ts';
import type { Measures } from './harness/statistics.ts';
import type { ContestantName, InformerResult, InformerTask } from './informer-contestant.ts';

const NAMES: readonly ContestantName[] = ['client-node', 'operatorkit', 'framework', 'drain'];
const BASELINE: ContestantName = 'client-node';
const RUN_MS = 120_000;

const FULL: readonly Scenario[] = [
  { objects: 10_000, events: 0 },
  { objects: 100_000, events: 0 },
  { objects: 10_000, events: 300_000 },
];
const QUICK: readonly Scenario[] = [
  { objects: 700, events: 0 },
  { objects: 700, events: 3000 },
];

const lower = (name: string, digits: number): Metric => ({ name, digits, better: 'lower' });
const MEMORY: readonly Metric[] = [
  lower('peak RSS MiB', 0),
  lower('live heap MiB', 0),
  lower('stall ms', 1),
  { name: 'reconciles', digits: 0 },
];
const SYNC: readonly Metric[] = [lower('time ms', 0), lower('CPU ms', 0), ...MEMORY];
const EVENTS: readonly Metric[] = [
  { name: 'events/s', digits: 0, better: 'higher' },
  lower('CPU µs/event', 1),
  ...MEMORY,
];

const options = benchOptions(process.argv.slice(2));
const machine = describeMachine();
const code = new CodeUnderTest();
const results: Result[] = [];
for (const scenario of options.quick ? QUICK : FULL) {
  if (titleOf(scenario).includes(options.match)) results.push(await measure(scenario, options));
}
if (!options.quick) code.checkUnchanged(); // A smoke test has no figures that could be mixed up.
publish(machine, results, options.json);

async function measure(scenario: Scenario, { rounds, only }: BenchOptions): Promise<Result> {
  const title = titleOf(scenario);
  await using replay = await startReplay(scenario);
  const all = NAMES.map((name): Entrant => ({ name, run: () => runOne(name, replay.url, scenario) }));
  const done = await runRounds(chosen(all, only), rounds, (name, round, measures) => {
    console.log(`${title}, round ${round}: ${name}: ${factsOf(measures)}`);
  });
  return { title, metrics: scenario.events === 0 ? SYNC : EVENTS, baseline: BASELINE, rounds: done };
}

async function runOne(contestant: ContestantName, url: string, scenario: Scenario): Promise<Measures> {
  const file = new URL('informer-contestant.ts', import.meta.url);
  const task: InformerTask = { contestant, url, scenario };
  const { measures, state } = (await runChild(file, { task, timeoutMs: RUN_MS })) as InformerResult;
  if (state !== undefined) checkState(contestant, state, scenario);
  else if (contestant !== 'drain') throw new Error(`cannot check ${contestant}: it reported no store`);
  return measures;
}

function titleOf({ objects, events }: Scenario): string {
  const size = objects.toLocaleString('en-US');
  return events === 0
    ? `sync of ${size} objects`
    : `${events.toLocaleString('en-US')} events on ${size} objects`;
}

function factsOf(measures: Measures): string {
  return Object.entries(measures)
    .map(([name, value]) => `${name} ${value.toFixed(0)}`)
    .join(', ');
}
