import type { Context } from '../context/index.ts';
import { TimeoutError } from './errors.ts';

/** Whether this error only says that the signal was aborted: no failure, so no retry and no error metric. */
export function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && error === signal.reason;
}

/**
 * Waits for the promise, or rejects with the signal's reason as soon as it is aborted. The promise's own end
 * is then nobody's: a later rejection is taken and dropped. Use it only where the work itself sees the signal,
 * or cannot be stopped at all.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {}); // Also when the signal was aborted before, so that nobody waits for the promise at all.
  signal.throwIfAborted();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort !== undefined) signal.removeEventListener('abort', abort);
  }
}

interface Limit extends Disposable {
  /** Aborted at the limit, or with the context that it descends from. */
  readonly ctx: Context;
  /** Undefined as long as the limit has not passed. */
  readonly timedOut: () => TimeoutError | undefined;
}

function startLimit(ctx: Context, ms: number, what: string): Limit {
  ctx.signal.throwIfAborted();
  const controller = new AbortController();
  let timedOut: TimeoutError | undefined;
  const timer = ctx.clock.timer(ms, () => {
    timedOut = new TimeoutError(`${what} did not end within ${ms} ms`);
    controller.abort(timedOut);
  });
  return {
    ctx: ctx.withSignal(controller.signal),
    timedOut: () => timedOut,
    [Symbol.dispose]: () => timer.cancel(),
  };
}

/**
 * Runs the work with a context that is aborted after `ms` milliseconds. Rejects with a {@link TimeoutError} if the
 * limit passed, but only when the work has really ended: nothing goes on behind the caller's back.
 */
export async function withTimeLimit<T>(
  ctx: Context,
  ms: number,
  work: (ctx: Context) => Promise<T>,
  what: string,
): Promise<T> {
  using limit = startLimit(ctx, ms, what);
  let result: T;
  try {
    result = await work(limit.ctx);
  } catch (error) {
    throw limit.timedOut() ?? error;
  }
  const timedOut = limit.timedOut();
  if (timedOut !== undefined) throw timedOut;
  return result;
}

/**
 * Runs the work with a context that is aborted after `ms` milliseconds, and then rejects with a
 * {@link TimeoutError} even if the work ignores its signal. `undefined` means no limit.
 */
export async function withDeadline<T>(
  ctx: Context,
  ms: number | undefined,
  work: (ctx: Context) => Promise<T>,
  what: string,
): Promise<T> {
  if (ms === undefined) return await work(ctx);
  using limit = startLimit(ctx, ms, what);
  return await untilAborted(work(limit.ctx), limit.ctx.signal);
}
