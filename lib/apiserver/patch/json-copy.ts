import { isJsonObject, type JsonValue } from '../../object/json.ts';

/**
 * A copy that may be changed in place. What stands at two places of the value are two copies: an object of ours may
 * share its parts, which a change of one must not show.
 */
export function jsonCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(jsonCopy);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, jsonCopy(member)] as const],
  );
  return Object.fromEntries(entries);
}
