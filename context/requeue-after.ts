import { type Context, contextKey } from './context.ts';

const key = contextKey<{ ms: number | undefined }>('requeueAfter');

/**
 * Asks for another reconcile of this object after a time, although nothing failed: to poll something that
 * sends no events. The earliest of several wishes wins. Read by the framework when the reconcile has ended.
 */
export const requeueAfter: {
  /** A descendant with no wish yet. */
  with(ctx: Context): Context;
  /**
   * @param ms milliseconds from the end of this reconcile; 0 or more and finite, else a RangeError.
   * @returns false, and no effect, where the wish was not installed.
   */
  set(ctx: Context, ms: number): boolean;
  /** Milliseconds, or undefined when nobody asked. */
  get(ctx: Context): number | undefined;
  isInstalled(ctx: Context): boolean;
} = {
  with: (ctx) => ctx.withValue(key, { ms: undefined }),
  set: (ctx, ms) => {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`requeueAfter must be 0 or more milliseconds, got ${ms}`);
    const cell = ctx.value(key);
    if (cell !== undefined) cell.ms = Math.min(cell.ms ?? Infinity, ms);
    return cell !== undefined;
  },
  get: (ctx) => ctx.value(key)?.ms,
  isInstalled: (ctx) => ctx.value(key) !== undefined,
};
