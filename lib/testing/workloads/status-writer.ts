import { isDeepStrictEqual } from 'node:util';
import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isConflict, isNotFound } from '../../client/errors.ts';
import type { Kind, KubernetesObject } from '../../object/kubernetes-object.ts';

/** Until the informer has what somebody else wrote, in milliseconds. */
const CATCH_UP_MS = 20;

/**
 * Replaces the status unless it is so already. Where the object changed meanwhile nothing is written, and the
 * object is reconciled again soon.
 */
export async function writeStatus<T extends KubernetesObject & { readonly status?: unknown }>(
  ctx: Context,
  client: Client,
  { kind, obj, status }: { readonly kind: Kind<T>; readonly obj: T; readonly status: T['status'] },
): Promise<void> {
  if (isDeepStrictEqual(obj.status, status)) return;
  try {
    await client.update(ctx, kind, { ...obj, status }, { subresource: 'status' });
  } catch (error) {
    if (isConflict(error)) requeueAfter.set(ctx, CATCH_UP_MS);
    else if (!isNotFound(error)) throw error;
  }
}

/** Without the members that are 0, which the wire leaves out. */
export function nonZero<T extends object>(counts: T): Partial<T> {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)) as Partial<T>;
}
