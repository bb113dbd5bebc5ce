import { setImmediate as turn } from 'node:timers/promises';

import { Meter, liveHeapMib, peakRssMib } from '../../bench/harness/meter.ts';
import { ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

/** Keeps the event loop from turning until this process has had so much CPU, which others cannot take away. */
function block(cpuMs: number): void {
  const before = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (used() < cpuMs);
}

suite('Meter', (test) => {
  test('sees a stall, and its time and CPU', async () => {
    const meter = new Meter();
    await turn();
    block(60);
    const { ms, cpuMs, stallMs } = await meter.stop();
    ok(ms >= 30, `${ms} ms`);
    ok(cpuMs >= 60, `${cpuMs} ms of CPU`);
    ok(stallMs >= 25, `a stall of ${stallMs} ms`);
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
