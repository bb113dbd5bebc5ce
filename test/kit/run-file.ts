import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as startTimer } from 'node:timers';
import { type Message, parseMessage } from './protocol.ts';
import { settlesWithin } from './real-time.ts';
import type { Job } from './selection.ts';

/** One thing that went wrong, ready to print. */
export interface Failure {
  readonly where: string;
  readonly text: string;
}

export interface FileResult {
  readonly job: Job;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skips: readonly { readonly test: string; readonly reason: string }[];
  readonly ms: number;
  /** What the file printed, the last {@link MOST_OUTPUT} characters of it. */
  readonly output: string;
}

export interface RunFileOptions {
  /** Added to the environment of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kills the process. */
  readonly signal?: AbortSignal;
  /** How long the process may take to end by itself when its tests have passed. Default 3000. */
  readonly endingMs?: number;
}

const MOST_OUTPUT = 64_000;
const REPORT_FD = 3;
const WORKER = new URL('worker.ts', import.meta.url).pathname;

/** Runs one test file in its own process. Never rejects for what the file does; everything is in the result. */
export async function runFile(job: Job, options: RunFileOptions = {}): Promise<FileResult> {
  const started = performance.now();
  const record = new FileRecord();
  const child = start(job, options.env ?? {});
  const ended = end(child);
  collect(child, record);
  const limit = startTimer(() => {
    record.fault(`the file took longer than its limit of ${job.limitMs / 1000} s and was killed`);
    kill(child);
  }, job.limitMs);
  const interrupt = (): void => {
    record.fault('interrupted');
    kill(child);
  };
  options.signal?.addEventListener('abort', interrupt);
  if (options.signal?.aborted === true) interrupt();
  record.onDone = async () => {
    if (await settlesWithin(ended, options.endingMs ?? 3000)) return;
    record.fault('the process does not end after its tests: something keeps its event loop alive');
    kill(child);
  };
  const how = await ended;
  clearTimeout(limit);
  options.signal?.removeEventListener('abort', interrupt);
  return { job, ...record.conclude(how, job.label), ms: performance.now() - started };
}

/** Most of a file's start is compiling what the last file compiled. Node looks whether it is still the same. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled-tests');

function start(job: Job, env: Readonly<Record<string, string>>): ChildProcess {
  const { OPERATORKIT_TIER: _, ...inherited } = process.env;
  const tier = job.tier === undefined ? {} : { OPERATORKIT_TIER: job.tier };
  const args = ['-C', 'operatorkit-source', WORKER, '--report-fd', String(REPORT_FD), job.file];
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...inherited, ...tier, ...env },
    // A group of its own, so that what the file started can be killed with it.
    detached: true,
  });
}

/** Resolves when the process has ended and all it wrote has been read. */
async function end(child: ChildProcess): Promise<string> {
  const closed = once(child, 'close');
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    kill(child); // What it left behind holds its output open and would survive us.
    await closed;
    return signal === null ? `exit code ${code}` : `signal ${signal}`;
  } catch (error) {
    return `no start: ${String(error)}`;
  }
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, which is what was wanted.
  }
}

function collect(child: ChildProcess, record: FileRecord): void {
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => record.print(chunk));
  const report = child.stdio[REPORT_FD] as Readable;
  createInterface({ input: report }).on('line', (line) => record.take(line));
}

/** What a file has reported so far. */
class FileRecord {
  onDone: () => Promise<void> = async () => {};
  readonly #failures: Failure[] = [];
  readonly #skips: { test: string; reason: string }[] = [];
  #faults = 0;
  #passed = 0;
  #failed = 0;
  #planned = 0;
  #running: string | undefined;
  #ending: Promise<void> | undefined;
  #output = '';

  print(chunk: string): void {
    this.#output = (this.#output + chunk).slice(-MOST_OUTPUT);
  }

  fault(text: string): void {
    this.#faults += 1;
    this.#failures.push({ where: '', text });
  }

  take(line: string): void {
    try {
      this.#apply(parseMessage(line));
    } catch (error) {
      this.fault(`cannot read the file's report: ${String(error)}`);
    }
  }

  conclude(how: string, label: string): Omit<FileResult, 'job' | 'ms'> {
    const complete = this.#ending !== undefined;
    if (this.#running !== undefined) {
      this.#failed += 1;
      this.#failures.push({ where: this.#running, text: `the process ended during this test (${how})` });
    } else if (this.#faults === 0 && this.#failed === 0 && !(complete && how === 'exit code 0')) {
      this.fault(
        complete ? `the process ended badly after its tests (${how})` : `the process ended early (${how})`,
      );
    }
    const missing = this.#planned - this.#passed - this.#failed;
    if (missing > 0) this.fault(`${missing} of ${this.#planned} tests did not run`);
    const failures = this.#failures.map(({ where, text }) => ({
      where: where === '' ? label : `${label}: ${where}`,
      text,
    }));
    return { passed: this.#passed, failures, skips: this.#skips, output: this.#output };
  }

  #apply(message: Message): void {
    switch (message.type) {
      case 'plan':
        this.#planned = message.tests;
        break;
      case 'start':
        this.#running = message.test;
        break;
      case 'pass':
        this.#running = undefined;
        this.#passed += 1;
        break;
      case 'fail':
        this.#running = undefined;
        this.#failed += 1;
        this.#failures.push({
          where: message.test,
          text: [...message.failures, `SEED=${message.seed}`].join('\n'),
        });
        break;
      case 'skip':
        this.#skips.push(message);
        break;
      case 'fault':
        this.fault(message.text);
        break;
      case 'done':
        this.#ending = this.onDone();
        break;
    }
  }
}
