import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { MOST_STRICT_ERRORS } from '../told.ts';

/** Paths of what is in an object and should not be there. */
export interface Strays {
  /** Of fields that came twice, in the order of the text. */
  readonly duplicates: readonly string[];
  /** Of unknown fields in metadata. */
  readonly metadata: readonly string[];
  /** Of other unknown fields. */
  readonly content: readonly string[];
}

/** Of a custom resource: it is decoded first, then its metadata are, and the rest is pruned. */
export function customStrays({ duplicates, metadata, content }: Strays): readonly string[] {
  const told = metadata.toSorted().slice(0, MOST_STRICT_ERRORS);
  return [...duplicates.map(duplicateText), ...[...told, ...content].map(unknownText)];
}

/** Of the text that a patch made of a built-in object. What came twice did so in the patch. */
export function patchedTextStrays(made: JsonObject, strays: Strays): readonly string[] {
  return [...strays.duplicates.map(duplicateText), ...textStrays(made, { ...strays, duplicates: [] })];
}

/** Of the values that a strategic merge patch made of a built-in object. */
export function patchedValueStrays({ duplicates, metadata, content }: Strays): readonly string[] {
  return [...duplicates.map(duplicateText), ...[...metadata, ...content].toSorted().map(unknownText)];
}

/** Of a built-in object, which is decoded in one go, from first to last, without looking into unknown fields. */
export function textStrays(sent: JsonObject, strays: Strays): readonly string[] {
  const unknown = [strays.metadata, strays.content].flatMap((paths) => paths.slice(0, MOST_STRICT_ERRORS));
  if (unknown.length === 0) return strays.duplicates.map(duplicateText);
  const known = strays.duplicates.filter((path) => !unknown.some((other) => isIn(path, other)));
  const order = documentOrder(sent, [...known, ...unknown]);
  return [
    ...known.map((path) => ({ path, text: duplicateText(path) })),
    ...unknown.map((path) => ({ path, text: unknownText(path) })),
  ]
    .toSorted((a, b) => (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0))
    .slice(0, MOST_STRICT_ERRORS)
    .map(({ text }) => text);
}

function duplicateText(path: string): string {
  return `duplicate field ${JSON.stringify(path)}`;
}

function unknownText(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

function isIn(path: string, other: string): boolean {
  return path.startsWith(other) && isEnd(path, other.length);
}

/** Whether a name ends here, and not only a part of it. */
function isEnd(path: string, index: number): boolean {
  return ['', '.', '['].includes(path.charAt(index));
}

/**
 * Where in the object each of the paths is. Goes nowhere else, and compares no more than it must: paths can be long.
 *
 * @param length of the path to the value, with which all those that are wanted begin.
 */
function documentOrder(
  value: JsonValue,
  wanted: readonly string[],
  length: number = 0,
  order: Map<string, number> = new Map(),
): Map<string, number> {
  for (const [part, member] of members(value, length === 0)) {
    const end = length + part.length;
    const below = wanted.filter((path) => path.startsWith(part, length) && isEnd(path, end));
    for (const path of below) if (path.length === end) order.set(path, order.size);
    const inside = below.filter((path) => path.length > end);
    if (inside.length > 0) documentOrder(member, inside, end, order);
  }
  return order;
}

/** Each with its part of the path: `.name`, or `[0]`. */
function members(value: JsonValue, atRoot: boolean): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => [`[${index}]`, item] as const);
  return Object.entries(isJsonObject(value) ? value : {}).map(
    ([name, member]) => [atRoot ? name : `.${name}`, member ?? null] as const,
  );
}
