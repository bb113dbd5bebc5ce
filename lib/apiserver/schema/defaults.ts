import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';

/** A null that the schema does not allow counts as absent. */
function isAbsent(value: JsonValue | undefined, schema: Schema | undefined): boolean {
  return value === undefined || (value === null && schema !== undefined && schema.nullable !== true);
}

function schemaOfMember(schema: Schema, name: string): Schema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return schema.properties[name];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** What becomes of a null that the schema neither allows nor replaces. */
export type Nulls = 'dropped' | 'kept';

function defaultedMember(schema: Schema, value: JsonValue | undefined, nulls: Nulls): JsonValue | undefined {
  const left = nulls === 'kept' && value === null ? value : undefined;
  const present = isAbsent(value, schema) ? (schema.default ?? left) : value;
  return present === undefined ? undefined : applyDefaults(schema, present, nulls);
}

function memberEntries(schema: Schema, obj: JsonObject, nulls: Nulls): readonly [string, JsonValue][] {
  return Object.entries(obj).flatMap(([name, value]): [string, JsonValue][] => {
    if (value === undefined) return [];
    const member = schemaOfMember(schema, name);
    const result = member === undefined ? value : defaultedMember(member, value, nulls);
    return result === undefined ? [] : [[name, result]];
  });
}

function missingEntries(schema: Schema, obj: JsonObject): readonly [string, JsonValue][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): [string, JsonValue][] => {
    if (member.default === undefined || (Object.hasOwn(obj, name) && obj[name] !== undefined)) return [];
    return [[name, applyDefaults(member, member.default)]];
  });
}

function sameEntries(obj: JsonObject, entries: readonly [string, JsonValue][]): boolean {
  return Object.keys(obj).length === entries.length && entries.every(([name, value]) => obj[name] === value);
}

function defaultedObject(schema: Schema, obj: JsonObject, nulls: Nulls): JsonObject {
  const entries = [...memberEntries(schema, obj, nulls), ...missingEntries(schema, obj)];
  return sameEntries(obj, entries) ? obj : Object.fromEntries(entries);
}

function defaultedArray(items: Schema, list: readonly JsonValue[], nulls: Nulls): readonly JsonValue[] {
  const results = list.map((item) => {
    const present = item === null && isAbsent(item, items) ? (items.default ?? null) : item;
    return applyDefaults(items, present, nulls);
  });
  return results.every((item, index) => item === list[index]) ? list : results;
}

/**
 * Fills in what the schema gives for what is absent, also inside of what it filled in, and removes nulls that
 * the schema neither allows nor replaces (but not from lists), unless they are kept. Returns the same value when nothing changes;
 * never changes its argument. Defaults of members that are absent themselves do not make them exist.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/defaulting
 */
export function applyDefaults<T extends JsonValue>(schema: Schema, value: T, nulls?: Nulls): T;
export function applyDefaults(schema: Schema, value: JsonValue, nulls: Nulls = 'dropped'): JsonValue {
  if (isJsonObject(value)) return defaultedObject(schema, value, nulls);
  if (Array.isArray(value) && schema.items !== undefined) return defaultedArray(schema.items, value, nulls);
  return value;
}
