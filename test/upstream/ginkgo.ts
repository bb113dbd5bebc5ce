import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

import { OUT_OF_SCOPE } from './out-of-scope.ts';
import type { Program } from './program.ts';
import { readReport, type SpecResult } from './report.ts';

export interface GinkgoOptions {
  readonly program: Program;
  readonly kubeconfigPath: string;
  /** Of the specs' version; some call it. */
  readonly kubectlPath: string;
  /** Takes the report and the log, `ginkgo.log`. */
  readonly folder: string;
  /** Regular expressions of Go; a spec runs if its name has one of them. None: all that are in scope. */
  readonly focus: readonly string[];
  /** Regular expressions of Go; a spec whose name has one of them does not run. */
  readonly skip: readonly string[];
  /** How many run at once. Those that must be alone run at the end. */
  readonly processes: number;
  /** How long all of it may take. */
  readonly limitMinutes: number;
  /** Ends the run; what was running cleans up after itself first. */
  readonly signal: AbortSignal;
}

const REPORT = 'report.json';

function ginkgoArguments(options: GinkgoOptions): readonly string[] {
  const { program, kubeconfigPath, kubectlPath, folder, focus, skip, processes, limitMinutes } = options;
  return [
    `--procs=${processes}`,
    `--timeout=${limitMinutes}m`,
    '--no-color',
    `--output-dir=${folder}`,
    `--json-report=${REPORT}`,
    // What they share with other groups brings those groups' specs along.
    '--label-filter=sig-api-machinery',
    ...focus.map((pattern) => `--focus=${pattern}`),
    ...[...Object.keys(OUT_OF_SCOPE), ...skip].map((pattern) => `--skip=${pattern}`),
    program.specs,
    '--',
    `--kubeconfig=${kubeconfigPath}`,
    `--kubectl-path=${kubectlPath}`,
    '--provider=skeleton',
    '--kube-api-content-type=application/json',
    // One spec that fails says enough by itself; the state of the whole cluster beside it is noise.
    '--dump-logs-on-failure=false',
  ];
}

/**
 * Runs the specs against a server.
 *
 * @returns the specs that ran, those that failed included.
 * @throws when they could not be run; names the log.
 */
export async function runSpecs(options: GinkgoOptions): Promise<readonly SpecResult[]> {
  const logPath = join(options.folder, 'ginkgo.log');
  const log = createWriteStream(logPath);
  const child = spawn(options.program.ginkgo, ginkgoArguments(options), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const interrupt = (): void => void child.kill('SIGINT');
  options.signal.addEventListener('abort', interrupt);
  try {
    await once(child, 'close');
    return await readReport(join(options.folder, REPORT));
  } catch (error) {
    throw new Error(`cannot run upstream's specs: see ${logPath}`, { cause: error });
  } finally {
    options.signal.removeEventListener('abort', interrupt);
    log.end();
  }
}
