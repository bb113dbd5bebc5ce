#!/usr/bin/env node
// The command `operatorkit-apiserver`: see command/options.ts for what it takes.
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// This process is ours alone. It is to start soon: what was compiled once is found again. And it is to stay small:
// without this, what a few thousand writes leave behind may double it before anybody looks.
enableCompileCache();
setFlagsFromString('--optimize-for-size');

const stop = new AbortController();
// The second one ends the process at once, as signals do by themselves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const { systemClock } = await import('../../context/index.ts');
const { runCommand } = await import('./command/run.ts');
process.exitCode = await runCommand(process.argv.slice(2), {
  signal: stop.signal,
  clock: systemClock,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
