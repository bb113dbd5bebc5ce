import { isJsonObject, type JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { childPath, duplicateCause, invalidCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { canonicalJson } from './canonical-json.ts';

/** Where values occur for the second time. */
function repetitions(values: readonly unknown[]): readonly number[] {
  const seen = new Map<string, number>();
  return values.flatMap((value, index) => {
    const text = canonicalJson(value);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return times === 1 ? [index] : [];
  });
}

function keyOf(item: unknown, names: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  );
}

function mapCauses(schema: Schema, items: readonly unknown[], path: string): readonly StatusCause[] {
  const stray = items.findIndex((item) => item !== null && !isJsonObject(item));
  if (stray >= 0)
    return [
      invalidCause(`${path}[${stray}]`, items[stray], 'must be an object for an array of list-type map'),
    ];
  const keys = items.map((item) => keyOf(item, schema['x-kubernetes-list-map-keys'] ?? []));
  return repetitions(keys).map((index) => duplicateCause(`${path}[${index}]`, keys[index]));
}

function arrayCauses(schema: Schema, items: readonly unknown[], path: string): readonly StatusCause[] {
  const type = schema['x-kubernetes-list-type'];
  const { items: itemSchema } = schema;
  return [
    ...(type === 'set' ? repetitions(items).map((at) => duplicateCause(`${path}[${at}]`, items[at])) : []),
    ...(type === 'map' ? mapCauses(schema, items, path) : []),
    ...(itemSchema === undefined
      ? []
      : items.flatMap((item, index) => listTypeCauses(itemSchema, item, `${path}[${index}]`))),
  ];
}

function memberCauses(schema: Schema, name: string, value: unknown, path: string): readonly StatusCause[] {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return listTypeCauses(schema.properties[name] ?? {}, value, childPath(path, name));
  if (typeof schema.additionalProperties !== 'object') return [];
  return listTypeCauses(schema.additionalProperties, value, `${path}[${name}]`);
}

/**
 * Causes of repeated items in lists of type set, and of repeated keys in lists of type map.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/listtype/validation.go
 */
export function listTypeCauses(schema: Schema, value: unknown, path: string): readonly StatusCause[] {
  if (Array.isArray(value)) return arrayCauses(schema, value, path);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => memberCauses(schema, name, member, path));
}
