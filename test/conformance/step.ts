import type { JsonValue } from '../../lib/object/json.ts';

/**
 * One request of a case.
 *
 * In texts of `path`, `headers` and `body`, `<id>` stands for ten letters of the case's own, `<ns>` for a namespace of its own, and
 * `<name.metadata.uid>` for a field of the answer to the step that is `as: 'name'`.
 */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: JsonValue;
}

/** What is done with an answer, beside comparing it. */
export interface Handling {
  /** The name by which later steps refer to fields of this answer. */
  readonly as?: string;
  /** Only its status code is compared: another case is about the rest. */
  readonly quiet?: boolean;
  /** Fields that a real server's controllers or random choices change meanwhile, as dotted paths from `body`. */
  readonly hide?: readonly string[];
}

/** A request whose answer is compared. */
export interface RequestStep extends Request, Handling {
  readonly kind: 'request';
  /** The request is repeated until the answer has this: what a controller does in its own time. */
  readonly until?: (answer: Seen) => boolean;
}

/** Reads `count` events of a watch that begins where its path says; compared are type and object of each. */
export interface WatchStep extends Handling {
  readonly kind: 'watch';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: until the server ends it. */
  readonly count?: number;
}

export type Step = RequestStep | WatchStep;

/** The answer that `until` judges. */
export interface Seen {
  readonly status: number;
  readonly body: JsonValue;
}

/** Cases about one subject; each has objects of its own and can run beside the others. */
export interface Topic {
  /** The name of the file of its recordings. */
  readonly name: string;
  /** Definitions that its cases share; they are served before the first one begins. */
  readonly definitions?: readonly JsonValue[];
  readonly cases: Readonly<Record<string, readonly Step[]>>;
}
