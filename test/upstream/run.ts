/**
 * Holds the API server to the specs by which Kubernetes judges its own:
 *
 *     npm run test:upstream                       everything in scope, on ours
 *     npm run test:upstream -- --server real      the same on a real control plane
 *     npm run test:upstream -- --focus Watchers   only specs whose names match; may be given several times
 *     npm run test:upstream -- --skip '\[Slow\]'  without these
 *     npm run test:upstream -- --record           writes what they did into expectations.json; add the reasons
 *
 * Ends with `N passed, N failed`: a spec passes if it does what `expectations.json` says. Needs what
 * `control-plane/build.ts` needs, once: then the program is in the cache.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { findBinaries } from '../control-plane/binaries.ts';
import { buildControlPlane } from '../control-plane/build.ts';
import { EXPECTATIONS_PATH, readExpectations, surprises, withResults } from './expectations.ts';
import { runSpecs } from './ginkgo.ts';
import { buildProgram } from './program.ts';
import type { SpecResult } from './report.ts';
import { type Server, startTarget } from './target.ts';

interface Arguments {
  readonly server: Server;
  readonly focus: readonly string[];
  readonly skip: readonly string[];
  readonly processes: number;
  readonly record: boolean;
}

const SLOWEST = 10;
const LIMIT_MINUTES = 25;

function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      server: { type: 'string', default: 'ours' },
      focus: { type: 'string', multiple: true, default: [] },
      skip: { type: 'string', multiple: true, default: [] },
      // The specs wait far more than they work.
      jobs: { type: 'string', default: '6' },
      record: { type: 'boolean', default: false },
    },
  });
  const { server, focus, skip, jobs, record } = values;
  if (server !== 'ours' && server !== 'real')
    throw new Error(`cannot run upstream's specs: --server must be ours or real, got ${server}`);
  const processes = Number(jobs);
  if (!Number.isInteger(processes) || processes < 1)
    throw new Error(`cannot run upstream's specs: --jobs must be a positive integer, got ${jobs}`);
  return { server, focus, skip, processes, record };
}

/** Aborted by the first Ctrl-C; a second one ends the process as usual. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort(new Error(name)));
  return controller.signal;
}

const complain = (line: string): void => console.error(line);

async function run(options: Arguments, folder: string): Promise<readonly SpecResult[]> {
  if (!process.env['KUBEBUILDER_ASSETS']) await buildControlPlane(complain);
  const program = await buildProgram(complain);
  const signal = interruption();
  await using target = await startTarget(options.server, folder);
  const { kubeconfigPath } = target;
  const { kubectl: kubectlPath } = findBinaries();
  return await runSpecs({
    ...options,
    program,
    kubeconfigPath,
    kubectlPath,
    folder,
    limitMinutes: LIMIT_MINUTES,
    signal,
  });
}

async function writeList(server: Server, results: readonly SpecResult[]): Promise<void> {
  const list = withResults(await readExpectations(), results, server);
  await writeFile(EXPECTATIONS_PATH, `${JSON.stringify(list, undefined, 2)}\n`);
}

function printSlowest(results: readonly SpecResult[]): void {
  console.log('Slowest:');
  for (const { name, seconds } of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

/** @returns whether every spec did what the list says. */
async function report(options: Arguments, results: readonly SpecResult[]): Promise<boolean> {
  const complete = options.focus.length + options.skip.length === 0;
  const found = surprises(await readExpectations(), results, { server: options.server, complete });
  printSlowest(results);
  for (const { name, text } of found) console.log(`\nFAIL  ${name}\n  ${text.replaceAll('\n', '\n  ')}`);
  const unexpected = new Set(found.map(({ name }) => name));
  const passed = results.filter(({ name }) => !unexpected.has(name)).length;
  if (passed === 0) console.log('\nNo spec did what the list says.');
  console.log(`\n${passed} passed, ${found.length} failed`);
  return found.length === 0 && passed > 0;
}

async function main(): Promise<boolean> {
  const options = readArguments(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-upstream-'));
  const started = performance.now();
  const results = await run(options, folder);
  if (options.record) await writeList(options.server, results);
  const ok = await report(options, results);
  console.error(`${((performance.now() - started) / 1000).toFixed(0)} s on ${options.server}`);
  // What failed is explained by the log in there.
  if (ok) await rm(folder, { recursive: true, force: true });
  else console.error(`the log and the report: ${folder}`);
  return ok;
}

process.exitCode = (await main()) ? 0 : 1;
