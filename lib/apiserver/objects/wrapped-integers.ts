import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';
import { isBytes } from './byte-fields.ts';

/**
 * The object as Go's structs hold what did not come from a decoder: of an integer that is too large for its field,
 * the lowest 32 bits; of a list in place of bytes, if it is empty, no bytes. The same object where none is.
 *
 * @see kubernetes/apimachinery:pkg/runtime/converter.go
 */
export function withWrappedIntegers<T extends JsonValue>(schema: Schema, value: T): T {
  return wrapped(schema, value) as T;
}

function wrapped(schema: Schema, value: JsonValue): JsonValue {
  if (typeof value === 'number')
    return schema.format === 'int32' && Number.isInteger(value)
      ? Number(BigInt.asIntN(32, BigInt(value)))
      : value;
  if (Array.isArray(value)) return wrappedItems(schema.items, value as readonly JsonValue[]);
  return isJsonObject(value) ? wrappedMembers(schema, value) : value;
}

function wrappedItems(schema: Schema | undefined, items: readonly JsonValue[]): readonly JsonValue[] {
  if (schema === undefined) return items;
  const changed = items.map((item) => wrapped(schema, item));
  return changed.some((item, index) => item !== items[index]) ? changed : items;
}

function wrappedMembers(owner: Schema, obj: JsonObject): JsonObject {
  const { properties = {}, additionalProperties } = owner;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const changes: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(obj)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others;
    if (schema === undefined || value === undefined) continue;
    const changed = isBytes(owner, name) ? withoutEmptyLists(value) : wrapped(schema, value);
    if (changed !== value) changes[name] = changed;
  }
  return Object.keys(changes).length === 0 ? obj : { ...obj, ...changes };
}

/** Bytes are lists of numbers, too. */
function withoutEmptyLists(map: JsonValue): JsonValue {
  if (!isJsonObject(map)) return map;
  const entries = Object.entries(map).map(([name, value]) => {
    const isEmpty = Array.isArray(value) && value.length === 0;
    return [name, isEmpty ? '' : value] as const;
  });
  return entries.every(([name, value]) => map[name] === value) ? map : Object.fromEntries(entries);
}
