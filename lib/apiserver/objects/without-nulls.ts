import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';

/**
 * The value as Go's structs hold it: members that are null are absent, all through its objects, but in a map of
 * texts they are empty ones, and in one of quantities 0. Items that are null are zero: lists that the schema does not
 * know keep them. Returns the same value when nothing changes.
 */
export function withoutNulls(obj: JsonObject, schema?: Schema): JsonObject {
  let changed = false;
  const entries: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(obj)) {
    const below = memberSchema(schema, name);
    const result =
      value === undefined ? undefined : value === null ? zeroOf(schema, name) : cleaned(value, below);
    if (result !== value) changed = true;
    if (result !== undefined) entries.push([name, result]);
  }
  return changed ? Object.fromEntries(entries) : obj;
}

/** The schema of a member of an object, which may be a map. */
export function memberSchema(schema: Schema | undefined, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema ?? {};
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function zeroOf(schema: Schema | undefined, name: string): JsonValue | undefined {
  const { properties, additionalProperties } = schema ?? {};
  if (typeof additionalProperties !== 'object') return undefined;
  const isField = properties !== undefined && Object.hasOwn(properties, name);
  if (isField) return undefined;
  if (additionalProperties.format === 'quantity') return '0';
  return additionalProperties.type === 'string' ? '' : undefined;
}

const ZEROS: Readonly<Record<string, JsonValue>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  object: {},
};

function zeroItem({ type = '' }: Schema = {}): JsonValue {
  return ZEROS[type] ?? null;
}

function cleaned(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (isJsonObject(value)) return withoutNulls(value, schema);
  if (!Array.isArray(value)) return value;
  const list: readonly JsonValue[] = value;
  const items = list.map((item) => (item === null ? zeroItem(schema?.items) : cleaned(item, schema?.items)));
  return items.every((item, index) => item === list[index]) ? list : items;
}
