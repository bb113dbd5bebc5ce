import { isDeepStrictEqual } from 'node:util';

import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { memberPath } from './paths.ts';
import { compilePattern } from './pattern.ts';
import type { SchemaIssue } from './schema-error.ts';
import { INT_OR_STRING, type StructuralSchema } from './structural-schema.ts';

/** How many alternatives a message tells of. */
const MAX_TOLD = 3;
const MAX_CONSTANTS = 10;

const TYPES: Readonly<Record<string, readonly [string, (value: JsonValue) => boolean]>> = {
  array: ['a list', Array.isArray],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['a whole number', Number.isInteger],
  number: ['a number', (value) => typeof value === 'number'],
  object: ['an object', isJsonObject],
  string: ['a text', (value) => typeof value === 'string'],
};

/**
 * What is wrong with a value, as the API server sees it, without the value. Formats of texts and rules are left to
 * the API server.
 *
 * @param path of the value, for the issues.
 */
export function check(schema: StructuralSchema, value: JsonValue, path: string): readonly SchemaIssue[] {
  const wrongType = typeProblem(schema, value);
  if (wrongType !== undefined) return [{ path, message: wrongType }];
  if (value === null) return [];
  return [
    ...ownProblems(schema, value).map((message) => ({ path, message })),
    ...junctorIssues(schema, value, path),
    ...(Array.isArray(value) ? itemIssues(schema, value as readonly JsonValue[], path) : []),
    ...(isJsonObject(value) ? memberIssues(schema, value, path) : []),
  ];
}

function typeProblem(schema: StructuralSchema, value: JsonValue): string | undefined {
  const { type, nullable, enum: allowed } = schema;
  const intOrString = schema[INT_OR_STRING] === true;
  if (value === null && (nullable === true || (type === undefined && !intOrString))) return undefined;
  if (intOrString && typeof value !== 'string' && !Number.isInteger(value))
    return 'must be a whole number or a text';
  const [name, is] = TYPES[type ?? ''] ?? [];
  if (is?.(value) === false) return `must be ${name}`;
  if (allowed === undefined || allowed.some((one) => isDeepStrictEqual(one, value))) return undefined;
  const told = allowed.slice(0, MAX_CONSTANTS).map((one) => JSON.stringify(one));
  return `must be ${told.length === 1 ? '' : 'one of '}${told.join(', ')}${allowed.length > told.length ? ', …' : ''}`;
}

function ownProblems(schema: StructuralSchema, value: JsonValue): readonly string[] {
  if (typeof value === 'number') return numberProblems(schema, value);
  if (typeof value === 'string') return textProblems(schema, value);
  if (Array.isArray(value)) return listProblems(schema, value as readonly JsonValue[]);
  return isJsonObject(value)
    ? countProblems(Object.keys(value).length, 'member', schema.minProperties, schema.maxProperties)
    : [];
}

function numberProblems(schema: StructuralSchema, value: number): readonly string[] {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    format,
  } = schema;
  const tooSmall = exclusiveMinimum === true ? value <= minimum : value < minimum;
  const tooLarge = exclusiveMaximum === true ? value >= maximum : value > maximum;
  return [
    ...(tooSmall
      ? [exclusiveMinimum === true ? `must be more than ${minimum}` : `must be ${minimum} or more`]
      : []),
    ...(tooLarge
      ? [exclusiveMaximum === true ? `must be less than ${maximum}` : `must be ${maximum} or less`]
      : []),
    ...(multipleOf !== undefined && value % multipleOf !== 0 ? [`must be a multiple of ${multipleOf}`] : []),
    ...(format === 'int32' && (value < -(2 ** 31) || value >= 2 ** 31) ? ['must fit in 32 bits'] : []),
  ];
}

/** Characters as Go counts them. */
function textProblems({ minLength, maxLength, pattern }: StructuralSchema, text: string): readonly string[] {
  const misses = pattern !== undefined && !compilePattern(pattern).test(text);
  return [
    ...countProblems([...text].length, 'character', minLength, maxLength),
    ...(misses ? [`must match ${pattern}`] : []),
  ];
}

function countProblems(count: number, unit: string, min = 0, max = Infinity): readonly string[] {
  const units = (limit: number): string => `${limit} ${unit}${limit === 1 ? '' : 's'}`;
  if (count < min) return [`must have at least ${units(min)}`];
  return count > max ? [`must have at most ${units(max)}`] : [];
}

function listProblems(schema: StructuralSchema, list: readonly JsonValue[]): readonly string[] {
  const { 'x-kubernetes-list-type': type, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  const count = countProblems(list.length, 'item', schema.minItems, schema.maxItems);
  const keyOf = (item: JsonValue): string =>
    JSON.stringify(type === 'map' && isJsonObject(item) ? keys.map((key) => item[key]) : item);
  const repeats = (type === 'set' || type === 'map') && new Set(list.map(keyOf)).size < list.length;
  return [
    ...count,
    ...(repeats ? [`must not repeat ${type === 'map' ? keys.join(' and ') : 'an item'}`] : []),
  ];
}

function itemIssues(
  { items }: StructuralSchema,
  list: readonly JsonValue[],
  path: string,
): readonly SchemaIssue[] {
  return items === undefined ? [] : list.flatMap((item, at) => check(items, item, `${path}[${at}]`));
}

function memberIssues(schema: StructuralSchema, value: JsonObject, path: string): readonly SchemaIssue[] {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name) || value[name] === undefined);
  return [
    ...missing.map((name) => ({ path: memberPath(path, name), message: 'is required' })),
    ...Object.entries(value).flatMap(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return own === undefined || member === undefined ? [] : check(own, member, memberPath(path, name));
    }),
  ];
}

function junctorIssues(schema: StructuralSchema, value: JsonValue, path: string): readonly SchemaIssue[] {
  const { allOf = [], anyOf, oneOf, not } = schema;
  const forbidden = not !== undefined && check(not, value, path).length === 0;
  return [
    ...allOf.flatMap((one) => check(one, value, path)),
    ...(anyOf === undefined ? [] : alternativeIssues(anyOf, value, path)),
    ...(oneOf === undefined ? [] : alternativeIssues(oneOf, value, path, true)),
    ...(forbidden ? [{ path, message: 'must not be what its schema excludes' }] : []),
  ];
}

function alternativeIssues(
  branches: readonly StructuralSchema[],
  value: JsonValue,
  path: string,
  onlyOne: boolean = false,
): readonly SchemaIssue[] {
  const results = branches.map((branch) => check(branch, value, path));
  const fitting = results.filter((issues) => issues.length === 0).length;
  if (onlyOne && fitting > 1) return [{ path, message: 'must fit only one of its alternatives' }];
  return fitting > 0 ? [] : nearest(results, path);
}

/** The issues of the alternative that comes nearest, if there is one such. */
function nearest(results: readonly (readonly SchemaIssue[])[], path: string): readonly SchemaIssue[] {
  const fewest = Math.min(...results.map(({ length }) => length));
  const closest = results.filter(({ length }) => length === fewest);
  const told = [...new Set(closest.map(([first]) => `${first?.path} ${first?.message}`))];
  if (told.length === 1) return closest[0] ?? [];
  return [{ path, message: `must fit one of its alternatives: ${told.slice(0, MAX_TOLD).join(', or ')}` }];
}
