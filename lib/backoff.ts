import { backOff } from 'exponential-backoff';

import type { Context } from '../context/index.ts';
import { checkNumber } from './errors.ts';

/** The waits between attempts at one thing. Stateful: each thing needs its own. */
export interface BackOff {
  /** Milliseconds to wait before the next attempt; undefined: give up. */
  next(): number | undefined;
  /** The thing worked: start again with the shortest wait. */
  reset(): void;
}

export interface ExponentialBackOffOptions {
  /** The first wait, in milliseconds. Default 500. */
  readonly initialMs?: number;
  /** Each wait is this many times the one before; 1 or more. Default 1.5. */
  readonly factor?: number;
  /** Each wait is spread by up to this share, up or down; at most 1. Default 0.5; 0 switches it off. */
  readonly jitter?: number;
  /** The longest wait before jitter, in milliseconds. Default 60,000. */
  readonly maxMs?: number;
  /** How many waits there are before it gives up. Default Infinity. */
  readonly maxRetries?: number;
  /** A number from 0 (included) to 1. Default Math.random. */
  readonly random?: () => number;
}

/**
 * Waits that grow by a factor up to a cap, each spread by jitter.
 *
 * @throws InvalidConfigError when an option is out of its range.
 */
export function exponentialBackOff(options: ExponentialBackOffOptions = {}): BackOff {
  checkOptions(options);
  const { initialMs = 500, factor = 1.5, jitter = 0.5, maxMs = 60_000 } = options;
  const { maxRetries = Infinity, random = Math.random } = options;
  const firstMs = Math.min(maxMs, initialMs);
  let retries = 0;
  let nominalMs = firstMs;
  return {
    next: () => {
      if (retries >= maxRetries) return undefined;
      const waitMs = nominalMs * (1 - jitter + 2 * jitter * random());
      retries += 1;
      nominalMs = Math.min(maxMs, nominalMs * factor);
      return waitMs;
    },
    reset: () => {
      retries = 0;
      nominalMs = firstMs;
    },
  };
}

function checkOptions(options: ExponentialBackOffOptions): void {
  const path = 'ExponentialBackOffOptions';
  checkNumber(`${path}.initialMs`, options.initialMs);
  checkNumber(`${path}.factor`, options.factor, { min: 1 });
  checkNumber(`${path}.jitter`, options.jitter, { max: 1 });
  checkNumber(`${path}.maxMs`, options.maxMs);
  if (options.maxRetries !== Infinity) {
    checkNumber(`${path}.maxRetries`, options.maxRetries, { integer: true });
  }
}

/**
 * The default of the framework: 500 ms, × 1.5, ± 50 %, capped at 60 s, endless. Each call of the returned
 * function makes a fresh one.
 *
 * NOTE: operatorkit gave up after eight attempts and ended the process; here nothing gives up.
 *
 * @see giantswarm/operatorkit:framework/backoff.go
 */
export function defaultBackOffFactory(): () => BackOff {
  return () => exponentialBackOff();
}

export interface RetryOptions {
  readonly backOff: BackOff;
  /** Whether this error is worth another attempt. Default: each is. An abort never is. */
  readonly retryIf?: (error: unknown) => boolean;
  /** Called before each wait, not after the last failure. */
  readonly onRetry?: (error: unknown, waitMs: number) => void;
}

/**
 * Calls the work until it succeeds, gives up, or the context is aborted; rejects with the last error, or with
 * the signal's reason. Waits on the context's clock.
 *
 * NOTE: exponential-backoff knows no signal, so it gets no delay of its own and the wait happens in its `retry`
 * hook. It still puts one turn of the real timer before each repeat, after which the signal is looked at again.
 */
export async function retry<T>(ctx: Context, work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { backOff: waits, retryIf, onRetry } = options;
  const attempt = async (): Promise<T> => {
    ctx.signal.throwIfAborted();
    return await work();
  };
  const waitForNext = async (error: unknown): Promise<boolean> => {
    ctx.signal.throwIfAborted();
    const waitMs = retryIf?.(error) === false ? undefined : waits.next();
    if (waitMs === undefined) return false;
    onRetry?.(error, waitMs);
    await ctx.clock.sleep(waitMs, ctx.signal);
    return true;
  };
  return await backOff(attempt, {
    startingDelay: 0,
    timeMultiple: 1,
    numOfAttempts: Infinity,
    retry: waitForNext,
  });
}
