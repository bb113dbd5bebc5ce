#!/usr/bin/env node
// The command `operatorkit-crd`: see command/options.ts for what it takes.
import { runCommand } from './command/run.ts';

// Nothing awaits here: the built command may be CommonJS.
void runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}).then((code) => {
  process.exitCode = code;
});
