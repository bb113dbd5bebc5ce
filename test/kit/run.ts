import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { inCI } from './in-ci.ts';
import { fileLine, summary } from './report.ts';
import { type FileResult, runFile } from './run-file.ts';
import { newSeed } from './seed.ts';
import { type Job, selectJobs, WANTED, type Wanted } from './selection.ts';

/**
 * `run.ts [--tier unit|direct|programs|cluster|package] [--jobs N] [file or part of a path…]`: runs test files, each in
 * a process of its own. Exits with 0 only if tests ran and all of them passed.
 */

interface Order {
  readonly wanted: Wanted;
  readonly selected: readonly Job[];
  /** How many run at once. */
  readonly jobs: number;
}

/** @throws an Error for whoever wrote the command line. */
function readOrder(args: readonly string[]): Order {
  const options = { tier: { type: 'string', default: 'unit' }, jobs: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const jobs = Number(values.jobs ?? availableParallelism());
  const wanted = WANTED.find((tier) => tier === values.tier);
  if (wanted === undefined)
    throw new Error(`cannot run tests: --tier must be one of ${WANTED.join(', ')}, got ${values.tier}`);
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`cannot run tests: --jobs must be a positive integer, got ${String(values.jobs)}`);
  newSeed(); // Complains about a wrong SEED once, rather than in each test.
  return { wanted, jobs, selected: selectJobs(wanted, positionals) };
}

async function runAll(
  jobs: readonly Job[],
  atOnce: number,
  options: { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = [...jobs];
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined && !options.signal.aborted; job = waiting.shift()) {
      const result = await runFile(job, options);
      results.push(result);
      process.stdout.write(`${fileLine(result)}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results.toSorted((a, b) => (a.job.label < b.job.label ? -1 : 1));
}

interface ControlPlane extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
}

async function startControlPlane(wanted: Wanted): Promise<ControlPlane> {
  if (wanted !== 'cluster') return { env: {}, [Symbol.asyncDispose]: async () => {} };
  // Loaded only when wanted, since it brings what the everyday tests do not need.
  const { startSharedControlPlane } = await import('../control-plane/shared.ts');
  return await startSharedControlPlane();
}

/** Aborted by the first Ctrl-C; a second one ends the process as usual. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort(new Error(name)));
  return controller.signal;
}

async function run({ wanted, jobs, selected }: Order): Promise<boolean> {
  const signal = interruption();
  let results: FileResult[];
  {
    await using controlPlane = await startControlPlane(wanted);
    results = await runAll(selected, jobs, { env: controlPlane.env, signal });
  }
  const { text, ok } = summary(results, { skipsFail: inCI() });
  process.stdout.write(`${text}\n`);
  return ok && !signal.aborted;
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}

async function main(): Promise<void> {
  let order: Order;
  try {
    order = readOrder(process.argv.slice(2));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  try {
    process.exitCode = (await run(order)) ? 0 : 1;
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

await main();
