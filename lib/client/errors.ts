import { OperatorError, type OperatorErrorOptions, findError } from '../errors.ts';
import type { Status } from '../object/status.ts';

/** The API server answered, and said no. The one place where its answers become errors. */
export class ApiError extends OperatorError {
  /** What the server sent; made up from the HTTP status code where it sent something else. */
  readonly status: Status;
  /** From the `Retry-After` header or the Status, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    status: Status,
    options: OperatorErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super('api', message, { retryable: isRetryableStatus(status.code ?? 0), ...options });
    this.status = status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** No answer came: refused, reset, a TLS failure, a broken stream, a deadline. */
export class UnreachableError extends OperatorError {
  constructor(message: string, options: OperatorErrorOptions = {}) {
    super('unreachable', message, options);
  }
}

function isRetryableStatus(code: number): boolean {
  return code === 409 || code === 410 || code === 429 || code >= 500;
}

/** The first answer of an API server in the chain of causes. */
export function findApiError(error: unknown): ApiError | undefined {
  return findError(error, 'api') as ApiError | undefined;
}

function hasReason(error: unknown, ...reasons: readonly string[]): boolean {
  return reasons.includes(findApiError(error)?.status.reason ?? '');
}

/** 404: there is no such object, or no such kind. */
export function isNotFound(error: unknown): boolean {
  return hasReason(error, 'NotFound');
}

/** 409: the object changed meanwhile, a precondition failed, or another manager owns a field. */
export function isConflict(error: unknown): boolean {
  return hasReason(error, 'Conflict');
}

/** 409: an object of this name exists. */
export function isAlreadyExists(error: unknown): boolean {
  return hasReason(error, 'AlreadyExists');
}

/** 410: the version asked for is too old; list again. */
export function isGone(error: unknown): boolean {
  return hasReason(error, 'Gone', 'Expired');
}

/** 422: a field is wrong; the Status' causes name it. */
export function isInvalid(error: unknown): boolean {
  return hasReason(error, 'Invalid');
}

/** 401: who are you? */
export function isUnauthorized(error: unknown): boolean {
  return hasReason(error, 'Unauthorized');
}

/** 403: you may not. */
export function isForbidden(error: unknown): boolean {
  return hasReason(error, 'Forbidden');
}

/** 429: later. */
export function isTooManyRequests(error: unknown): boolean {
  return hasReason(error, 'TooManyRequests');
}

/** The API server did not answer. */
export function isUnreachable(error: unknown): boolean {
  return findError(error, 'unreachable') !== undefined;
}
