#!/usr/bin/env node
// The command `operatorkit-apiserver`: see command/options.ts for what it takes.
import { systemClock } from '../../context/index.ts';
import { runCommand } from './command/run.ts';

const stop = new AbortController();
// The second one ends the process at once, as signals do by themselves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  signal: stop.signal,
  clock: systemClock,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
