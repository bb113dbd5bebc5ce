import { type Context, contextKey } from '../../../context/index.ts';

const key = contextKey<{ name: string | undefined }>('currentResource');

/**
 * Which resource runs, for whoever reports that a reconcile failed or is stuck. Installed by the framework, set
 * by `processUpdate` and `processDelete`.
 */
export const currentResource: {
  with(ctx: Context): Context;
  /** No effect where it was not installed. */
  set(ctx: Context, name: string): void;
  get(ctx: Context): string | undefined;
} = {
  with: (ctx) => ctx.withValue(key, { name: undefined }),
  set: (ctx, name) => {
    const cell = ctx.value(key);
    if (cell !== undefined) cell.name = name;
  },
  get: (ctx) => ctx.value(key)?.name,
};
