import type { Clock } from '../../context/index.ts';
import { isJsonObject } from '../object/json.ts';
import type { Status } from '../object/status.ts';
import { ApiError, findApiError } from './errors.ts';
import type { TransportResponse } from './transport.ts';

/** Marks a Status that we made up because the answer had none, as client-go does. */
const UNEXPECTED = 'UnexpectedServerResponse';
const LONGEST_EXCERPT = 200;

/** @see kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewGenericServerResponse */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** What to look at where the server's own words do not say it. */
const HINTS: Readonly<Record<number, string>> = {
  401: '; check the credentials in the kubeconfig, or the Pod’s service account token',
};

/** The request an error is about. */
export interface Asked {
  readonly method: string;
  readonly path: string;
}

/** The error of an answer with a status code that is no success. `text` is the body, or its beginning. */
export function errorOfAnswer(
  asked: Asked,
  answer: Pick<TransportResponse, 'status' | 'headers'>,
  text: string,
  clock: Clock,
): ApiError {
  const status = parseStatus(text, asked, answer.status) ?? madeUpStatus(asked, answer, text);
  return errorOfStatus(asked, status, retryAfterMs(answer.headers['retry-after'], clock));
}

/** The error of a Status; its own `retryAfterSeconds` counts where no header said anything. */
export function errorOfStatus(asked: Asked, status: Status, fromHeaderMs?: number): ApiError {
  const seconds = status.details?.retryAfterSeconds;
  const waitMs = fromHeaderMs ?? (seconds === undefined ? undefined : seconds * 1000);
  const facts = [status.code, status.reason].filter((fact) => fact !== undefined).join(' ');
  const said = `${status.message ?? 'no reason was given'} (${facts})`;
  const message = `cannot ${asked.method} ${asked.path}: ${said}${HINTS[status.code ?? 0] ?? ''}`;
  return new ApiError(message, status, waitMs === undefined ? {} : { retryAfterMs: waitMs });
}

/** The error of an answer that should have been JSON and is not, whatever its status code. */
export function errorOfGarbage(asked: Asked, code: number, text: string, cause: unknown): ApiError {
  const message = `the answer is not a JSON object: ${excerpt(text)}`;
  const status = newStatus({ message, code, reason: 'InternalError', causes: [{ reason: UNEXPECTED }] });
  return new ApiError(`cannot ${asked.method} ${asked.path}: ${message}`, status, { retryable: true, cause });
}

/** Whether whoever answered was no API server, or one that does not know the path. */
export function isMadeUp(error: unknown): boolean {
  const causes = findApiError(error)?.status.details?.causes ?? [];
  return causes.some(({ reason }) => reason === UNEXPECTED);
}

/** Fills in what a sparse Status leaves out, so that `isConflict` and the like work on it. */
function parseStatus(text: string, asked: Asked, code: number): Status | undefined {
  const value = parse(text);
  if (!isJsonObject(value) || value['kind'] !== 'Status') return undefined;
  const status = value as unknown as Status;
  const reason = hasReason(status) ? status.reason : reasonOf(status.code ?? code, asked);
  return { ...status, code: status.code ?? code, ...(reason === undefined ? {} : { reason }) };
}

/** The empty reason is the API's word for an unknown one. */
function hasReason(status: Status): boolean {
  return status.reason !== undefined && status.reason !== '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Whatever it is, it is no Status.
  }
}

function madeUpStatus(
  asked: Asked,
  { status: code, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  text: string,
): Status {
  const reason = reasonOf(code, asked);
  const message = code < 400 ? redirectMessage(headers['location']) : `the server answered ${excerpt(text)}`;
  const causes = [{ reason: UNEXPECTED, message: excerpt(text) }];
  return newStatus({ message, code, causes, ...(reason === undefined ? {} : { reason }) });
}

function newStatus({ causes, ...rest }: Pick<Status, 'message' | 'code' | 'reason'> & Causes): Status {
  return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', ...rest, details: { causes } };
}

type Causes = { readonly causes: readonly { readonly reason: string; readonly message?: string }[] };

function reasonOf(code: number, asked: Asked): string | undefined {
  if (code === 409 && asked.method === 'POST') return 'AlreadyExists';
  return REASONS[code] ?? (code >= 500 ? 'InternalError' : undefined);
}

/** Leaves out the query, in which login pages keep tokens. */
function redirectMessage(location: string | readonly string[] | undefined): string {
  const url = typeof location === 'string' ? location.split('?', 1)[0] : undefined;
  return `the server redirects to ${url ?? 'nowhere'}: is its URL right?`;
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  return line.length > LONGEST_EXCERPT ? `"${line.slice(0, LONGEST_EXCERPT)}…"` : `"${line}"`;
}

/** Milliseconds to wait; the header has seconds or a date. Undefined where it is missing or senseless. */
export function retryAfterMs(
  header: string | readonly string[] | undefined,
  clock: Clock,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}
