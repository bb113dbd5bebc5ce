import { type Context, dryRun } from '../../context/index.ts';
import type { JsonObject } from '../object/json.ts';
import type { Kind } from '../object/kubernetes-object.ts';
import { secretValues } from '../secret-values.ts';
import type { DeleteOptions, WriteOptions } from './client.ts';
import { type ClientCall, clientCalls } from './client-call.ts';
import type { PathRef } from './path.ts';

/** What a call is about, and where it goes. */
export type CallPlace = CallObject & { readonly path: string };

type CallObject = Pick<ClientCall, 'kind' | 'namespace' | 'name' | 'subresource'>;

/** Options of all writes and deletions: those that a request of one sort does not know are not there. */
type DryRunnable = WriteOptions & DeleteOptions;

export function placeOf(kind: Kind, { namespace, name }: PathRef, subresource?: string): CallObject {
  return {
    kind,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** Lets whoever looks on in this context see the call. */
export async function told<R>(
  ctx: Context,
  call: ClientCall,
  work: (ctx: Context) => Promise<R>,
): Promise<R> {
  const around = clientCalls.get(ctx);
  return around === undefined ? await work(ctx) : await around(ctx, call, work);
}

/** What a reconcile reads or writes of Secrets is to be shown nowhere. */
export function noteSecrets(ctx: Context, obj: unknown): void {
  if (typeof obj === 'object' && obj !== null) secretValues.get(ctx)?.note(obj);
}

/**
 * Lets a write be seen, and makes it one that changes nothing where the context is that of a dry run. The server's
 * word that it answers with a T is taken: only it knows the schema.
 */
export async function changed<T>(
  ctx: Context,
  call: Omit<ClientCall, 'dryRun'>,
  options: DryRunnable,
  work: (ctx: Context, options: DryRunnable) => Promise<JsonObject>,
): Promise<T> {
  const dry = options.dryRun === true || dryRun.isSet(ctx);
  return await told(ctx, { ...call, dryRun: dry }, async (inner) => {
    noteSecrets(inner, call.body);
    const answer = await work(inner, { ...options, dryRun: dry });
    noteSecrets(inner, answer);
    return answer as unknown as T;
  });
}
