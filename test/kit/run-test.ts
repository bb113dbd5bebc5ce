import { url as debuggerUrl } from 'node:inspector';
import { setTimeout as startTimer } from 'node:timers';
import { background } from '../../context/index.ts';
import { failureText } from './failure-text.ts';
import type { OpenThings } from './open-things.ts';
import { settlesWithin, turns } from './real-time.ts';
import { newSeed } from './seed.ts';
import type { StrayErrors } from './stray-errors.ts';
import type { TestContext } from './suite.ts';

/** What a test runs in: who watches it. */
export interface Watchers {
  readonly strays: StrayErrors;
  readonly openThings: OpenThings;
}

export interface TestCase {
  readonly name: string;
  readonly body: (t: TestContext) => Promise<void> | void;
  readonly timeoutMs: number;
}

export interface TestResult {
  /** Empty: the test passed. */
  readonly failures: readonly string[];
  readonly ms: number;
  readonly seed: number;
}

/** How long a test that was told to end may take to let go of what it holds, in milliseconds. */
const ENDING_MS = 250;

/**
 * Runs one test to its end: body, clean-up in reverse order, then the question what was left open.
 *
 * **Guarantees:** never rejects, and ends soon after the time limit even if the body never settles.
 */
export async function runTest(test: TestCase, watchers: Watchers): Promise<TestResult> {
  const run = new TestRun(test, watchers);
  await run.body();
  await run.cleanUp();
  return await run.finish();
}

class TestRun {
  readonly #test: TestCase;
  readonly #watchers: Watchers;
  readonly #failures: string[] = [];
  readonly #controller = new AbortController();
  readonly #cleanups: (() => Promise<void> | void)[] = [];
  readonly #started = performance.now();
  readonly #openBefore: ReadonlySet<number>;
  readonly #seed = newSeed();
  readonly #diversion: Disposable;
  #interrupt: () => void = () => {};
  #over = false;

  constructor(test: TestCase, watchers: Watchers) {
    this.#test = test;
    this.#watchers = watchers;
    this.#openBefore = watchers.openThings.snapshot();
    this.#diversion = watchers.strays.divert((error) => {
      this.#fail(error);
      this.#interrupt();
    });
  }

  async body(): Promise<void> {
    let bodyError: { error: unknown } | undefined;
    const body = this.#call().catch((error: unknown) => void (bodyError = { error }));
    const limitExceeded = await this.#settles(body);
    const limitError = new Error(`the test took longer than its limit of ${this.#test.timeoutMs} ms`);
    if (limitExceeded) this.#fail(limitError);
    this.#controller.abort(limitExceeded ? limitError : new Error('the test has ended'));
    if (this.#failures.length > 0) await this.#soon(body);
    if (bodyError !== undefined && !this.#isAbort(bodyError.error)) this.#fail(bodyError.error);
  }

  async cleanUp(): Promise<void> {
    for (let cleanup = this.#cleanups.pop(); cleanup !== undefined; cleanup = this.#cleanups.pop()) {
      const work = settled(cleanup);
      work.catch((error: unknown) => {
        if (!this.#isAbort(error)) this.#fail(new Error('cannot clean up after the test', { cause: error }));
      });
      if (!(await this.#watchers.openThings.ignore(() => settlesWithin(work, this.#test.timeoutMs))))
        this.#fail(new Error(`clean-up did not end within ${this.#test.timeoutMs} ms`));
    }
  }

  async finish(): Promise<TestResult> {
    this.#over = true;
    await turns(3); // Node reports unhandled rejections and closed handles a turn later.
    this.#failures.push(...(await this.#watchers.openThings.takeLeaks(this.#openBefore)));
    this.#diversion[Symbol.dispose]();
    return { failures: this.#failures, ms: performance.now() - this.#started, seed: this.#seed };
  }

  async #call(): Promise<void> {
    const { signal } = this.#controller;
    await this.#test.body({
      name: this.#test.name,
      signal,
      ctx: background().withSignal(signal),
      seed: this.#seed,
      defer: (cleanup) => this.#defer(cleanup),
    });
  }

  #defer(cleanup: () => Promise<void> | void): void {
    if (this.#over) throw new Error(`cannot defer a clean-up: the test "${this.#test.name}" is over`);
    this.#cleanups.push(cleanup);
  }

  /** Waits for the body, the limit, or a stray error. @returns whether the limit was exceeded. */
  #settles(body: Promise<void>): Promise<boolean> {
    const limit = debuggerUrl() === undefined ? this.#test.timeoutMs : 2 ** 31 - 1;
    return new Promise((resolve) => {
      const timer = this.#watchers.openThings.ignore(() => startTimer(() => resolve(true), limit));
      // Unref'ed, so that a loop that ran dry shows at once instead of at the limit.
      timer.unref();
      const end = (): void => {
        clearTimeout(timer);
        // A body that blocks the loop keeps the timer from firing, and is late all the same.
        resolve(performance.now() - this.#started > limit);
      };
      this.#interrupt = () => {
        clearTimeout(timer);
        resolve(false);
      };
      void body.then(end);
    });
  }

  #soon(body: Promise<void>): Promise<boolean> {
    return this.#watchers.openThings.ignore(() => settlesWithin(body, ENDING_MS));
  }

  /** Whether an error only says that the test was told to end. */
  #isAbort(error: unknown): boolean {
    const { signal } = this.#controller;
    return signal.aborted && error === signal.reason;
  }

  #fail(error: unknown): void {
    this.#failures.push(failureText(error));
  }
}

/** A promise of what `work` does, also when it throws at once. */
async function settled(work: () => Promise<void> | void): Promise<void> {
  await work();
}
