import { type Context, contextKey } from './context.ts';

/**
 * A mark that resources set for those who called them. `with` installs it unset; a value set in a context is
 * seen by everyone who holds that context, an ancestor since the `with`, or a descendant.
 *
 * **Guarantees:** setting is idempotent and cannot be undone; a flag that was not installed reads as not set,
 * and setting it does nothing.
 *
 * @see giantswarm/operatorkit:framework/context
 */
export interface Flag {
  readonly name: string;
  /** A descendant with a fresh, unset flag, which hides one that was installed before. */
  with(ctx: Context): Context;
  /** Sets the flag. False, and no effect, where it was not installed. */
  set(ctx: Context): boolean;
  isSet(ctx: Context): boolean;
  /** Whether some ancestor called `with`. */
  isInstalled(ctx: Context): boolean;
}

/** Makes a flag of one's own, for operators that need more than those of this package. */
export function newFlag(name: string): Flag {
  const key = contextKey<{ set: boolean }>(name);
  return {
    name,
    with: (ctx) => ctx.withValue(key, { set: false }),
    set: (ctx) => {
      const cell = ctx.value(key);
      if (cell !== undefined) cell.set = true;
      return cell !== undefined;
    },
    isSet: (ctx) => ctx.value(key)?.set ?? false,
    isInstalled: (ctx) => ctx.value(key) !== undefined,
  };
}
