import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { structOf } from '../builtin/go-structs.ts';
import type { GoStruct } from '../builtin/go-structs.ts';
import { ProtobufError } from './wire-reader.ts';

/** A Go type whose JSON is not that of its fields: what it is in protobuf, and the way there and back. */
export interface SpecialType {
  readonly struct: GoStruct;
  /** From the JSON that its fields would have. @throws ProtobufError. */
  readonly toJson: (fields: JsonObject) => JsonValue;
  readonly toFields: (value: JsonValue) => JsonObject;
}

const MICROSECOND_IN_NANOS = 1000;
const SECOND_IN_MS = 1000;
/** 0001-01-01T00:00:00Z, in seconds since 1970: no time at all in Go. */
const NO_TIME = -62_135_596_800;

/** What says nothing is read from no bytes, and written as none. */
function timeToJson(seconds: JsonValue | undefined, fraction: string): JsonValue {
  if (typeof seconds !== 'number' || seconds === NO_TIME) return null;
  const date = new Date(seconds * SECOND_IN_MS);
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/u.test(date.toISOString()))
    throw new ProtobufError('Time.MarshalJSON: year outside of range [0,9999]');
  return date.toISOString().replace('.000Z', `${fraction}Z`);
}

function microsecondsIn({ nanos }: JsonObject): string {
  const count = typeof nanos === 'number' ? Math.trunc(nanos / MICROSECOND_IN_NANOS) : 0;
  return `.${String(Math.max(count, 0)).padStart(6, '0')}`;
}

function timeToFields(value: JsonValue): JsonObject {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return {};
  return { seconds: Math.floor(ms / SECOND_IN_MS), nanos: 0 };
}

function microTimeToFields(value: JsonValue): JsonObject {
  const { seconds } = timeToFields(value);
  if (seconds === undefined) return {};
  const digits = typeof value === 'string' ? /\.(\d+)/u.exec(value)?.[1] : undefined;
  return { seconds, nanos: Number((digits ?? '').slice(0, 6).padEnd(6, '0')) * MICROSECOND_IN_NANOS };
}

function rawToJson({ raw }: JsonObject): JsonValue {
  if (typeof raw !== 'string' || raw === '') return null;
  try {
    return JSON.parse(Buffer.from(raw, 'base64').toString('utf8')) as JsonValue;
  } catch (error) {
    throw new ProtobufError('json: error calling MarshalJSON: invalid JSON in raw bytes', { cause: error });
  }
}

function rawToFields(value: JsonValue): JsonObject {
  return value === null ? {} : { raw: Buffer.from(JSON.stringify(value)).toString('base64') };
}

function listOr(schema: JsonValue | undefined, list: JsonValue | undefined): JsonValue {
  return Array.isArray(list) && list.length > 0 ? list : (schema ?? null);
}

function special(
  name: string,
  text: string,
  toJson: SpecialType['toJson'],
  toFields: SpecialType['toFields'],
): readonly [string, SpecialType] {
  return [name, { struct: structOf(name, text), toJson, toFields }];
}

const RAW = 'raw 1 bytes e';

/** By short name. @see kubernetes/apimachinery:pkg/apis/meta/v1/time_proto.go, pkg/util/intstr, pkg/api/resource */
const TYPES: ReadonlyMap<string, SpecialType> = new Map<string, SpecialType>([
  special(
    'meta.v1.Time',
    'seconds 1 int64 ep,nanos 2 int32 ep',
    ({ seconds }) => timeToJson(seconds, ''),
    timeToFields,
  ),
  special(
    'meta.v1.MicroTime',
    'seconds 1 int64 ep,nanos 2 int32 ep',
    (fields) => timeToJson(fields['seconds'], microsecondsIn(fields)),
    microTimeToFields,
  ),
  special(
    'util.intstr.IntOrString',
    'type 1 int64,intVal 2 int32,strVal 3 string',
    ({ type, intVal = 0, strVal = '' }) => (type === 0 ? intVal : strVal),
    (value) => (typeof value === 'string' ? { type: 1, strVal: value } : { intVal: value }),
  ),
  special(
    'api.resource.Quantity',
    'string 1 string',
    ({ string }) => (string === '' ? '0' : (string ?? '0')),
    (value) => ({ string: typeof value === 'number' ? String(value) : value }),
  ),
  special('pkg.runtime.RawExtension', RAW, rawToJson, rawToFields),
  special('meta.v1.FieldsV1', RAW, rawToJson, rawToFields),
  special('apiextensions.v1.JSON', RAW, rawToJson, rawToFields),
  special(
    'apiextensions.v1.JSONSchemaPropsOrArray',
    'schema 1 JSONSchemaProps ep,list 2 []JSONSchemaProps e',
    ({ schema, list }) => listOr(schema, list),
    (value) => (Array.isArray(value) ? { list: value } : { schema: value }),
  ),
  special(
    'apiextensions.v1.JSONSchemaPropsOrBool',
    'allows 1 bool,schema 2 JSONSchemaProps ep',
    ({ allows = false, schema }) => schema ?? allows,
    (value) => (isJsonObject(value) ? { allows: true, schema: value } : { allows: value === true }),
  ),
  special(
    'apiextensions.v1.JSONSchemaPropsOrStringArray',
    'schema 1 JSONSchemaProps ep,list 2 []string e',
    ({ schema, list }) => listOr(schema, list),
    (value) => (Array.isArray(value) ? { list: value } : { schema: value }),
  ),
  // Lists of texts that have a type of their own, such as values of what a user is beside name and groups.
  special(
    'list',
    'items 1 []string',
    ({ items }) => items ?? null,
    (items) => ({ items }),
  ),
]);

/** @throws for a name that no table has: another release may have another type. */
export function specialType(name: string): SpecialType {
  const type = TYPES.get(name);
  if (type === undefined) throw new Error(`cannot read the Go type ${name}: nobody wrote how`);
  return type;
}
