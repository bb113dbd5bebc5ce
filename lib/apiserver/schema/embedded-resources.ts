import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { childPath } from '../field-causes.ts';
import type { Schema } from '../schema.ts';

/** What becomes of an object in another one that says itself what it is. @param path where it stands. */
export type EmbeddedChange = (object: JsonObject, path: string) => JsonObject;

/**
 * The value with all embedded resources changed, at any depth, those outside before those in them. Returns the same
 * value when nothing changes.
 */
export function withEmbedded<T extends JsonValue>(
  schema: Schema,
  value: T,
  change: EmbeddedChange,
  path?: string,
): T;
export function withEmbedded(
  schema: Schema,
  value: JsonValue,
  change: EmbeddedChange,
  path: string = '',
): JsonValue {
  if (!mayEmbed(schema)) return value;
  if (isJsonObject(value)) return inObject(schema, value, change, path);
  const { items } = schema;
  if (items === undefined || !Array.isArray(value)) return value;
  const list: readonly JsonValue[] = value;
  const changed = list.map((item, index) => withEmbedded(items, item, change, `${path}[${index}]`));
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

function inObject(schema: Schema, obj: JsonObject, change: EmbeddedChange, path: string): JsonObject {
  const own = schema['x-kubernetes-embedded-resource'] === true ? change(obj, path) : obj;
  let result: Record<string, JsonValue | undefined> | undefined;
  for (const [name, value] of Object.entries(own)) {
    const next = value === undefined ? value : inMember(schema, name, value, change, path);
    if (next === value) continue;
    result ??= { ...own };
    result[name] = next;
  }
  return result ?? own;
}

function inMember(
  { properties = {}, additionalProperties }: Schema,
  name: string,
  value: JsonValue,
  change: EmbeddedChange,
  path: string,
): JsonValue {
  if (Object.hasOwn(properties, name))
    return withEmbedded(properties[name] ?? {}, value, change, childPath(path, name));
  if (typeof additionalProperties !== 'object') return value;
  return withEmbedded(additionalProperties, value, change, `${path}[${name}]`);
}

/** An embedded resource, and where it stands. */
export interface EmbeddedResource {
  readonly path: string;
  readonly object: JsonObject;
}

/** All embedded resources of a value. */
export function embeddedResources(
  schema: Schema,
  value: JsonValue,
  path: string = '',
): readonly EmbeddedResource[] {
  const found: EmbeddedResource[] = [];
  const note: EmbeddedChange = (object, at) => {
    found.push({ path: at, object });
    return object;
  };
  withEmbedded(schema, value, note, path);
  return found;
}

const known = new WeakMap<Schema, boolean>();

/** Whether a schema has embedded resources anywhere. Few do. */
function mayEmbed(schema: Schema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { properties = {}, additionalProperties, items } = schema;
  const parts = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined];
  const embeds =
    schema['x-kubernetes-embedded-resource'] === true ||
    [...parts, ...Object.values(properties)].some((part) => part !== undefined && mayEmbed(part));
  known.set(schema, embeds);
  return embeds;
}
