import type { KindRef } from '../client/client.ts';
import { findApiError, isForbidden, isInvalid } from '../client/errors.ts';
import { errorMessage, ExecutionFailedError } from '../errors.ts';
import type { JsonObject } from '../object/json.ts';
import { type KubernetesObject, keyOf } from '../object/kubernetes-object.ts';

/** What etcd takes by default: a whole object in one request of 1.5 MiB. An API server reads 3 MiB at the most. */
const MOST_BYTES = 1.5 * 1024 * 1024;

/** As etcd refuses what is too large for it, and as its client does; the API server calls both a 500. */
const TOO_LARGE = /request is too large|larger than max/;

/** A 404 that names no object: what was asked for is not served. */
export function isNameless(error: unknown): boolean {
  return findApiError(error)?.status.details?.name === undefined;
}

/** The object is there, but its status cannot be written by itself. */
export function noSubresource(
  obj: KubernetesObject,
  { apiVersion, kind }: KindRef<KubernetesObject>,
  cause: unknown,
): ExecutionFailedError {
  return new ExecutionFailedError(
    `cannot write status of object ${keyOf(obj)}: ${kind} of ${apiVersion} has no status subresource; switch it on with subresources: { status: {} } in that version of the CustomResourceDefinition`,
    { cause, retryable: false },
  );
}

/** Says what to do about it, where that is known. */
export function writeFailed(obj: KubernetesObject, status: JsonObject, cause: unknown): ExecutionFailedError {
  const what = `cannot write status of object ${keyOf(obj)}`;
  if (isTooLarge(cause))
    return new ExecutionFailedError(tooLarge(what, obj, status), { cause, retryable: false });
  if (isForbidden(cause))
    return new ExecutionFailedError(
      `${what}; allow the verb patch for the subresource status of this kind, and get for the kind, in the operator’s role`,
      { cause },
    );
  const hint = isInvalid(cause) ? '; the kind’s schema does not take it' : '';
  return new ExecutionFailedError(`${what}${hint}`, { cause });
}

function isTooLarge(error: unknown): boolean {
  return findApiError(error)?.status.code === 413 || TOO_LARGE.test(errorMessage(error));
}

function tooLarge(what: string, obj: KubernetesObject, status: JsonObject): string {
  const [own, whole] = [status, { ...obj, status }].map((value) => Buffer.byteLength(JSON.stringify(value)));
  return `${what}: it is too large: ${own} bytes, in an object of ${whole} bytes, of which the server stores about ${MOST_BYTES}; keep long lists out of the status`;
}
