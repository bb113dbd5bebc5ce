/** Any value that JSON can say, read-only. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Missing and undefined members are the same. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** Whether the value is an object with named members: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
