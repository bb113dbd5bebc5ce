import type { Status, StatusCause, StatusDetails } from '../object/status.ts';
import { charactersIn } from './field-causes.ts';
import { firstTold } from './told.ts';

/** An answer that is an error. Everything in the API server that refuses a request throws one of these. */
export class StatusError extends Error {
  readonly status: Status & { readonly code: number };
  /** Sent as `Retry-After`. Seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: StatusDetails,
    metadata: Status['metadata'] = {},
  ) {
    super(message);
    this.name = 'StatusError';
    this.retryAfterSeconds = details?.retryAfterSeconds;
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata,
      status: 'Failure',
      message,
      reason,
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

/** Which resource an error speaks of: `deployments.apps`. */
export interface ResourceName {
  readonly group: string;
  /** The plural name. */
  readonly resource: string;
}

function qualified({ group, resource }: ResourceName): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function detailsOf(of: ResourceName, name: string): StatusDetails {
  return { name, ...(of.group === '' ? {} : { group: of.group }), kind: of.resource };
}

export function notFound(of: ResourceName, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${qualified(of)} "${name}" not found`, detailsOf(of, name));
}

export function alreadyExists(of: ResourceName, name: string): StatusError {
  return new StatusError(
    409,
    'AlreadyExists',
    `${qualified(of)} "${name}" already exists`,
    detailsOf(of, name),
  );
}

export function conflict(of: ResourceName, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(of)} "${name}": ${why}`;
  return new StatusError(409, 'Conflict', message, detailsOf(of, name));
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}

/** 500: something that is nobody's request. */
export function internalError(why: string): StatusError {
  const causes = [{ message: why }];
  return new StatusError(500, 'InternalError', `Internal error occurred: ${why}`, { causes });
}

/** 410: a version, or a continue token, that the history no longer holds. */
export function expired(message: string): StatusError {
  return new StatusError(410, 'Expired', message);
}

/** 422 with a cause for each wrong field, up to four megabytes of them. Kinds are named as `Deployment.apps`. */
export function invalid(
  group: string,
  kind: string,
  name: string,
  causes: readonly StatusCause[],
): StatusError {
  const told = firstTold(causes, charactersIn);
  // What several rules found is said once, though each is a cause.
  const texts = [...new Set(told.map((cause) => `${cause.field}: ${cause.message}`))];
  if (told.length < causes.length) texts.push('and more');
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`;
  return new StatusError(422, 'Invalid', `${qualifiedKind} "${name}" is invalid: ${list}`, {
    name,
    ...(group === '' ? {} : { group }),
    kind,
    causes: told,
  });
}
