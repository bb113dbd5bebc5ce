import { isDeepStrictEqual } from 'node:util';
import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isConflict, isNotFound } from '../../client/errors.ts';
import type { Kind, KubernetesObject } from '../../object/kubernetes-object.ts';

import { missingAnnotations } from './revisions.ts';

/** Until the informer has what somebody else wrote, in milliseconds. */
const CATCH_UP_MS = 20;

export interface StatusWrite<T extends KubernetesObject & { readonly status?: unknown }> {
  readonly kind: Kind<T>;
  /** As it was when the status was made. */
  readonly obj: T;
  readonly status: T['status'];
  /** Written along with it. Default none. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Replaces the status unless it is so already. Where the object changed meanwhile nothing is written, and the
 * object is reconciled again soon.
 */
export async function writeStatus<T extends KubernetesObject & { readonly status?: unknown }>(
  ctx: Context,
  client: Client,
  { kind, obj, status, annotations = {} }: StatusWrite<T>,
): Promise<void> {
  const missing = missingAnnotations(obj, annotations);
  if (missing === undefined && isSame(obj.status, status)) return;
  const written = missing === undefined ? obj : annotated(obj, missing);
  try {
    await client.update(ctx, kind, { ...written, status }, { subresource: 'status' });
  } catch (error) {
    if (isConflict(error)) requeueAfter.set(ctx, CATCH_UP_MS);
    else if (!isNotFound(error)) throw error;
  }
}

/** The server gives back `null` for some times that nobody set, which is as good as nothing. */
function isSame(before: unknown, status: unknown): boolean {
  return isDeepStrictEqual(before, status) || isDeepStrictEqual(withoutNulls(before), withoutNulls(status));
}

function withoutNulls(value: unknown): unknown {
  const text = JSON.stringify(value ?? {}, (_key, member: unknown) => member ?? undefined);
  return JSON.parse(text) as unknown;
}

function annotated<T extends KubernetesObject>(obj: T, more: Readonly<Record<string, string>>): T {
  return { ...obj, metadata: { ...obj.metadata, annotations: { ...obj.metadata?.annotations, ...more } } };
}

/** Without the members that are 0, which the wire leaves out. */
export function nonZero<T extends object>(counts: T): Partial<T> {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)) as Partial<T>;
}
