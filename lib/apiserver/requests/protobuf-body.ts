import type { JsonObject } from '../../object/json.ts';
import { structOfKind } from '../builtin/go-structs.ts';
import { cannotHandle, kindProblem, notRegistered } from '../objects/kind-problem.ts';
import type { ExpectedKind, GivenKind } from '../objects/kind-problem.ts';
import { openEnvelope } from '../protobuf/envelope.ts';
import { readMessage } from '../protobuf/read-message.ts';
import { ProtobufError } from '../protobuf/wire-reader.ts';
import { badRequest, type StatusError } from '../status-error.ts';

/** Kinds of all groups: what a delete may carry is the same everywhere. */
const DELETE_OPTIONS = 'DeleteOptions';

/**
 * Reads an object of a built-in kind as if it had come as JSON.
 *
 * @param unrecognized makes the error of bytes that do not say what they are.
 * @throws 400.
 */
export function decodeProtobuf(
  body: Buffer,
  expected: ExpectedKind,
  unrecognized: (why: string) => StatusError,
): JsonObject {
  const { raw, ...given } = refusing(unrecognized, () => openEnvelope(body));
  const type = completed(given, expected);
  const isOptions = expected.kind === DELETE_OPTIONS;
  const refuse = (why: string): StatusError =>
    isOptions ? badRequest(why) : cannotHandle(type, expected.kind, why);
  const problem = isOptions ? optionsProblem(type) : kindProblem(expected, type);
  if (problem !== undefined) throw refuse(problem);
  const struct = structOfKind(typeText(expected));
  if (struct === undefined) throw refuse(notRegistered(type));
  return refusing(refuse, () => ({ ...type, ...readMessage(struct, raw) }));
}

function typeText({ group, version, kind }: ExpectedKind): string {
  return [...(group === '' ? [] : [group]), version, kind].join('/');
}

function refusing<T>(refuse: (why: string) => StatusError, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ProtobufError ? refuse(error.message) : error;
  }
}

/** What the client left out is what is expected; so is a version that is none. */
function completed({ apiVersion, kind }: GivenKind, expected: ExpectedKind): GivenKind {
  const { group, version } = expected;
  const isVersion = apiVersion !== '' && apiVersion.split('/').length <= 2;
  return {
    apiVersion: isVersion ? apiVersion : [group, version].filter((part) => part !== '').join('/'),
    kind: kind === '' ? expected.kind : kind,
  };
}

function optionsProblem(type: GivenKind): string | undefined {
  return type.kind === DELETE_OPTIONS ? undefined : notRegistered(type);
}
