import type { Context } from '../../../context/index.ts';
import { isAbort } from '../../abort.ts';
import { requireOption } from '../../errors.ts';
import { objectName } from '../object-name.ts';

export interface SerializedOptions {
  /** Called for each run that failed; not for aborts. */
  readonly onError: (error: unknown, obj: object) => void;
  /** Share one between functions that must not run for the same object at once. Default: one's own. */
  readonly exclusion?: Exclusion;
}

/** The end of the last run of each object that has one; see {@link newExclusion}. */
export type Exclusion = Map<string, Promise<void>>;

/** Makes an exclusion to be shared, for instance by the update and the delete handler of one informer. */
export function newExclusion(): Exclusion {
  return new Map();
}

/**
 * Makes of `processUpdate`, `processDelete` or a function like them one that may be called from event handlers:
 * calls for one object run one after another, in the order of the calls; different objects run in parallel.
 * Objects are told apart by kind, namespace and name.
 *
 * The returned function never throws, and its promise, which is fulfilled when that call's run has ended, never
 * rejects: it need not be awaited. Errors go to `onError` and are not retried.
 */
export function serialized<T extends object, Rest extends readonly unknown[]>(
  process: (ctx: Context, obj: T, ...rest: Rest) => Promise<unknown>,
  options: SerializedOptions,
): (ctx: Context, obj: T, ...rest: Rest) => Promise<void> {
  const { onError, exclusion = newExclusion() } = requireOption('SerializedOptions', options);
  requireOption('SerializedOptions.onError', onError);
  const run = async (before: Promise<void> | undefined, ctx: Context, obj: T, rest: Rest): Promise<void> => {
    await before;
    try {
      ctx.signal.throwIfAborted();
      await process(ctx, obj, ...rest);
    } catch (error) {
      if (!isAbort(error, ctx.signal)) report(ctx, onError, error, obj);
    }
  };
  return async (ctx, obj, ...rest) => {
    const key = identity(obj);
    const ended = run(exclusion.get(key), ctx, obj, rest);
    exclusion.set(key, ended);
    await ended;
    if (exclusion.get(key) === ended) exclusion.delete(key);
  };
}

function report(ctx: Context, onError: SerializedOptions['onError'], error: unknown, obj: object): void {
  try {
    onError(error, obj);
  } catch (failure) {
    ctx.logger.error('error handler failed', { object: objectName(obj), error: failure, while: error });
  }
}

function identity(obj: object): string {
  const { kind = '' } = obj as { readonly kind?: string };
  return `${kind} ${objectName(obj)}`;
}
