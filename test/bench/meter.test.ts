import { setImmediate as turn } from 'node:timers/promises';

import { Meter, liveHeapMib, peakRssMib } from '../../bench/harness/meter.ts';
import { ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

/** Keeps the event loop from turning. */
function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

suite('Meter', (test) => {
  test('sees a stall, and its time and CPU', async () => {
    const meter = new Meter();
    await turn();
    block(60);
    const { ms, cpuMs, stallMs } = await meter.stop();
    ok(ms >= 60, `${ms} ms`);
    ok(cpuMs >= 20, `${cpuMs} ms of CPU`); // Others may have had the core for a part of it.
    ok(stallMs >= 55, `a stall of ${stallMs} ms`);
  });
});

suite('peakRssMib', (test) => {
  test('does not fall when memory is freed', () => {
    let memory: Buffer | undefined = Buffer.alloc(64 * 1024 * 1024, 1);
    const peak = peakRssMib();
    ok(peak > 64, `${peak} MiB with a block of ${memory.length} bytes`);
    memory = undefined;
    ok(liveHeapMib() < peak);
    ok(peakRssMib() >= peak);
  });
});
