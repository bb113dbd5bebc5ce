/**
 * Time, as everything in this project sees it. Nobody calls `setTimeout` or `Date.now` directly, so that a
 * test can put a virtual clock into the context and move it by hand.
 */
export interface Clock {
  /** Wall clock, in milliseconds since the epoch. May jump; use it for timestamps only. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. Use it for durations and deadlines. */
  monotonic(): number;
  /**
   * Calls `callback` once, `ms` milliseconds from now (at once if `ms` is not positive, but never
   * synchronously). The timer keeps the process alive unless `unref` is set.
   */
  timer(ms: number, callback: () => void, options?: TimerOptions): Timer;
  /**
   * Resolves after `ms` milliseconds; `Infinity` waits for the signal alone.
   * Rejects with `signal.reason` as soon as the signal is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface TimerOptions {
  /** The process may end although the timer is pending. Default false. */
  readonly unref?: boolean;
}

export interface Timer {
  /** Idempotent. After it returns the callback does not run any more. */
  cancel(): void;
}

/** Longest delay that Node's timers take; longer ones would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

function startTimer(ms: number, callback: () => void, options: TimerOptions = {}): Timer {
  const delay = Math.max(0, Math.ceil(ms)); // Node cuts fractions off, and would fire too early.
  let handle: NodeJS.Timeout;
  const start = (left: number): void => {
    const step = Math.min(left, LONGEST_DELAY_MS);
    handle = setTimeout(() => (left > step ? start(left - step) : callback()), step);
    if (options.unref === true) handle.unref();
  };
  start(delay);
  return { cancel: () => clearTimeout(handle) };
}

/** Sleeps on any clock that has timers. For those who implement {@link Clock}. */
export function sleepOn(
  clock: Pick<Clock, 'timer'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const timer =
      ms === Infinity
        ? undefined
        : clock.timer(ms, () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          });
    const abort = (): void => {
      timer?.cancel();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer: startTimer,
  sleep: (ms, signal) => sleepOn({ timer: startTimer }, ms, signal),
};
