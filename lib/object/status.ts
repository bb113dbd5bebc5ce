/**
 * The API server's answer when there is no object to answer with, above all its errors.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  readonly apiVersion: 'v1';
  readonly kind: 'Status';
  readonly metadata: { readonly continue?: string; readonly resourceVersion?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  /** A word for programs: `NotFound`, `AlreadyExists`, `Conflict`, `Invalid`, `Expired`, … */
  readonly reason?: string;
  readonly details?: StatusDetails;
  /** The HTTP status code. */
  readonly code?: number;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural name of the resource, or the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** One reason among several: which field is wrong, and how. */
export interface StatusCause {
  /** `FieldValueRequired`, `FieldValueInvalid`, `FieldManagerConflict`, … */
  readonly reason?: string;
  readonly message?: string;
  /** The field's path: `spec.replicas`, `spec.containers[0].name`. */
  readonly field?: string;
}
