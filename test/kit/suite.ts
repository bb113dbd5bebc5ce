import type { Context } from '../../context/index.ts';
import { type Send, sendToStderr } from './protocol.ts';
import { QuietUvu } from './quiet-uvu.ts';
import { runTest, type TestCase, type Watchers } from './run-test.ts';
import { tier } from './tier.ts';

/** What a test gets. */
export interface TestContext {
  readonly name: string;
  /** Aborted at the time limit, or when the body has ended and before clean-up starts. */
  readonly signal: AbortSignal;
  /** The root context with {@link signal}: silent logger, real time. */
  readonly ctx: Context;
  /** For random data: another in each run, unless the environment has SEED. Printed when the test fails. */
  readonly seed: number;
  /**
   * Runs `cleanup` when the test has ended, the last one first. Its errors fail the test, except the signal's
   * own reason. Prefer `await using`; this is for what has no disposer.
   */
  defer(cleanup: () => Promise<void> | void): void;
}

/** Adds tests to a suite. There is no `only` and there are no hooks: both have hidden failures elsewhere. */
export interface Test {
  /** @param options timeoutMs: the limit of this test, clean-up not included. */
  (name: string, body: (t: TestContext) => Promise<void> | void, options?: SuiteOptions): void;
  /** Shown with its reason at the end of each run; where CI is set, a failure. */
  skip(name: string, reason: string): void;
}

export interface SuiteOptions {
  /** Limit of each test, in milliseconds. Default 2000; 60 000 on a real cluster. */
  readonly timeoutMs?: number;
}

interface Skip {
  readonly name: string;
  readonly reason: string;
}

interface Suite {
  readonly name: string;
  readonly tests: TestCase[];
  readonly skips: Skip[];
}

/** The suites of this process, in order. State of the module on purpose: one process runs one test file. */
const suites: Suite[] = [];
let closed = false;

/**
 * Declares a suite: name it like the export under test, its tests like sentences in the present tense. Call
 * it at the top level of a test file; the runner does the rest.
 *
 * @param define called at once; declares the tests, synchronously.
 * @throws when anything is declared that would not run as it looks: no name, a name twice, a suite without
 * tests, tests that are declared too late.
 */
export function suite(name: string, define: (test: Test) => void, options: SuiteOptions = {}): void {
  if (closed) throw new Error(`cannot declare suite "${name}": the tests already run`);
  if (name === '' || suites.some((other) => other.name === name))
    throw new Error(`cannot declare suite "${name}": the name is empty or taken`);
  const made: Suite = { name, tests: [], skips: [] };
  suites.push(made);
  const scope = { open: true };
  const result: unknown = define(newTest(made, scope, options));
  scope.open = false;
  if (result !== undefined)
    throw new Error(`cannot declare suite "${name}": its callback must return nothing`);
  if (made.tests.length + made.skips.length === 0)
    throw new Error(`cannot declare suite "${name}": it has no tests`);
}

function newTest(into: Suite, scope: { readonly open: boolean }, defaults: SuiteOptions): Test {
  const check = (name: string): void => {
    const where = `cannot declare test "${name}" of suite "${into.name}"`;
    if (!scope.open) throw new Error(`${where}: the suite's callback has ended`);
    if (name === '' || [...into.tests, ...into.skips].some((other) => other.name === name))
      throw new Error(`${where}: the name is empty or taken`);
  };
  const test = (name: string, body: TestCase['body'], options: SuiteOptions = {}): void => {
    check(name);
    if (typeof body !== 'function')
      throw new TypeError(`cannot declare test "${name}" of suite "${into.name}": it has no body`);
    const timeoutMs = options.timeoutMs ?? defaults.timeoutMs ?? (tier() === 'real' ? 60_000 : 2000);
    into.tests.push({ name, body, timeoutMs });
  };
  const skip = (name: string, reason: string): void => {
    check(name);
    if (reason === '') throw new Error(`cannot skip test "${name}" of suite "${into.name}": say why`);
    into.skips.push({ name, reason });
  };
  return Object.assign(test, { skip });
}

/**
 * Runs all suites of this process in order, on uvu, and sends what becomes of them. For the kit's worker only.
 * @returns whether all is well.
 */
export async function runSuites(send: Send, watchers: Watchers): Promise<boolean> {
  closed = true;
  send({ type: 'plan', tests: suites.reduce((sum, { tests }) => sum + tests.length, 0) });
  const uvu = await loadUvu();
  const quiet = new QuietUvu(send !== sendToStderr);
  let failed = false;
  const fault = (text: string): void => {
    failed = true;
    send({ type: 'fault', text });
  };
  const run = async (title: string, test: TestCase): Promise<void> => {
    send({ type: 'start', test: title });
    quiet.off();
    const { failures, ms, seed } = await runTest(test, watchers);
    quiet.on();
    if (failures.length === 0) return send({ type: 'pass', test: title, ms });
    failed = true;
    send({ type: 'fail', test: title, ms, seed, failures });
    throw new ReportedFailure([...failures, `SEED=${seed}`].join('\n'));
  };
  for (const { name, tests, skips } of suites) {
    const target = uvu.suite(name);
    for (const test of tests) target(test.name, () => run(`${name}: ${test.name}`, test));
    for (const skip of skips) send({ type: 'skip', test: `${name}: ${skip.name}`, reason: skip.reason });
    target.run();
  }
  quiet.on();
  await uvu.exec();
  quiet.off();
  if ((process.exitCode === 1) !== failed) fault('uvu and the kit disagree whether tests failed');
  if (suites.length === 0) fault('cannot test anything: the file declares no suite');
  return !failed;
}

/** Loads uvu so that nothing runs before we say so: by itself it starts on a timer after the first `run()`. */
async function loadUvu(): Promise<Pick<typeof import('uvu'), 'suite' | 'exec'>> {
  Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: [[null]] });
  return await import('uvu');
}

/** Tells uvu that a test failed. Always an Error, since uvu takes a thrown null for a pass. */
class ReportedFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Failure';
    this.stack = this.name; // uvu would print the stack of this file.
  }
}
