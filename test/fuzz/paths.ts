import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import type { Shape } from './shape.ts';

/** Where a value stands in an object: names of members, and places in lists. */
export type Path = readonly (string | number)[];

/** All fields at any depth, but the whole; of lists and maps the first item. */
export function* fieldsOf(shape: Shape, path: Path = []): Generator<readonly [Path, Shape]> {
  if (path.length > 0) yield [path, shape];
  if (shape.is === 'list') yield* fieldsOf(shape.of, [...path, 0]);
  if (shape.is === 'map') yield* fieldsOf(shape.of, [...path, shape.keys[0]!]);
  if (shape.is !== 'struct') return;
  for (const [name, field] of Object.entries(shape.fields)) yield* fieldsOf(field, [...path, name]);
}

/** All values in a value, at any depth. */
export function* pathsIn(value: JsonValue | undefined, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value))
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      yield* pathsIn(item, [...path, index]);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...path, name]);
}

/** A value with what is required, the first that comes to mind. */
export function leastOf(shape: Shape): JsonValue {
  if (shape.is === 'one') return shape.values[0]!;
  if (shape.is === 'list') return [leastOf(shape.of)];
  if (shape.is === 'map') return { [shape.keys[0]!]: leastOf(shape.of) };
  return Object.fromEntries(shape.required.map((name) => [name, leastOf(shape.fields[name]!)]));
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (whole, name) =>
      typeof name === 'number' ? itemOf(whole, name) : isJsonObject(whole) ? whole[name] : undefined,
    value,
  );
}

/** The value with another one in it, and all that must be there to hold it. Lists have one item afterwards. */
export function withAt(value: JsonValue | undefined, [name, ...rest]: Path, inner: JsonValue): JsonValue {
  if (name === undefined) return inner;
  if (typeof name === 'number') return [withAt(itemOf(value, name), rest, inner)];
  const obj = isJsonObject(value) ? value : {};
  return { ...obj, [name]: withAt(obj[name], rest, inner) };
}

/** What tells items of lists apart. */
const KEYS: ReadonlySet<string> = new Set([
  'name',
  'containerPort',
  'port',
  'type',
  'mountPath',
  'key',
  'ip',
]);

/** The least part of an object that says something of a value in it: items of lists have what tells them apart. */
export function partAt(value: JsonValue | undefined, [name, ...rest]: Path, inner: JsonValue): JsonValue {
  if (name === undefined) return inner;
  if (typeof name === 'string')
    return { [name]: partAt(isJsonObject(value) ? value[name] : undefined, rest, inner) };
  const item = itemOf(value, name);
  const part = partAt(item, rest, inner);
  return [isJsonObject(part) ? { ...keysOf(item), ...part } : part];
}

/** An item's members that tell it apart; the item itself where it has none. */
export function keysOf(item: JsonValue | undefined): JsonObject {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => KEYS.has(name)));
}

/** As JSON patches name places. */
export function pointerTo(path: Path): string {
  return path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isWithin(path: Path, other: Path): boolean {
  return other.every((name, index) => path[index] === name);
}

function itemOf(value: JsonValue | undefined, index: number): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[index] : undefined;
}
