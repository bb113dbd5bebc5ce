import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiRequest } from '../request.ts';
import type { ExpectedKind } from '../objects/kind-problem.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { contentType, PROTOBUF } from './media-types.ts';
import { plainJsonProblem } from './plain-json.ts';
import { decodeProtobuf } from './protobuf-body.ts';
import { parseYaml } from './yaml.ts';

/** A body that holds an object. */
export interface DecodedBody {
  readonly object: JsonObject;
  /** Paths of fields that came more than once; only looked for in JSON. */
  readonly duplicates: readonly string[];
}

const SHOWN_BYTES = 30;
const OPENING_BRACE = 0x7b;
/** What Go's decoder calls the value that it looks for first. */
const TYPE_META = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** @throws 415 for a type that we do not read. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new StatusError(415, 'UnsupportedMediaType', message);
}

/** What a body should hold. */
export interface BodyKind extends ExpectedKind {
  /** Custom kinds have no protobuf. Default false. */
  readonly custom?: boolean;
}

/** What a delete may carry, of any kind. */
export const DELETE_OPTIONS: BodyKind = { group: '', version: 'v1', kind: 'DeleteOptions' };

const TYPES: readonly string[] = ['application/json', 'application/yaml', PROTOBUF];

/**
 * Reads the body of a write: JSON, YAML and, of built-in kinds, protobuf.
 *
 * @throws 415 for other types, 400 for what does not parse.
 */
export function decodeBody(request: ApiRequest, expected: BodyKind): DecodedBody {
  const { kind, custom = false } = expected;
  const type = contentType(request.headers['content-type']);
  // A real API server drops the connection of a client that sends a custom resource so.
  if (type === PROTOBUF && custom) throw unsupportedMediaType(['application/json', 'application/yaml']);
  if (type === PROTOBUF) return { object: fromProtobuf(request.body, expected), duplicates: [] };
  if (type === 'application/yaml')
    return { object: asObject(fromYaml(request.body, kind), kind, request.body), duplicates: [] };
  if (type !== '' && type !== 'application/json') throw unsupportedMediaType(TYPES);
  const text = request.body.toString('utf8');
  const value = fromJson(text, (why) =>
    unrecognized(kind, `couldn't get version/kind; json parse error: ${why}`, request.body),
  );
  return { object: asObject(value, kind, request.body), duplicates: duplicateFields(text) };
}

function fromProtobuf(body: Buffer, expected: ExpectedKind): JsonObject {
  return decodeProtobuf(body, expected, (why) => unrecognized(expected.kind, why, body));
}

function unrecognized(kind: string, why: string, body: Buffer): StatusError {
  // Options are read by a part of the API server that adds nothing to what went wrong.
  if (kind === 'DeleteOptions') return badRequest(why);
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${excerpt(body)})`,
  );
}

function fromYaml(body: Buffer, kind: string): JsonValue {
  try {
    return plain(parseYaml(body.toString('utf8')));
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    throw unrecognized(kind, `yaml: ${why}`, body);
  }
}

/** @throws Error for a value that cannot be kept. */
function plain(value: unknown): JsonValue {
  const problem = plainJsonProblem(value);
  if (problem !== undefined) throw new Error(problem);
  return value as JsonValue;
}

function fromJson(text: string, fail: (why: string) => StatusError): JsonValue {
  try {
    return plain(JSON.parse(text));
  } catch (error) {
    throw fail(jsonProblem(error as Error, text));
  }
}

/** V8 words the commonest failure, a text that ends too early, in several ways; Go in one. */
function jsonProblem({ message }: Error, text: string): string {
  const position = /at position (\d+)/u.exec(message)?.[1];
  const atEnd = position !== undefined && Number(position) >= text.trimEnd().length;
  return atEnd || /Unexpected end|Unterminated/u.test(message) ? 'unexpected end of JSON input' : message;
}

function asObject(value: JsonValue, kind: string, body: Buffer): JsonObject {
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const why = `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${TYPE_META}`;
  throw unrecognized(kind, why, body);
}

/** The beginning of a body, for messages: text if it looks like JSON, else in hexadecimal. */
function excerpt(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, SHOWN_BYTES);
  const more = body.length > SHOWN_BYTES ? ' ...' : '';
  return start.toString(body[0] === OPENING_BRACE ? 'utf8' : 'hex') + more;
}

/** Reads the body of a patch. @throws 400 for what does not parse. */
export function decodePatch(request: ApiRequest): { value: JsonValue; duplicates: readonly string[] } {
  const text = request.body.toString('utf8');
  const value = fromJson(text, (why) => badRequest(`error decoding patch: ${why}`));
  return { value, duplicates: duplicateFields(text) };
}
