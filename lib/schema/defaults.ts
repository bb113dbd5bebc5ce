import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { check } from './check.ts';
import { memberPath } from './paths.ts';
import { PRESERVE, type StructuralSchema } from './structural-schema.ts';

/**
 * Fills in what the schema gives for what is absent, as the API server does: also inside of what it filled in; a
 * null that the schema does not allow counts as absent. Returns the same value where nothing changes; never changes
 * its argument.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/defaulting
 */
export function withDefaults(schema: StructuralSchema, value: JsonValue): JsonValue {
  if (isJsonObject(value)) return objectWithDefaults(schema, value);
  const { items } = schema;
  if (!Array.isArray(value) || items === undefined) return value;
  const list: readonly JsonValue[] = value;
  const results = list.map((item) =>
    withDefaults(items, item === null && items.nullable !== true ? (items.default ?? null) : item),
  );
  return results.every((item, index) => item === list[index]) ? list : results;
}

function objectWithDefaults(schema: StructuralSchema, obj: JsonObject): JsonObject {
  const { properties = {}, additionalProperties } = schema;
  const own = (name: string): StructuralSchema | undefined =>
    Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  const absent = Object.keys(properties).filter((name) => !Object.hasOwn(obj, name));
  const members = [...Object.keys(obj), ...absent]
    .map((name) => [name, memberWithDefault(own(name), obj[name])] as const)
    .filter(([, value]) => value !== undefined);
  const same =
    members.length === Object.keys(obj).length && members.every(([name, value]) => obj[name] === value);
  return same ? obj : Object.fromEntries(members);
}

function memberWithDefault(
  schema: StructuralSchema | undefined,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (schema === undefined) return value;
  const isAbsent = value === undefined || (value === null && schema.nullable !== true);
  const present = isAbsent ? schema.default : value;
  return present === undefined ? undefined : withDefaults(schema, present);
}

/** Defaults that the API server would refuse: that do not fit their schema, or have members that it drops. */
export function defaultProblems(schema: StructuralSchema, path: string): readonly string[] {
  const { default: value, items, additionalProperties, properties = {} } = schema;
  return [
    ...(value === undefined ? [] : problemsOf(schema, value, path)),
    ...(items === undefined ? [] : defaultProblems(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : defaultProblems(additionalProperties, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, member]) =>
      defaultProblems(member, memberPath(path, name)),
    ),
  ];
}

function problemsOf(schema: StructuralSchema, value: JsonValue, path: string): readonly string[] {
  const [issue] = check(schema, withDefaults(schema, value), path);
  const [unknown] = unknownMembers(schema, value, path);
  return [
    ...(issue === undefined
      ? []
      : [`${path} has a default that does not fit its schema: ${issue.path} ${issue.message}`]),
    ...(unknown === undefined
      ? []
      : [`${path} has a default with ${unknown}, which its schema does not name`]),
  ];
}

function unknownMembers(schema: StructuralSchema, value: JsonValue, path: string): readonly string[] {
  const { items, properties = {}, additionalProperties } = schema;
  if (schema[PRESERVE] === true && items === undefined && schema.properties === undefined) return [];
  if (Array.isArray(value))
    return items === undefined
      ? []
      : (value as readonly JsonValue[]).flatMap((item, at) => unknownMembers(items, item, `${path}[${at}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const at = memberPath(path, name);
    if (own === undefined) return schema[PRESERVE] === true ? [] : [at];
    return member === undefined ? [] : unknownMembers(own, member, at);
  });
}
