import { causes } from '../errors.ts';
import { UnreachableError } from './errors.ts';
import type { TransportRequest } from './transport.ts';

/** Codes of failures from before the first byte of a request went out. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** OpenSSL's and Node's codes for a server certificate that we do not accept. */
const UNTRUSTED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * The error of a request that got no answer; the reason is its cause. Names no query: it may hold what is
 * nobody's business.
 */
export function unreachable(
  host: string,
  request: Pick<TransportRequest, 'method' | 'path'>,
  error: unknown,
): UnreachableError {
  const cause: unknown = isTriedAddresses(error) ? error.errors[0] : error;
  const what = `cannot ${request.method} ${request.path.split('?', 1)[0] ?? ''} at ${host}`;
  return new UnreachableError(what + hintFor(cause), { cause });
}

/** What to look at. */
function hintFor(cause: unknown): string {
  if (isUntrusted(cause))
    return ' (its certificate is not trusted: check certificate-authority and tls-server-name)';
  if (hasCode(cause, new Set(['ECONNREFUSED'])))
    return ' (nothing listens there: is the API server up, and its address right?)';
  if (hasCode(cause, new Set(['ENOTFOUND'])))
    return ' (nobody knows this host: check the address of the API server)';
  return '';
}

/** Node's error for a name with several addresses: without a message, and one error for each address. */
function isTriedAddresses(error: unknown): error is AggregateError {
  return error instanceof AggregateError && error.message === '' && error.errors.length > 0;
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (const cause of causes(error)) {
    const code: unknown = (cause as { readonly code?: unknown }).code;
    if (typeof code === 'string' && codes.has(code)) return true;
  }
  return false;
}

/** Whether no byte of the request can have reached the server, so that even a write may be repeated. */
export function wasNeverSent(error: unknown): boolean {
  return hasCode(error, BEFORE_SENDING);
}

/** Whether the server's certificate was refused: repeating at once is useless. */
export function isUntrusted(error: unknown): boolean {
  return hasCode(error, UNTRUSTED);
}
