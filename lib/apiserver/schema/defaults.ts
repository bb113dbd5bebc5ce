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

function defaultedMember(schema: Schema, value: JsonValue | undefined): JsonValue | undefined {
  const present = isAbsent(value, schema) ? schema.default : value;
  return present === undefined ? undefined : applyDefaults(schema, present);
}

function memberEntries(schema: Schema, obj: JsonObject): readonly [string, JsonValue][] {
  return Object.entries(obj).flatMap(([name, value]): [string, JsonValue][] => {
    if (value === undefined) return [];
    const member = schemaOfMember(schema, name);
    const result = member === undefined ? value : defaultedMember(member, value);
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

function defaultedObject(schema: Schema, obj: JsonObject): JsonObject {
  const entries = [...memberEntries(schema, obj), ...missingEntries(schema, obj)];
  return sameEntries(obj, entries) ? obj : Object.fromEntries(entries);
}

function defaultedArray(items: Schema, list: readonly JsonValue[]): readonly JsonValue[] {
  const results = list.map((item) => {
    const present = item === null && isAbsent(item, items) ? (items.default ?? null) : item;
    return applyDefaults(items, present);
  });
  return results.every((item, index) => item === list[index]) ? list : results;
}

/**
 * Fills in what the schema gives for what is absent, also inside of what it filled in, and removes nulls that
 * the schema neither allows nor replaces (but not from lists). Returns the same value when nothing changes;
 * never changes its argument. Defaults of members that are absent themselves do not make them exist.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/defaulting
 */
export function applyDefaults<T extends JsonValue>(schema: Schema, value: T): T;
export function applyDefaults(schema: Schema, value: JsonValue): JsonValue {
  if (isJsonObject(value)) return defaultedObject(schema, value);
  if (Array.isArray(value) && schema.items !== undefined) return defaultedArray(schema.items, value);
  return value;
}
