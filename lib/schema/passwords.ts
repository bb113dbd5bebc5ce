import { type JsonValue, isJsonObject } from '../object/json.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The texts and numbers at fields of `format: password`, and all below them. Bears any value. */
export function passwordsIn(schema: StructuralSchema, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (schema.format === 'password') return leaves(value as JsonValue);
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item) => passwordsIn(items, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return own === undefined ? [] : passwordsIn(own, member);
  });
}

function leaves(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(leaves);
  if (isJsonObject(value)) return Object.values(value).flatMap((member) => leaves(member ?? null));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Whether the path leads to a field of `format: password`, or below one. */
export function isPasswordPath(schema: StructuralSchema, path: readonly string[]): boolean {
  if (schema.format === 'password') return true;
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const { items, properties = {}, additionalProperties } = schema;
  const own = items ?? (Object.hasOwn(properties, name) ? properties[name] : additionalProperties);
  return own !== undefined && isPasswordPath(own, rest);
}
