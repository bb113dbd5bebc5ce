// How long does `import 'operatorkit'` take, how much memory, and what does it load?
//
//   npm run bench:import                       builds first; five rounds, some seconds
//   npm run bench:import -- --rounds 20 --json bench/results/import.json
//
// Each contestant is a Node process of its own that does nothing but the import:
//
//   nothing                  an empty process, below which nobody gets
//   operatorkit              the package as it is installed (dist/); left out with --quick when there is no build
//   operatorkit, source      the TypeScript files, whose types Node strips
//   @kubernetes/client-node  what `import 'operatorkit'` must not load
//
// Metrics: import ms (the import alone), process ms (from start to exit, seen from outside), RSS MiB (after the
// import). Before the measurement each import runs once with a hook that lists the modules it loads; one of
// client-node's among ours is a failure.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { CodeUnderTest } from './harness/code-under-test.ts';
import { benchOptions, chosen } from './harness/options.ts';
import { type Metric, describeMachine, publish } from './harness/report.ts';
import { type Entrant, runRounds } from './harness/rounds.ts';
import type { Measures } from './harness/statistics.ts';

interface Import {
  readonly name: string;
  readonly flags: readonly string[];
  /** Undefined: nothing is imported. */
  readonly specifier: string | undefined;
}

const FORBIDDEN = '@kubernetes/client-node';
const ROOT = new URL('..', import.meta.url);
const RUN_MS = 20_000;

const IMPORTS: readonly Import[] = [
  { name: 'nothing', flags: [], specifier: undefined },
  { name: 'operatorkit', flags: [], specifier: 'operatorkit' },
  { name: 'operatorkit, source', flags: ['-C', 'operatorkit-source'], specifier: 'operatorkit' },
  { name: FORBIDDEN, flags: [], specifier: FORBIDDEN },
];

const METRICS: readonly Metric[] = [
  { name: 'import ms', digits: 0, better: 'lower' },
  { name: 'process ms', digits: 0, better: 'lower' },
  { name: 'RSS MiB', digits: 0, better: 'lower' },
  { name: 'modules', digits: 0, better: 'lower' },
];

const { quick, rounds, only, json } = benchOptions(process.argv.slice(2));
const machine = describeMachine();
const code = measuredFolders().map((root) => new CodeUnderTest(root));
const imports = chosen(availableImports(quick), only);
const loaded = new Map<string, readonly string[]>();
for (const one of imports) loaded.set(one.name, await modulesOf(one));
for (const { name, specifier } of imports) if (specifier === 'operatorkit') checkModules(name);

const entrants = imports.map((one): Entrant => ({ name: one.name, run: () => measure(one) }));
const done = await runRounds(entrants, rounds, (name, round) =>
  console.log(`import, round ${round}: ${name} ran`),
);
if (!quick) for (const one of code) one.checkUnchanged();
publish(machine, [{ title: 'import', metrics: METRICS, baseline: FORBIDDEN, rounds: done }], json);

/** The checkout and, where there is one, its build. */
function measuredFolders(): readonly string[] {
  const roots = [ROOT, new URL('dist/', ROOT)].map((url) => fileURLToPath(url));
  return roots.filter((root) => existsSync(`${root}lib`));
}

/** @throws Error when there is no build to measure. */
function availableImports(mayLeaveOut: boolean): readonly Import[] {
  if (existsSync(new URL('dist/lib/index.js', ROOT))) return IMPORTS;
  if (!mayLeaveOut) throw new Error('cannot measure the package: there is no dist/; run npm run build first');
  console.log('There is no dist/, so only the source is measured; npm run build makes it.');
  return IMPORTS.filter(({ name }) => name !== 'operatorkit');
}

async function measure({ name, flags, specifier }: Import): Promise<Measures> {
  const statement = specifier === undefined ? '' : `await import(${JSON.stringify(specifier)});`;
  const startMs = performance.now();
  const { ms, rssMib } = (await run(
    flags,
    `const start = performance.now();
     ${statement}
     const ms = performance.now() - start;
     console.log(JSON.stringify({ ms, rssMib: process.memoryUsage.rss() / 1024 / 1024 }));`,
  )) as { readonly ms: number; readonly rssMib: number };
  const common = { 'process ms': performance.now() - startMs, 'RSS MiB': rssMib };
  return specifier === undefined ? common : { ...common, 'import ms': ms, modules: loaded.get(name)!.length };
}

/** The URLs of all modules that the import loads, CommonJS included, without Node's own. */
async function modulesOf({ flags, specifier }: Import): Promise<readonly string[]> {
  if (specifier === undefined) return [];
  return (await run(
    flags,
    `import { registerHooks } from 'node:module';
     const urls = [];
     registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
     await import(${JSON.stringify(specifier)});
     console.log(JSON.stringify(urls.filter((url) => url.startsWith('file:'))));`,
  )) as readonly string[];
}

/** @throws Error when the import of ours loaded client-node, or the hook saw nothing. */
function checkModules(name: string): void {
  const urls = loaded.get(name)!;
  const found = urls.find((url) => url.includes(`/node_modules/${FORBIDDEN}/`));
  if (urls.length === 0) throw new Error(`cannot check ${name}: no module of it was seen`);
  if (found !== undefined) throw new Error(`cannot accept ${name}: it loads ${FORBIDDEN} (${found})`);
  console.log(`${name}: ${urls.length} modules, none of ${FORBIDDEN}; packages: ${packagesOf(urls)}`);
}

function packagesOf(urls: readonly string[]): string {
  const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].join(', ');
}

/** Runs a script in a process of its own, where this package can import itself by name; its output is JSON. */
async function run(flags: readonly string[], script: string): Promise<unknown> {
  const args = [...flags, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: RUN_MS });
  return JSON.parse(stdout) as unknown;
}
