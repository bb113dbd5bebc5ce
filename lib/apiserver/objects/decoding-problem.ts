import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { canonicalQuantity, QUANTITY_RULE } from '../builtin/quantity.ts';
import { goTypeOf } from '../requests/go-type.ts';
import type { Schema } from '../schema.ts';
import { definitionName } from '../schema/named-schema.ts';
import { base64Problem } from './base64-problem.ts';
import { isBytes } from './byte-fields.ts';
import { RFC_3339, RFC_3339_MICRO, timeProblem } from './go-time.ts';

/** Where a decoder is: the struct that it fills, and the names of its fields down to here. */
export interface Spot {
  readonly wording: Wording;
  readonly struct: string;
  readonly fields: readonly string[];
}

/**
 * What Go's decoder would say of the first value in an object of a built-in kind that does not fit its field: a
 * wrong type, bytes that are no base64, a time that is none. Undefined when all fit. Its paths name fields of
 * structs only, neither keys nor indices.
 *
 * @param fields the names of fields down to the content. Default: none.
 * @see golang/go:src/encoding/json/decode.go (UnmarshalTypeError)
 */
export function decodingProblem(
  schema: Schema,
  content: JsonObject,
  kind: string,
  wording: Wording = asDecoder,
  fields: readonly string[] = [],
): string | undefined {
  return valueProblem(schema, content, { struct: kind, fields, wording });
}

function valueProblem(schema: Schema, value: JsonValue, spot: Spot): string | undefined {
  if (value === null) return undefined;
  if (schema.format === 'quantity') return quantityProblem(value);
  if (schema['x-kubernetes-int-or-string'] === true) {
    const isFine = typeof value === 'string' || fits(INTEGER, value);
    return isFine ? undefined : spot.wording(INTEGER, value, spot);
  }
  if (!fits(schema, value)) return spot.wording(schema, value, spot);
  if (typeof value === 'string') return textProblem(schema, value, spot);
  if (Array.isArray(value)) return listProblem(schema, value, spot);
  return isJsonObject(value) ? objectProblem(schema, value, spot) : undefined;
}

function quantityProblem(value: JsonValue): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && canonicalQuantity(value) !== undefined ? undefined : QUANTITY_RULE;
}

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isJsonObject,
  array: Array.isArray,
  integer: Number.isInteger,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
};

const INT32 = 2 ** 31;
const INTEGER: Schema = { type: 'integer', format: 'int32' };

function fits({ type = '', format }: Schema, value: JsonValue): boolean {
  if (format === 'int32' && typeof value === 'number' && (value < -INT32 || value >= INT32)) return false;
  return FITS[type]?.(value) ?? true;
}

/** Tells of a value of a wrong type. */
export type Wording = (schema: Schema, value: JsonValue, spot: Spot) => string;

/** In the words of a decoder of JSON. */
export function asDecoder(schema: Schema, value: JsonValue, { struct, fields }: Spot): string {
  const isNumeric = schema.type === 'integer' || schema.type === 'number';
  const where = fields.length === 0 ? 'value' : `struct field ${[struct, ...fields].join('.')}`;
  const told = (found: string, wanted: string): string =>
    `json: cannot unmarshal ${found} into Go ${where} of type ${wanted}`;
  if (isBytes(struct, fields.at(-1) ?? '')) {
    const wrong = firstNoByte(value);
    if (wrong === undefined) return told(goTypeOf(value), '[]uint8');
    return told(typeof wrong === 'number' ? `number ${wrong}` : goTypeOf(wrong), 'uint8');
  }
  return told(
    typeof value === 'number' && isNumeric ? `number ${value}` : goTypeOf(value),
    goTypeName(schema),
  );
}

/** Bytes may come as a list of numbers, too. */
function firstNoByte(value: JsonValue): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  return (value as readonly JsonValue[]).find((item) => item !== null && !isByte(item));
}

function isByte(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}

/**
 * In the words of what turns Go's values into structs.
 *
 * @see kubernetes/apimachinery:pkg/runtime/converter.go
 */
export function asConverter(schema: Schema, value: JsonValue, spot: Spot): string {
  if (schema.format === 'date-time')
    return `json: cannot unmarshal ${goTypeOf(value)} into Go value of type string`;
  const kind = goKindOf(value);
  // Bytes are a list of numbers, too.
  if (Array.isArray(value) && isBytes(spot.struct, spot.fields.at(-1) ?? ''))
    return 'unrecognized type: uint8';
  if (schema.type === 'array') return `cannot restore slice from ${kind}`;
  if (schema.type !== 'object') {
    const target = goTypeName(schema);
    return isConvertible(kind, target)
      ? `cannot convert ${kind} to ${target}`
      : `unrecognized type: ${target}`;
  }
  return typeof schema.additionalProperties === 'object'
    ? `cannot restore map from ${kind}`
    : `cannot restore struct from: ${kind}`;
}

/** Whether Go has a conversion between two types, even one that JSON does not allow. */
function isConvertible(from: string, to: string): boolean {
  if (from === 'int64') return to !== 'bool';
  return from === 'float64' && to !== 'bool' && to !== 'string';
}

function goKindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return isJsonObject(value) ? 'map' : goTypeOf(value);
}

/** A type of Go, as messages name it. */
function goTypeName(schema: Schema): string {
  const { type, format, items, additionalProperties } = schema;
  if (type === 'array') return `[]${items === undefined ? 'interface {}' : goTypeName(items)}`;
  if (typeof additionalProperties === 'object') return `map[string]${goTypeName(additionalProperties)}`;
  if (type === 'object') return versionedName(schema) ?? 'map[string]interface {}';
  if (type === 'integer') return format ?? 'int32';
  if (type === 'number') return 'float64';
  if (type === 'boolean') return 'bool';
  return 'string';
}

/** Fields whose times have fractions of seconds. */
const MICRO: ReadonlySet<string> = new Set(['acquireTime', 'eventTime', 'lastObservedTime', 'renewTime']);

/** `v1.PodSpec` */
function versionedName(schema: Schema): string | undefined {
  const name = definitionName(schema);
  return name?.split('.').slice(-2).join('.');
}

function textProblem({ format }: Schema, text: string, spot: Spot): string | undefined {
  const field = spot.fields.at(-1) ?? '';
  if (isBytes(spot.struct, field)) return base64Problem(text);
  if (format !== 'date-time') return undefined;
  return timeProblem(text, MICRO.has(field) ? RFC_3339_MICRO : RFC_3339);
}

function listProblem(schema: Schema, list: readonly JsonValue[], spot: Spot): string | undefined {
  const { items } = schema;
  if (items === undefined) return undefined;
  for (const item of list) {
    const problem = valueProblem(items, item, spot);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function objectProblem(schema: Schema, obj: JsonObject, spot: Spot): string | undefined {
  const { properties, additionalProperties } = schema;
  const struct = versionedName(schema)?.split('.').at(-1) ?? spot.struct;
  for (const [name, value] of Object.entries(obj)) {
    if (value === undefined) continue;
    const field = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const below = field ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (below === undefined) continue;
    const problem = valueProblem(
      below,
      value,
      field === undefined ? spot : { ...spot, struct, fields: [...spot.fields, name] },
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
}
