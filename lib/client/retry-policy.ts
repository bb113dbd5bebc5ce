import { type BackOff, exponentialBackOff } from '../backoff.ts';
import { isUntrusted, wasNeverSent } from './connection-failure.ts';
import { ApiError, UnreachableError } from './errors.ts';

/** Shorter than a reconcile's own backoff: this bridges a restart of one API server behind its balancer. */
const INITIAL_MS = 100;
const LONGEST_MS = 5000;

/**
 * Whether the same request may be sent again after this error.
 *
 * What the server refused for now (429 or 503 with `Retry-After`) and what never left may always; a read after
 * any failure of the server or the connection. A write whose connection broke may have happened: never.
 *
 * @see kubernetes/kubernetes:staging/src/k8s.io/client-go/rest/with_retry.go
 */
export function isRepeatable(method: string, error: unknown): boolean {
  if (error instanceof ApiError) {
    const code = error.status.code ?? 0;
    if ((code === 429 || code === 503) && error.retryAfterMs !== undefined) return true;
    return method === 'GET' && (code === 429 || code >= 500);
  }
  if (!(error instanceof UnreachableError) || isUntrusted(error)) return false;
  return method === 'GET' || wasNeverSent(error);
}

/** The waits between the attempts of one request. */
export function newRetryWaits(maxRetries: number): BackOff {
  return exponentialBackOff({ initialMs: INITIAL_MS, factor: 2, maxMs: LONGEST_MS, maxRetries });
}

/** `Retry-After` is a lower bound; the jitter comes on top, or all would come back at once. Milliseconds. */
export function waitAfter(error: unknown, jitteredMs: number): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  return askedMs === undefined
    ? jitteredMs
    : Math.max(askedMs + Math.min(jitteredMs, askedMs / 10), jitteredMs);
}
