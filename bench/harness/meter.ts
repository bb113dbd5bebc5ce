import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a stretch of work took. */
export interface Reading {
  readonly ms: number;
  /** User and system time of all threads of the process, so garbage collection and compilation count. */
  readonly cpuMs: number;
  /** The longest time in which the event loop did not turn; up to 1 ms of it is the sampler's own period. */
  readonly stallMs: number;
}

const SAMPLE_MS = 1;

/**
 * Measures the process it runs in, from its creation until `stop`.
 *
 * The stalls come from Node's own sampler, a timer of libuv: it runs no JavaScript a thousand times per
 * second, so it neither costs the contestant what a timer of ours would, nor makes garbage.
 */
export class Meter {
  readonly #delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  readonly #cpu: NodeJS.CpuUsage;
  readonly #startMs: number;

  constructor() {
    this.#delay.enable();
    this.#cpu = process.cpuUsage();
    this.#startMs = performance.now();
  }

  /** Time and CPU end with the call; it resolves when a stall that is still going on has been counted too. */
  async stop(): Promise<Reading> {
    const ms = performance.now() - this.#startMs;
    const { user, system } = process.cpuUsage(this.#cpu);
    await sleep(3 * SAMPLE_MS);
    this.#delay.disable();
    return { ms, cpuMs: (user + system) / 1000, stallMs: this.#delay.max / 1e6 };
  }
}

/** The most memory that the process ever had resident, in MiB. */
export function peakRssMib(): number {
  return (vmHwmKib() ?? process.resourceUsage().maxRSS) / 1024;
}

/** Linux's own high-water mark; other systems have none. */
function vmHwmKib(): number | undefined {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined; // No /proc: then the caller asks getrusage, which says nearly the same.
  }
}

/** What is alive on the heap after a full garbage collection, in MiB. Read the peak first: this disturbs it. */
export function liveHeapMib(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
