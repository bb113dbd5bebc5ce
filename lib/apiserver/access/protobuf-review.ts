// kubectl speaks protobuf for `auth can-i`, `auth whoami` and `create token`, whatever the server says that it
// speaks. Those few messages are read here; everything else is JSON.
import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { listAt, textAt } from '../fields.ts';
import type { ApiRequest } from '../request.ts';
import { badRequest } from '../status-error.ts';
import { decodeBody } from '../requests/body.ts';
import type { DecodedBody } from '../requests/body.ts';
import { contentType } from '../requests/media-types.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const MAGIC = Buffer.from('k8s\0');

type FieldType = 'text' | 'texts' | 'integer' | 'textLists' | Message;

/** Fields by number; those that are missing here are left out. */
interface Message {
  readonly [number: number]: readonly [name: string, type: FieldType];
}

const METADATA: Message = { 1: ['name', 'text'], 3: ['namespace', 'text'] };
const ATTRIBUTES: Message = {
  1: [
    'resourceAttributes',
    {
      1: ['namespace', 'text'],
      2: ['verb', 'text'],
      3: ['group', 'text'],
      4: ['version', 'text'],
      5: ['resource', 'text'],
      6: ['subresource', 'text'],
      7: ['name', 'text'],
    },
  ],
  2: ['nonResourceAttributes', { 1: ['path', 'text'], 2: ['verb', 'text'] }],
};
const SUBJECT: Message = {
  ...ATTRIBUTES,
  3: ['user', 'text'],
  4: ['groups', 'texts'],
  5: ['extra', 'textLists'],
  6: ['uid', 'text'],
};
const BOUND_OBJECT: Message = {
  1: ['kind', 'text'],
  2: ['apiVersion', 'text'],
  3: ['name', 'text'],
  4: ['uid', 'text'],
};

/** @see kubernetes/api:authentication/v1/generated.proto, authorization/v1/generated.proto */
const SPECS: Readonly<Record<string, Message>> = {
  LocalSubjectAccessReview: SUBJECT,
  SelfSubjectAccessReview: ATTRIBUTES,
  SelfSubjectReview: {},
  SelfSubjectRulesReview: { 1: ['namespace', 'text'] },
  SubjectAccessReview: SUBJECT,
  TokenRequest: {
    1: ['audiences', 'texts'],
    3: ['boundObjectRef', BOUND_OBJECT],
    4: ['expirationSeconds', 'integer'],
  },
  TokenReview: { 1: ['token', 'text'], 2: ['audiences', 'texts'] },
};

/** Reads the body of a review or a token request, in any of the formats that clients use. @throws 400, 415. */
export function decodeReview(request: ApiRequest, kind: string): DecodedBody {
  const spec = SPECS[kind];
  if (contentType(request.headers['content-type']) !== PROTOBUF || spec === undefined)
    return decodeBody(request, kind);
  try {
    return { object: decodeEnvelope(request.body, spec), duplicates: [] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // What the buffer throws when a message ends too early. Nothing of the body is shown: it may hold a token.
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): malformed protobuf`);
  }
}

function decodeEnvelope(body: Buffer, spec: Message): JsonObject {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw new RangeError('no magic number');
  const hasSpec = Object.keys(spec).length > 0;
  const review: Message = { 1: ['metadata', METADATA], ...(hasSpec ? { 2: ['spec', spec] } : {}) };
  const envelope: Message = {
    1: ['type', { 1: ['apiVersion', 'text'], 2: ['kind', 'text'] }],
    2: ['review', review],
  };
  const { type, review: content } = decode(body.subarray(MAGIC.length), envelope);
  return { ...(isJsonObject(type) ? type : {}), ...(isJsonObject(content) ? content : {}) };
}

/** Fields that are empty texts are absent: Go writes them all. */
function decode(bytes: Buffer, message: Message): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const { number, value } of fieldsOf(bytes)) {
    const [name, type] = message[number] ?? [];
    if (name === undefined || type === undefined) continue;
    if (typeof value === 'number') result[name] = value;
    else if (value.length > 0 || typeof type === 'object') result[name] = valueOf(value, type, result[name]);
  }
  return result;
}

function valueOf(bytes: Buffer, type: FieldType, before: JsonValue | undefined): JsonValue {
  switch (type) {
    case 'text':
    case 'integer':
      return bytes.toString('utf8');
    case 'texts':
      return [...(Array.isArray(before) ? (before as readonly string[]) : []), bytes.toString('utf8')];
    case 'textLists': {
      const entry = decode(bytes, { 1: ['key', 'text'], 2: ['value', { 1: ['items', 'texts'] }] });
      const items = listAt(entry, 'value', 'items');
      return { ...(isJsonObject(before) ? before : {}), [textAt(entry, 'key')]: items };
    }
    default:
      return decode(bytes, type);
  }
}

interface Field {
  readonly number: number;
  /** Of a text or a message its bytes, of an integer itself. */
  readonly value: Buffer | number;
}

/** @see https://protobuf.dev/programming-guides/encoding/ */
function* fieldsOf(bytes: Buffer): Generator<Field, void, undefined> {
  let at = 0;
  const varint = (): number => {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(at++);
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.trunc(tag / 8);
    switch (tag % 8) {
      case 0:
        yield { number, value: varint() };
        break;
      case 2: {
        const length = varint();
        if (at + length > bytes.length) throw new RangeError('a field ends after its message');
        yield { number, value: bytes.subarray(at, at + length) };
        at += length;
        break;
      }
      default:
        throw new RangeError('a field of a type that no message here has');
    }
  }
}
