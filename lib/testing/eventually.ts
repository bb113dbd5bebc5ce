import { inspect } from 'node:util';
import { type Clock, systemClock, type Timer } from '../../context/index.ts';

export interface EventuallyOptions {
  /** What is waited for, to complete the sentence "gave up waiting for …". Default `the condition`. */
  readonly what?: string;
  /** Milliseconds until it gives up. Default 5000. */
  readonly deadlineMs?: number;
  /** Milliseconds between the end of one read and the next. Default 10. */
  readonly intervalMs?: number;
  /** Gives up when aborted. */
  readonly signal?: AbortSignal;
  /** Measures both times. Default the real clock; a virtual one must be moved by someone else. */
  readonly clock?: Clock;
}

/** What the latest read came to. */
type Seen<T> = { readonly value: T } | { readonly error: unknown } | undefined;

/**
 * Reads until `check` accepts the value, for what happens in its own time: a test awaits this instead of
 * sleeping. Errors of `read` mean "not yet"; errors of `check` are the caller's and end the wait.
 *
 * **Guarantees:** reads at once, never twice at the same time, and never again once it has settled.
 *
 * @returns the first value that `check` accepts.
 * @throws Error that says what was waited for, for how long, and what the last read came to; its cause is the
 * last error of `read`, or the signal's reason if that ended the wait.
 */
export function eventually<T>(
  read: () => T | Promise<T>,
  check: (value: T) => boolean,
  options: EventuallyOptions = {},
): Promise<T> {
  const poll = new Poll(read, check, options);
  return new Promise<T>((resolve, reject) => {
    poll.start(resolve, reject);
  }).finally(() => poll.end());
}

class Poll<T> {
  readonly #read: () => T | Promise<T>;
  readonly #check: (value: T) => boolean;
  readonly #options: EventuallyOptions;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #startedMs: number;
  #seen: Seen<T>;
  #reads = 0;
  #ended = false;
  #deadline: Timer | undefined;
  #next: Timer | undefined;
  #onAbort: (() => void) | undefined;

  constructor(read: () => T | Promise<T>, check: (value: T) => boolean, options: EventuallyOptions) {
    this.#read = read;
    this.#check = check;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#deadlineMs = options.deadlineMs ?? 5000;
    this.#startedMs = this.#clock.monotonic();
  }

  start(resolve: (value: T) => void, reject: (error: unknown) => void): void {
    const { signal } = this.#options;
    this.#onAbort = () => reject(this.#gaveUp(signal?.reason));
    if (signal?.aborted === true) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#deadline = this.#clock.timer(this.#deadlineMs, () => reject(this.#gaveUp(undefined)));
    void this.#once(resolve, reject);
  }

  end(): void {
    this.#ended = true;
    this.#deadline?.cancel();
    this.#next?.cancel();
    if (this.#onAbort !== undefined) this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Reads and checks; tries again later unless that settled it. Never rejects. */
  async #once(resolve: (value: T) => void, reject: (error: unknown) => void): Promise<void> {
    try {
      this.#seen = await this.#look();
      if (this.#ended) return;
      if ('value' in this.#seen && this.#check(this.#seen.value)) return resolve(this.#seen.value);
      this.#next = this.#clock.timer(this.#options.intervalMs ?? 10, () => void this.#once(resolve, reject));
    } catch (error) {
      reject(error);
    }
  }

  async #look(): Promise<NonNullable<Seen<T>>> {
    try {
      this.#reads += 1;
      return { value: await this.#read() };
    } catch (error) {
      return { error };
    }
  }

  #gaveUp(reason: unknown): Error {
    const ms = Math.round(this.#clock.monotonic() - this.#startedMs);
    const what = this.#options.what ?? 'the condition';
    const message = `gave up waiting for ${what} after ${ms} ms and ${this.#reads} reads: ${describe(this.#seen)}`;
    const error =
      reason ?? (this.#seen !== undefined && 'error' in this.#seen ? this.#seen.error : undefined);
    return new Error(message, error === undefined ? {} : { cause: error });
  }
}

function describe(seen: Seen<unknown>): string {
  if (seen === undefined) return 'the first read has not ended';
  if ('error' in seen) return `the last read threw ${inspect(seen.error, { depth: 1 }).slice(0, 1000)}`;
  const value = inspect(seen.value, { depth: 4, maxArrayLength: 20, maxStringLength: 500 });
  return `the last value was ${value.length > 2000 ? `${value.slice(0, 2000)}…` : value}`;
}
