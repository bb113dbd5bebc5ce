import { type Context, contextKey } from '../../context/index.ts';
import type { Kind } from '../object/kubernetes-object.ts';

/** A call of one of a client's methods. */
export interface ClientCall {
  readonly verb:
    'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deletecollection';
  readonly kind: Kind;
  /** Undefined for cluster-scoped kinds, and for all namespaces. */
  readonly namespace?: string;
  /** Undefined for lists, and for objects that the server names. */
  readonly name?: string;
  readonly subresource?: string;
  /** What is written: the object, or the patch's value or operations. Undefined for reads and deletions. */
  readonly body?: unknown;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

/** Runs the call by `work`, once, and hands on what it resolves to or rejects with. */
export type AroundCall = <R>(
  ctx: Context,
  call: ClientCall,
  work: (ctx: Context) => Promise<R>,
) => Promise<R>;

const key = contextKey<AroundCall>('clientCalls');

/**
 * Lets somebody look on at the calls that are made in a context, on whatever client: for explanations, traces and
 * dry runs. `raw` is not told of, nor what an informer does.
 */
export const clientCalls: {
  /** A descendant in which `around` sees all calls; it stands inside those that were there before. */
  with(ctx: Context, around: AroundCall): Context;
  get(ctx: Context): AroundCall | undefined;
} = {
  with: (ctx, around) => {
    const outer = ctx.value(key);
    if (outer === undefined) return ctx.withValue(key, around);
    return ctx.withValue(
      key,
      async (at, call, work) => await outer(at, call, async (inner) => await around(inner, call, work)),
    );
  },
  get: (ctx) => ctx.value(key),
};
