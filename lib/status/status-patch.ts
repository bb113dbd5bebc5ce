import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../object/json.ts';

/**
 * The merge patch (RFC 7386) that makes `desired` of `current`: only what differs, null for what goes, lists as a
 * whole. Undefined when nothing differs; a member that is null and one that is missing are the same, since such a
 * patch cannot tell them apart.
 */
export function mergePatchOf(current: JsonObject, desired: JsonObject): JsonObject | undefined {
  const names = new Set([...Object.keys(current), ...Object.keys(desired)]);
  const changes = [...names].flatMap((name) => {
    const change = changeOf(current[name] ?? undefined, desired[name] ?? undefined);
    return change === undefined ? [] : [[name, change] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/** Undefined: none. */
function changeOf(was: JsonValue | undefined, wanted: JsonValue | undefined): JsonValue | undefined {
  if (wanted === undefined) return was === undefined ? undefined : null;
  if (isJsonObject(was) && isJsonObject(wanted)) return mergePatchOf(was, wanted);
  return isDeepStrictEqual(was, wanted) ? undefined : wanted;
}

/** A value as the wire will have it. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
