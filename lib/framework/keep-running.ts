import type { Context } from '../../context/index.ts';
import { isAbort } from '../abort.ts';
import { type BackOff, exponentialBackOff } from '../backoff.ts';

/**
 * Runs what should only end with its context, and starts it again with backoff (1 s to 30 s) when it ends
 * before. Resolves when the context is aborted and the work has ended; never rejects.
 *
 * @param onEnd called when the work ended too early; `error` is undefined if it resolved.
 */
export async function keepRunning(
  ctx: Context,
  work: (ctx: Context) => Promise<void>,
  onEnd: (error: unknown) => void,
): Promise<void> {
  const backOff: BackOff = exponentialBackOff({ initialMs: 1000, factor: 2, maxMs: 30_000 });
  while (!ctx.signal.aborted) {
    try {
      await work(ctx);
      if (!ctx.signal.aborted) onEnd(undefined);
    } catch (error) {
      if (!isAbort(error, ctx.signal)) onEnd(error);
    }
    await pause(ctx, backOff.next() ?? 0);
  }
}

/** Ends early, without an error, when the context is aborted. */
async function pause(ctx: Context, ms: number): Promise<void> {
  try {
    await ctx.clock.sleep(ms, ctx.signal);
  } catch (error) {
    if (!isAbort(error, ctx.signal)) throw error;
  }
}
