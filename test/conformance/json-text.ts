import type { JsonValue } from '../../lib/object/json.ts';

/** A text as it is, anything else as JSON. */
export function jsonText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** `Array.isArray` makes any list of a read-only one. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
