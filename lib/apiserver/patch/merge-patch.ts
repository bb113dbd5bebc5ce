import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { byName } from '../name-order.ts';

/**
 * Applies an RFC 7386 patch: objects merge, null removes, everything else (lists too) replaces. Beyond the RFC, objects
 * in lists lose their nulls, too, unless the list replaces an object. Members of what was merged come by name, as the
 * real server writes them. Changes neither argument.
 *
 * @see evanphx/json-patch:v4/merge.go
 */
export function applyMergePatch(doc: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(doc)) return withoutNullMembers(patch);
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, JsonValue | undefined>(Object.entries(doc));
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(byName(merged));
}

function withoutNullMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutNullMembers);
  if (!isJsonObject(value)) return value;
  const members = byName(Object.entries(value)).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNullMembers(member)]));
}
