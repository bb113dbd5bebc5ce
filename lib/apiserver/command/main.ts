import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

import { systemClock } from '../../../context/index.ts';
import type { Clock } from '../../../context/index.ts';
import { runCommand } from './run.ts';

/** The real clock. `performance`, which the other one asks, is a module of Node's that nothing else here needs. */
const CLOCK: Clock = { ...systemClock, monotonic: () => Number(process.hrtime.bigint()) / 1e6 };

/** Runs the command in this process, which is its alone. Resolves when it ended. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  // The second one ends the process at once, as signals do by themselves.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  process.exitCode = await runCommand(process.argv.slice(2), {
    signal: stop.signal,
    clock: CLOCK,
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    onStarted,
  });
}

/**
 * Saves what was compiled for the next start: that, and no more, is what it will need. Then has V8 keep the process
 * small: what a few thousand writes leave behind may double it before anybody looks. Not sooner, since all that is
 * compiled ahead, Node's own modules first, is of no use to a V8 with other flags.
 */
function onStarted(): void {
  flushCompileCache();
  setFlagsFromString('--optimize-for-size');
}
