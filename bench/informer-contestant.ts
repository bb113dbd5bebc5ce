// One run of one contestant of informer.ts, in a process of its own.
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';

import type { Contestant } from './contestants/contestant.ts';
import { childTask, reportToParent } from './harness/child.ts';
import { Meter, liveHeapMib, peakRssMib } from './harness/meter.ts';
import type { Measures } from './harness/statistics.ts';
import { type Scenario, lastVersionsAbove } from './replay/objects.ts';
import { Progress, type StoreState, stateOf } from './replay/progress.ts';

export interface InformerTask {
  readonly contestant: ContestantName;
  readonly url: string;
  readonly scenario: Scenario;
}

export interface InformerResult {
  readonly measures: Measures;
  /** Undefined for the control, which keeps nothing. */
  readonly state: StoreState | undefined;
}

export type ContestantName = 'client-node' | 'operatorkit' | 'framework' | 'drain';

/** Only the one that runs is loaded: the others' memory is not his. */
const LOAD: Readonly<Record<Exclude<ContestantName, 'drain'>, () => Promise<Contestant>>> = {
  'client-node': async () => await import('./peers/client-node.ts'),
  operatorkit: async () => await import('./contestants/operatorkit.ts'),
  framework: async () => await import('./contestants/framework.ts'),
};

const { contestant, url, scenario } = childTask() as InformerTask;
await reportToParent(contestant === 'drain' ? await measureDrain() : await measure(await LOAD[contestant]()));

async function measure({ start }: Contestant): Promise<InformerResult> {
  let reconciles = 0;
  let progress = new Progress(scenario.objects, 0);
  const meter = new Meter();
  const running = await start(url, async (key, version) => {
    reconciles += 1;
    progress.reconciled(key, version);
  });
  await progress.done;
  const listed = await meter.stop();
  progress = new Progress(scenario.objects, lastVersionsAbove(scenario));
  const synced = reconciles;
  const streamed = scenario.events === 0 ? undefined : await measureEvents(() => progress.done);
  const memory = { 'peak RSS MiB': peakRssMib(), 'live heap MiB': liveHeapMib() };
  const state = stateOf(running.versions());
  await running.stop();
  const own = streamed ?? { 'time ms': listed.ms, 'CPU ms': listed.cpuMs, 'stall ms': listed.stallMs };
  return { measures: { ...own, ...memory, reconciles: reconciles - (streamed ? synced : 0) }, state };
}

async function measureEvents(done: () => Promise<void>): Promise<Measures> {
  await go();
  const meter = new Meter();
  await done();
  const { ms, cpuMs, stallMs } = await meter.stop();
  const { events } = scenario;
  return { 'events/s': (events * 1000) / ms, 'CPU µs/event': (cpuMs * 1000) / events, 'stall ms': stallMs };
}

async function measureDrain(): Promise<InformerResult> {
  if (scenario.events > 0) {
    const { drainEvents } = await import('./peers/drain.ts');
    const events = await drainEvents(url, scenario);
    return { measures: await measureEvents(() => events.read()), state: undefined };
  }
  const { drainList } = await import('./peers/drain.ts');
  const meter = new Meter();
  await drainList(url);
  const { ms, cpuMs } = await meter.stop();
  return { measures: { 'time ms': ms, 'CPU ms': cpuMs }, state: undefined };
}

/** Returns when the server is about to send the first event. */
async function go(): Promise<void> {
  const [response] = (await once(get(`${url}/replay/go`), 'response')) as [IncomingMessage];
  await response.resume().toArray();
}
