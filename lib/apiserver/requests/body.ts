import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiRequest } from '../request.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { contentType } from './media-types.ts';
import { plainJsonProblem } from './plain-json.ts';
import { parseYaml } from './yaml.ts';

/** A body that holds an object. */
export interface DecodedBody {
  readonly object: JsonObject;
  /** Paths of fields that came more than once; only looked for in JSON. */
  readonly duplicates: readonly string[];
}

const SHOWN_CHARACTERS = 30;
/** What Go's decoder calls the value that it looks for first. */
const TYPE_META = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** @throws 415 for a type that we do not read. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new StatusError(415, 'UnsupportedMediaType', message);
}

/**
 * Reads the body of a write.
 *
 * @param kind what it should hold, for messages.
 * @throws 415 for other types than JSON and YAML, 400 for what does not parse.
 */
export function decodeBody(request: ApiRequest, kind: string): DecodedBody {
  const type = contentType(request.headers['content-type']);
  if (type === 'application/vnd.kubernetes.protobuf') {
    const message =
      'cannot read protobuf: this API server speaks JSON and YAML; set the content type application/json (kubectl: apply -f or create -f)';
    throw new StatusError(415, 'UnsupportedMediaType', message);
  }
  const text = request.body.toString('utf8');
  if (type === 'application/yaml')
    return { object: asObject(fromYaml(text, kind), kind, text), duplicates: [] };
  if (type !== '' && type !== 'application/json')
    throw unsupportedMediaType(['application/json', 'application/yaml']);
  const value = fromJson(text, (why) =>
    unrecognized(kind, `couldn't get version/kind; json parse error: ${why}`, text),
  );
  return { object: asObject(value, kind, text), duplicates: duplicateFields(text) };
}

function unrecognized(kind: string, why: string, text: string): StatusError {
  // Options are read by a part of the API server that adds nothing to what went wrong.
  if (kind === 'DeleteOptions') return badRequest(why);
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${excerpt(text)})`,
  );
}

function fromYaml(text: string, kind: string): JsonValue {
  try {
    return plain(parseYaml(text));
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    throw unrecognized(kind, `yaml: ${why}`, text);
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

function asObject(value: JsonValue, kind: string, text: string): JsonObject {
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const why = `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${TYPE_META}`;
  throw unrecognized(kind, why, text);
}

/** The beginning of a body, for messages: text if it looks like JSON, else in hexadecimal. */
function excerpt(text: string): string {
  if (text === '') return '<empty>';
  const start = text.slice(0, SHOWN_CHARACTERS);
  const more = text.length > SHOWN_CHARACTERS ? ' ...' : '';
  return (text.startsWith('{') ? start : Buffer.from(start).toString('hex')) + more;
}

/** Reads the body of a patch. @throws 400 for what does not parse. */
export function decodePatch(request: ApiRequest): { value: JsonValue; duplicates: readonly string[] } {
  const text = request.body.toString('utf8');
  const value = fromJson(text, (why) => badRequest(`error decoding patch: ${why}`));
  return { value, duplicates: duplicateFields(text) };
}
