import { isJsonObject, type JsonObject, type JsonValue } from '../object/json.ts';

/** The value below these members, or undefined where one is missing. */
export function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (below, name) => (isJsonObject(below) && Object.hasOwn(below, name) ? below[name] : undefined),
    value,
  );
}

/** The text there; empty where there is none. Numbers are texts, too: int-or-string fields. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** The number there; 0 where there is none. */
export function numberAt(value: JsonValue | undefined, ...path: readonly string[]): number {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** The list there; empty where there is none. */
export function listAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as readonly JsonValue[]) : [];
}

/** The object there; empty where there is none. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The object with an object there, empty if there was none. */
export function withObjectAt<T extends JsonObject>(obj: T, ...path: readonly string[]): T {
  return withAt(obj, path, objectAt(obj, ...path));
}

/** The object with the value below these members; objects on the way are made where they are missing. */
export function withAt<T extends JsonObject>(
  obj: T,
  path: readonly string[],
  value: JsonValue | undefined,
): T {
  const [name, ...rest] = path;
  if (name === undefined) return obj;
  const next = rest.length === 0 ? value : withAt(objectAt(obj, name), rest, value);
  if (next !== undefined) return { ...obj, [name]: next };
  return Object.fromEntries(Object.entries(obj).filter(([other]) => other !== name)) as T;
}
