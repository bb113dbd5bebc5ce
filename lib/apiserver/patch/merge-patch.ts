import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';

/**
 * Applies an RFC 7386 patch: objects merge, null removes, everything else (lists too) replaces. Changes neither
 * argument.
 */
export function applyMergePatch(doc: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const base: JsonObject = isJsonObject(doc) ? doc : {};
  const merged = new Map<string, JsonValue | undefined>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}
