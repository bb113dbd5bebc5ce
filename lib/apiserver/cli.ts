#!/usr/bin/env node
// The command `operatorkit-apiserver`: see command/options.ts for what it takes.
import { enableCompileCache } from 'node:module';

// Before anything else is loaded: what was compiled once is found again.
enableCompileCache();
// Nothing awaits here: the built command is CommonJS, which starts sooner.
void import('./command/main.ts').then(({ main }) => main());
