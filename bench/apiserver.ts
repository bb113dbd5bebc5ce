// How does the API server in process compare with the real one: start, memory, requests per second?
//
//   npm run bench:apiserver                       five rounds; about five minutes on two idle cores
//   npm run bench:apiserver -- --rounds 3 --json bench/results/apiserver.json
//
// Each server runs in processes of its own, fresh in each round, and gets the same requests from this process
// over eight connections of HTTP/1.1, JSON both ways, config maps of about 1 KB. Contestants:
//
//   etcd and kube-apiserver     the real ones, of the cluster tier; HTTPS, as there is no other way in; no controllers
//   operatorkit                 `operatorkit-apiserver`, as built in dist/
//   operatorkit, TLS and roles  the same with --tls --rbac, and a token
//
// Metrics: start ms (from the first exec to the first /readyz that says ok, keys and certificates of the real
// one not counted), RSS MiB idle (a second after the start) and loaded (after the load), peak RSS MiB; for each
// verb requests per second; watch events/s: changes that reach 100 watchers, times 100. The client takes its
// share of the machine, the same from all.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { FULL_LOAD, measureLoad, QUICK_LOAD } from './apiserver/load.ts';
import { startOurServer } from './apiserver/our-server.ts';
import { peakRssMib, rssMib } from './apiserver/process-facts.ts';
import { startRealServer } from './apiserver/real-server.ts';
import type { RunningServer } from './apiserver/running-server.ts';
import { CodeUnderTest } from './harness/code-under-test.ts';
import { benchOptions, chosen } from './harness/options.ts';
import { type Metric, describeMachine, publish } from './harness/report.ts';
import { type Entrant, runRounds } from './harness/rounds.ts';
import type { Measures } from './harness/statistics.ts';
import { findBinaries } from '../test/control-plane/binaries.ts';

const REAL = 'etcd and kube-apiserver';
const OURS = 'operatorkit';
const IDLE_MS = 1000;

const lower = (name: string): Metric => ({ name, digits: 0, better: 'lower' });
const higher = (name: string): Metric => ({ name, digits: 0, better: 'higher' });
const METRICS: readonly Metric[] = [
  lower('start ms'),
  lower('RSS MiB, idle'),
  lower('RSS MiB, loaded'),
  lower('peak RSS MiB'),
  higher('creates/s'),
  higher('gets/s'),
  higher('lists of 500/s'),
  higher('merge patches/s'),
  higher('applies/s'),
  higher('watch events/s'),
];

const { quick, rounds, only, json } = benchOptions(process.argv.slice(2));
const machine = describeMachine();
checkBuild();
const code = new CodeUnderTest();
const servers: readonly Entrant[] = [
  ...(hasRealServer() ? [{ name: REAL, run: () => measure(startRealServer) }] : []),
  { name: OURS, run: () => measure(() => startOurServer([])) },
  { name: `${OURS}, TLS and roles`, run: () => measure(() => startOurServer(['--tls', '--rbac'])) },
];
const done = await runRounds(chosen(servers, only), rounds, (name, round, measures) => {
  const facts = Object.entries(measures).map(([metric, value]) => `${metric} ${value.toFixed(0)}`);
  console.log(`round ${round}: ${name}: ${facts.join(', ')}`);
});
if (!quick) code.checkUnchanged(); // A smoke test has no figures that could be mixed up.
const baseline = done[0]?.has(REAL) === true ? REAL : OURS;
publish(machine, [{ title: 'API server', metrics: METRICS, baseline, rounds: done }], json);

async function measure(start: () => Promise<RunningServer>): Promise<Measures> {
  await using server = await start();
  if (!quick) await sleep(IDLE_MS);
  const idle = rssMib(server.pids);
  const load = await measureLoad(server.address, quick ? QUICK_LOAD : FULL_LOAD);
  return {
    'start ms': server.startMs,
    'RSS MiB, idle': idle,
    'RSS MiB, loaded': rssMib(server.pids),
    'peak RSS MiB': peakRssMib(server.pids),
    ...load,
  };
}

/** @throws when the binaries are missing, unless this is a smoke test. */
function hasRealServer(): boolean {
  try {
    findBinaries();
    return true;
  } catch (error) {
    if (!quick) throw error;
    console.error(`NOT MEASURED: ${REAL}: ${(error as Error).message}`);
    return false;
  }
}

/** @throws when what is to be measured was not built. */
function checkBuild(): void {
  const fromSource = process.execArgv.some((flag) => flag.includes('operatorkit-source'));
  if (fromSource || existsSync(new URL('../dist/command/operatorkit-apiserver.js', import.meta.url))) return;
  throw new Error('cannot measure the command: there is no dist/; run npm run build first');
}
