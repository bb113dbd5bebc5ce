import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { fieldsInJson, isOmitted, structNamed } from '../builtin/go-structs.ts';
import type { GoField, GoStruct, GoType, ScalarName } from '../builtin/go-structs.ts';
import type { Schema } from '../schema.ts';
import { memberSchema } from './without-nulls.ts';

/**
 * An object of a built-in kind without what Go does not tell from nothing: nulls, and zeros, empty texts, lists and
 * maps of fields that are left out when they are empty, or that the schema has a default for. Those of pointers
 * stay. Returns the same object when nothing changes.
 */
export function withoutZeros(struct: GoStruct, obj: JsonObject, schema?: Schema): JsonObject {
  return memberwise(struct, obj, withoutZeros, schema);
}

/**
 * The object with all structs that are no pointers, which are always there in Go: their fields get defaults, and are
 * judged, whether or not anybody set one of them. Those that the schema has a default for are left to it. Returns
 * the same object when nothing changes.
 */
export function withStructs(struct: GoStruct, obj: JsonObject, schema?: Schema): JsonObject {
  let result = memberwise(struct, obj, withStructs, schema);
  for (const [name, { type, pointer }] of fieldsInJson(struct)) {
    if (type.kind !== 'struct' || pointer || obj[name] !== undefined) continue;
    const below = memberSchema(schema, name);
    if (below?.default === undefined)
      result = Object.assign({}, result, { [name]: withStructs(structNamed(type.name), {}, below) });
  }
  return result;
}

/**
 * The same object with what Go writes although nobody set it: the zeros of all fields that are not left out when
 * they are empty, which are nulls for pointers, lists, maps and times. Returns the same object when nothing changes.
 */
export function asWritten(struct: GoStruct, obj: JsonObject): JsonObject {
  const known = memberwise(struct, obj, asWritten);
  const missing = alwaysWritten(struct).filter(([name]) => known[name] === undefined);
  return missing.length === 0 ? known : { ...known, ...Object.fromEntries(missing) };
}

type Change = (struct: GoStruct, obj: JsonObject, schema: Schema | undefined) => JsonObject;

/** The object with the structs in it changed, and without empty members. Most objects have nothing to change. */
function memberwise(struct: GoStruct, obj: JsonObject, change: Change, schema?: Schema): JsonObject {
  const fields = fieldsInJson(struct);
  let result: Record<string, JsonValue | undefined> | undefined;
  for (const name of Object.keys(obj)) {
    const value = obj[name];
    const field = fields.get(name);
    if (field === undefined || value === undefined) continue;
    const kept = member(field, value, change, memberSchema(schema, name));
    if (kept === value) continue;
    result ??= { ...obj };
    if (kept === undefined) delete result[name];
    else result[name] = kept;
  }
  return result ?? obj;
}

function member(field: GoField, value: JsonValue, change: Change, schema?: Schema): JsonValue | undefined {
  const kept = inside(field.type, value, change, schema);
  if (kept === null || isOmitted(field, kept)) return undefined;
  return schema?.default !== undefined && isUnset(field, kept) ? undefined : kept;
}

/** Whether Go finds the field as it is when nobody set it, and gives it its default. */
function isUnset({ type, pointer }: GoField, value: JsonValue): boolean {
  if (pointer) return false;
  if (type.kind === 'scalar') return value === SCALAR_ZEROS[type.name];
  return type.kind === 'struct' && isJsonObject(value) && Object.keys(value).length === 0;
}

/** The value with all its structs changed. */
function inside(type: GoType, value: JsonValue, change: Change, schema: Schema | undefined): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (type.kind === 'struct')
    return isJsonObject(value) ? change(structNamed(type.name), value, schema) : value;
  if (type.kind === 'list' && Array.isArray(value))
    return type.of.kind === 'scalar' ? value : listInside(type.of, value, change, schema?.items);
  return type.kind === 'map' && type.of.kind !== 'scalar' && isJsonObject(value)
    ? mapInside(type.of, value, change, schema)
    : value;
}

function listInside(
  of: GoType,
  list: readonly JsonValue[],
  change: Change,
  schema: Schema | undefined,
): readonly JsonValue[] {
  const items = list.map((item) => inside(of, item, change, schema));
  return items.every((item, index) => item === list[index]) ? list : items;
}

function mapInside(of: GoType, map: JsonObject, change: Change, schema: Schema | undefined): JsonObject {
  const entries = Object.entries(map).map(([key, value]): readonly [string, JsonValue | undefined] => [
    key,
    value === undefined ? value : inside(of, value, change, memberSchema(schema, key)),
  ]);
  return entries.every(([key, value]) => value === map[key]) ? map : Object.fromEntries(entries);
}

type Member = readonly [name: string, zero: JsonValue];

const always = new WeakMap<GoStruct, readonly Member[]>();

/** What an object of this struct has at least. */
function alwaysWritten(struct: GoStruct): readonly Member[] {
  const found = always.get(struct);
  if (found !== undefined) return found;
  const members = [...fieldsInJson(struct)].flatMap(([name, field]): readonly Member[] => {
    const zero = field.pointer ? null : zeroOf(field.type);
    return isOmitted(field, zero) ? [] : [[name, zero]];
  });
  always.set(struct, members);
  return members;
}

const SCALAR_ZEROS: Readonly<Record<ScalarName, JsonValue>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: null,
};
const SPECIAL_ZEROS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['util.intstr.IntOrString', 0],
  ['api.resource.Quantity', '0'],
]);

function zeroOf(type: GoType): JsonValue {
  if (type.kind === 'scalar') return SCALAR_ZEROS[type.name];
  if (type.kind === 'struct') return asWritten(structNamed(type.name), {});
  return type.kind === 'special' ? (SPECIAL_ZEROS.get(type.name) ?? null) : null;
}
