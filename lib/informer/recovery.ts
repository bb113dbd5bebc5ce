import { type ApiError, findApiError, isGone, isUnreachable } from '../client/errors.ts';
import { causes, isTimeout } from '../errors.ts';
import { CorruptStreamError } from './corrupt-stream-error.ts';

/** What to do about a list or a watch that failed. */
export interface Recovery {
  /** For the metrics; one of a few words. */
  readonly reason: string;
  /** Whether the place in the stream is lost, so that everything must be listed again. */
  readonly relist: boolean;
  /** The server's wish: not before that many milliseconds. */
  readonly retryAfterMs: number;
}

/**
 * Decides by the failure alone.
 *
 * Only what says that our resource version is of no use asks for a list: a server that is overloaded or away
 * must not be answered with one. 404 is among them: the kind itself is gone, and with it the history that the
 * version belongs to.
 *
 * @see kubernetes/client-go:tools/cache/reflector.go
 */
export function recoveryOf(error: unknown): Recovery {
  const refusal = findApiError(error);
  if (refusal !== undefined) {
    const reason = reasonOf(refusal);
    return { reason, relist: RELISTS.has(reason), retryAfterMs: refusal.retryAfterMs ?? 0 };
  }
  return { reason: reasonWithoutAnswer(error), relist: false, retryAfterMs: 0 };
}

const RELISTS: ReadonlySet<string> = new Set(['gone', 'too-large-version', 'not-found']);

const REASONS: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  410: 'gone',
  429: 'throttled',
};

function reasonOf(refusal: ApiError): string {
  const { code = 0 } = refusal.status;
  if (isTooLargeVersion(refusal)) return 'too-large-version';
  if (isGone(refusal)) return 'gone';
  return REASONS[code] ?? (code >= 500 ? 'server-error' : 'refused');
}

/**
 * The server is behind the version that we have, as after a failover or a restored backup. Waiting may help;
 * where it does not, nothing but a list does. Old servers say it only in words.
 *
 * @see kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go IsTooLargeResourceVersionError
 */
function isTooLargeVersion(refusal: ApiError): boolean {
  const { code, message = '', details } = refusal.status;
  if (code !== 504) return false;
  const named = details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') ?? false;
  return named || message.includes('Too large resource version');
}

function reasonWithoutAnswer(error: unknown): string {
  if (isTimeout(error)) return 'silent';
  if ([...causes(error)].some((cause) => cause instanceof CorruptStreamError)) return 'corrupt';
  return isUnreachable(error) ? 'unreachable' : 'other';
}
