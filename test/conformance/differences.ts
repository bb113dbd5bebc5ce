/** A difference from the real server that we have decided to keep. */
export interface Difference {
  readonly topic: string;
  readonly case: string;
  /** Which answer, from 1. */
  readonly answer: number;
  /** The dotted path of the field that differs, from the answer: `status`, `body.message`. */
  readonly at: string;
  /** Why ours may differ. */
  readonly why: string;
}

const WORDING = 'the words of a parser of Go; ours says the same in those of its own';
const NO_PROTOBUF = 'this server speaks no protobuf, and says so (DESIGN §6)';
const CLOSED_LIST = 'the built-in kinds are a closed list (DESIGN §6)';

/** Each is looked at: one that differs no more fails the suite. */
export const DIFFERENCES: readonly Difference[] = [
  bodies('create: text after the object', 1, 'body.message', WORDING),
  bodies('create: broken YAML', 1, 'body.message', WORDING),
  bodies('field manager: invalid', 2, 'body.details.causes.0.message', WORDING),
  bodies('create: an unknown content type', 1, 'body.message', NO_PROTOBUF),
  bodies('create: protobuf as an answer that a custom resource cannot give', 1, 'type', NO_PROTOBUF),
  bodies('create: protobuf as an answer that a custom resource cannot give', 1, 'body', NO_PROTOBUF),
  bodies('an Accept that nobody serves', 1, 'body.message', NO_PROTOBUF),
  bodies('an Accept that nobody serves', 2, 'body', NO_PROTOBUF),
  of('tables', 'a version of Table that nobody knows', 1, 'body.message', NO_PROTOBUF),
  of('structural', 'bad pattern', 1, 'body.details.causes.0.message', WORDING),
  of('lists', 'a continue token that is none', 5, 'body.message', WORDING),
  of('patches', 'json: not JSON', 2, 'body.message', WORDING),
  of('discovery', 'resources of the core group', 1, 'body.resources', CLOSED_LIST),
  of('discovery', 'a built-in group', 2, 'body.versions', CLOSED_LIST),
];

function bodies(name: string, answer: number, at: string, why: string): Difference {
  return of('bodies', name, answer, at, why);
}

function of(topic: string, name: string, answer: number, at: string, why: string): Difference {
  return { topic, case: name, answer, at, why };
}
