import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';
import { canonicalQuantity, QUANTITY_RULE } from './quantity.ts';

/** A value that the API server could not decode. The message says why. */
export class DecodingError extends Error {
  override readonly name: string = 'DecodingError';
}

/** Maps and lists that are empty and not required vanish, as Go leaves them out. Structs stay. */
function vanishes(schema: Schema, value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    isJsonObject(value) && typeof schema.additionalProperties === 'object' && Object.keys(value).length === 0
  );
}

function members(schema: Schema, obj: JsonObject): JsonObject {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const entries = Object.entries(obj).flatMap(([name, value]): [string, JsonValue][] => {
    if (value === undefined) return [];
    const below = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (below === undefined)
      return [
        [name, typeof additionalProperties === 'object' ? canonical(additionalProperties, value) : value],
      ];
    return vanishes(below, value) && !required.includes(name) ? [] : [[name, canonical(below, value)]];
  });
  const same =
    entries.length === Object.keys(obj).length && entries.every(([name, value]) => obj[name] === value);
  return same ? obj : Object.fromEntries(entries);
}

function quantity(value: JsonValue): JsonValue {
  if (typeof value !== 'string' && typeof value !== 'number') throw new DecodingError(QUANTITY_RULE);
  const text = canonicalQuantity(value);
  if (text === undefined) throw new DecodingError(QUANTITY_RULE);
  return text;
}

/**
 * The value as it is after a trip through Go's structs: quantities in canonical form, and without empty maps
 * and lists. Returns the same value when nothing changes.
 *
 * @throws DecodingError when a quantity is none.
 */
export function canonical<T extends JsonValue>(schema: Schema, value: T): T;
export function canonical(schema: Schema, value: JsonValue): JsonValue {
  const { items, format } = schema;
  if (format === 'quantity') return quantity(value);
  if (isJsonObject(value)) return members(schema, value);
  return Array.isArray(value) && items !== undefined ? list(items, value) : value;
}

function list(items: Schema, values: readonly JsonValue[]): readonly JsonValue[] {
  const results = values.map((item) => canonical(items, item));
  return results.every((item, index) => item === values[index]) ? values : results;
}
