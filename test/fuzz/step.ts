import type { JsonObject, JsonValue } from '../../lib/object/json.ts';

/**
 * One request that both servers get. It is complete but for what only the server knows: in its texts, `<ns>` stands for the
 * namespace, and for what the last answers about its object said: `<version>`, `<old version>`, `<uid>`, `<continue>`.
 */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** Sent is the object as it was seen last, with this merge patch on it, instead of {@link body}. */
  readonly change?: JsonObject;
  /** Whom it is about. */
  readonly subject: Subject;
  /** For counts and lists of differences: `update`, `apply status`. */
  readonly verb: string;
  /** What it does to the object is not for both servers to agree on: controllers or chance go on from there. */
  readonly forgets?: boolean;
}

export interface Subject {
  /** The plural. */
  readonly kind: string;
  /** The path of the collection. */
  readonly collection: string;
  /** Absent for a request about the collection. */
  readonly name?: string;
}
