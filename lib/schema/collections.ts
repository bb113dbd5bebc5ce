import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { type Conversion, type Place, below } from './conversion.ts';
import { memberPath } from './paths.ts';
import { ANYTHING, PRESERVE, type StructuralSchema } from './structural-schema.ts';

/** Whether a schema takes everything: `true`, `{}`, or nothing but prose. */
export function takesAnything(json: JsonValue | undefined): boolean {
  const prose = new Set(['description', 'title', '$schema', 'id', '$id']);
  return json === true || (isJsonObject(json) && Object.keys(json).every((name) => prose.has(name)));
}

/** The keywords of an object: its members by name, or a map. */
export function objectKeywords(
  node: JsonObject,
  place: Place,
  conversion: Conversion,
  base: StructuralSchema = {},
): StructuralSchema {
  const names = namesOfMap(node, place, conversion);
  const properties = { ...namedMembers(node, place, conversion, base), ...names };
  const required = stringsOf(node['required']).toSorted();
  return {
    ...(Object.keys(properties).length === 0 ? {} : { properties: sorted(properties) }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    ...(names === undefined ? others(node, properties, place, conversion) : {}),
  };
}

function namedMembers(
  node: JsonObject,
  place: Place,
  conversion: Conversion,
  base: StructuralSchema,
): Readonly<Record<string, StructuralSchema>> {
  const members = isJsonObject(node['properties']) ? node['properties'] : {};
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const at = below(place, memberPath(place.path, name));
      return [name, conversion.convert(member ?? true, at, base.properties?.[name])];
    }),
  );
}

/** A map whose names are all known is an object with these members. Undefined for other maps. */
function namesOfMap(
  { propertyNames, additionalProperties }: JsonObject,
  place: Place,
  conversion: Conversion,
): Readonly<Record<string, StructuralSchema>> | undefined {
  if (!isJsonObject(propertyNames)) return undefined;
  const { enum: allowed, const: only, type, ...rest } = propertyNames;
  const names = stringsOf(only === undefined ? allowed : [only]);
  if (names.length > 0) {
    const member = (name: string): StructuralSchema =>
      conversion.convert(additionalProperties ?? true, below(place, memberPath(place.path, name)));
    return Object.fromEntries(names.map((name) => [name, member(name)]));
  }
  if ((type === undefined || type === 'string') && takesAnything(rest)) return undefined;
  const why =
    "restricts its members' names, which a definition cannot say; a rule can: self.all(name, name.matches('…'))";
  conversion.problem(place, why);
  return undefined;
}

/** What becomes of members that have no schema of their own. */
function others(
  node: JsonObject,
  properties: object,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const rest =
    node['additionalProperties'] ?? node['unevaluatedProperties'] ?? onlyPattern(node, place, conversion);
  if (rest === undefined || rest === false) return {};
  if (takesAnything(rest)) return { [PRESERVE]: true };
  if (Object.keys(properties).length === 0)
    return { additionalProperties: conversion.convert(rest, below(place, `${place.path}[]`)) };
  const why =
    'names members and has a schema for all others, of which a definition takes only one; give the others a member of their own';
  conversion.problem(place, why);
  return {};
}

/** The schema of a pattern that every name matches. */
function onlyPattern(node: JsonObject, place: Place, conversion: Conversion): JsonValue | undefined {
  const patterns = isJsonObject(node['patternProperties']) ? Object.entries(node['patternProperties']) : [];
  const [first, ...more] = patterns;
  if (first === undefined) return undefined;
  if (more.length === 0 && ['', '^.*$', '^(.*)$', '.*', '^.*'].includes(first[0])) return first[1];
  const why =
    "has patternProperties, which a definition cannot say; take additionalProperties, and a rule for the names: self.all(name, name.matches('…'))";
  conversion.problem(place, why);
  return undefined;
}

/** The keywords of a list. */
export function listKeywords(
  node: JsonObject,
  place: Place,
  conversion: Conversion,
  base: StructuralSchema = {},
): StructuralSchema {
  const { items: given, uniqueItems } = node;
  const at = below(place, `${place.path}[]`);
  if (Array.isArray(given))
    conversion.problem(place, 'is a tuple; make it an object: all items of a list have one schema');
  const isTuple = Array.isArray(given) || 'prefixItems' in node;
  const items = isTuple ? ANYTHING : conversion.convert(given ?? true, at, base.items);
  if (uniqueItems !== true) return { items };
  const scalar = items.type !== undefined && items.type !== 'object' && items.type !== 'array';
  if (scalar) return { items, 'x-kubernetes-list-type': 'set' };
  conversion.problem(
    place,
    'has uniqueItems, which the API server has only for lists of texts and numbers; for others take x-kubernetes-list-type: map with x-kubernetes-list-map-keys',
  );
  return { items };
}

function stringsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function sorted<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
