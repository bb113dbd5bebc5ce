import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { type GoStruct, structOfKind } from '../builtin/go-structs.ts';
import { withAt } from '../fields.ts';
import { closeEnvelope } from '../protobuf/envelope.ts';
import { varint } from '../protobuf/wire-writer.ts';
import { writeMessage } from '../protobuf/write-message.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import { StatusError } from '../status-error.ts';

/** The most that etcd takes in one request, as it is delivered. */
const LARGEST_REQUEST_BYTES = 1.5 * 1024 * 1024;
/** The most that its client sends. */
const LARGEST_MESSAGE_BYTES = 2 * 1024 * 1024;
/** What etcd adds to a request before it measures: who asked, and the request's own number. */
const DELIVERY_BYTES = 17;

/** What a request has beside its object, and more. */
const WRAPPING_BYTES = 4096;
/** What a value takes at most beside its text: its number in protobuf, its length, its share of a list. */
const BYTES_OF_VALUE = 16;
/** What a byte of text takes at most, as an escape of JSON. In protobuf, it takes one. */
const BYTES_OF_ESCAPE = 6;
/** Names are in protobuf only where they are keys, or owned fields: those in JSON, with quotes in quotes. */
const BYTES_OF_LETTER = 2;

/** What is to be stored, and where. */
export interface Storing {
  readonly definition: ResourceDefinition;
  /** Of the object in its collection. */
  readonly key: string;
  /** The version that is there, if one is. */
  readonly replaces: string | undefined;
  /** A write that is too large is tried again without its managers: for want of space, nobody is told who owns what. */
  readonly dropsManagers: boolean;
}

/**
 * The object as etcd behind a real API server has room for it.
 *
 * @throws 500 when it has none.
 * @see kubernetes/apiserver:pkg/endpoints/handlers/create.go (isTooLargeError)
 */
export function sizedObject(obj: ApiObject, storing: Storing): ApiObject {
  if (isSurelySmall(obj, storing.definition)) return obj;
  const refusal = refusalOf(obj, storing);
  if (refusal === undefined) return obj;
  if (!storing.dropsManagers) throw refusal;
  const smaller = withAt(obj, ['metadata', 'managedFields'], undefined);
  const again = refusalOf(smaller, storing);
  if (again !== undefined) throw again;
  return smaller;
}

function refusalOf(obj: ApiObject, storing: Storing): StatusError | undefined {
  const bytes = messageBytes(obj, storing);
  if (bytes > LARGEST_MESSAGE_BYTES)
    return refused(
      `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${bytes} vs. ${LARGEST_MESSAGE_BYTES})`,
    );
  return bytes + DELIVERY_BYTES > LARGEST_REQUEST_BYTES
    ? refused('etcdserver: request is too large')
    : undefined;
}

function refused(why: string): StatusError {
  return new StatusError(500, '', why);
}

/** Nearly all objects are, which is told much quicker than their size. */
function isSurelySmall(obj: ApiObject, definition: ResourceDefinition): boolean {
  const room = LARGEST_REQUEST_BYTES - WRAPPING_BYTES;
  return leftOf(obj, structOf(definition, obj) === undefined ? room / BYTES_OF_ESCAPE : room) > 0;
}

/** How many bytes of the allowance are left after the value, at least; looks no further once there are none. */
function leftOf(value: JsonValue | undefined, allowance: number): number {
  let left = allowance - BYTES_OF_VALUE;
  if (typeof value === 'string') return left - Buffer.byteLength(value);
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) if (left > 0) left = leftOf(item, left);
  } else if (isJsonObject(value)) {
    for (const name in value)
      if (left > 0) left = leftOf(value[name], left - BYTES_OF_LETTER * Buffer.byteLength(name));
  }
  return left;
}

/**
 * The length of the transaction that stores the object: if its key has the expected revision, put it; else, where it
 * replaces something, get what is there.
 *
 * @see etcd-io/etcd:api/etcdserverpb/rpc.proto (TxnRequest)
 */
function messageBytes(obj: ApiObject, { definition, key, replaces }: Storing): number {
  const path = fieldBytes(Buffer.byteLength(`/registry/${pathOf(definition)}/${key}`));
  const byRevision = 2;
  const revision = 1 + varint(Number(replaces ?? 0)).length;
  const put = path + fieldBytes(storedBytes(definition, obj));
  const get = fieldBytes(fieldBytes(path));
  return (
    fieldBytes(path + byRevision + revision) +
    fieldBytes(fieldBytes(put)) +
    (replaces === undefined ? 0 : get)
  );
}

/** A field that holds so many bytes: its number, their count, they themselves. */
function fieldBytes(count: number): number {
  return 1 + varint(count).length + count;
}

function pathOf(definition: ResourceDefinition): string {
  const { custom, group, plural } = definition;
  return custom || isOwnForm(definition) ? `${group}/${plural}` : plural;
}

/** Definitions of kinds are kept as JSON, like the objects of those kinds. */
function isOwnForm(definition: ResourceDefinition): boolean {
  return collectionOf(definition) === 'customresourcedefinitions.apiextensions.k8s.io';
}

/** Undefined for what is kept as JSON. */
function structOf(definition: ResourceDefinition, { apiVersion, kind }: ApiObject): GoStruct | undefined {
  if (definition.custom || isOwnForm(definition)) return undefined;
  return structOfKind(`${apiVersion}/${kind}`);
}

/** Custom resources are kept as JSON, others as protobuf; the version is that of the key. */
function storedBytes(definition: ResourceDefinition, obj: ApiObject): number {
  const { resourceVersion: _, ...metadata } = obj.metadata;
  const kept: JsonObject = { ...obj, metadata };
  const { apiVersion, kind } = obj;
  const struct = structOf(definition, obj);
  if (struct === undefined) return goJsonBytes(JSON.stringify(kept));
  return closeEnvelope({ apiVersion, kind, raw: writeMessage(struct, kept) }).length;
}

/** Go escapes what has a meaning in HTML, and ends with a line break. */
function goJsonBytes(text: string): number {
  const escapes = ['<', '>', '&', '\u2028', '\u2029'].map((character) => {
    const each = '\\u0000'.length - Buffer.byteLength(character);
    return each * occurrences(text, character);
  });
  return escapes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(text) + 1);
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
