import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../object/json.ts';
import { type Conversion, type Place, below } from './conversion.ts';
import { isNumberFormat } from './formats.ts';
import { memberPath } from './paths.ts';
import {
  EXTENSIONS,
  INT_OR_STRING,
  PRESERVE,
  type StructuralSchema,
  VALIDATIONS,
  typeNameOf,
} from './structural-schema.ts';

/** How two schemas of the same values are joined: both hold, or either. */
type Mode = 'all' | 'any';

type Members = { readonly [name: string]: StructuralSchema };

/** Keywords that are joined in ways of their own. */
const OWN_WAY: ReadonlySet<string> = new Set([
  ...EXTENSIONS,
  'type',
  'format',
  'nullable',
  'properties',
  'items',
  'required',
  'allOf',
  'title',
  'description',
  'default',
]);

/** One schema for values for which both schemas hold. */
export function intersect(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  return combine(a, b, place, conversion, 'all');
}

/** The structure of values for which either schema holds; see {@link structureOf}. */
export function unite(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  return combine(structureOf(a), structureOf(b), place, conversion, 'any');
}

function combine(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
  mode: Mode,
): StructuralSchema {
  const combined: JsonObject = {
    ...(a as JsonObject),
    ...(b as JsonObject),
    ...prose(a, b),
    ...typeOf(a, b, place, conversion, mode),
    ...(validations(a, b) as JsonObject),
    ...(collections(a, b, place, conversion, mode) as JsonObject),
    ...(extensions(a, b, place, conversion, mode) as JsonObject),
  };
  const result = Object.fromEntries(Object.entries(combined).filter(([, value]) => value !== undefined));
  if (result['properties'] !== undefined && result['additionalProperties'] !== undefined)
    conversion.problem(
      place,
      'has named members in one alternative and a map in another; give the map a member of its own',
    );
  return result;
}

function prose(a: StructuralSchema, b: StructuralSchema): JsonObject {
  return {
    title: a.title ?? b.title,
    description: a.description ?? b.description,
    default: a.default ?? b.default,
  };
}

function typeOf(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
  mode: Mode,
): JsonObject {
  const [left, right] = [typeNameOf(a), typeNameOf(b)];
  const { nullable: one = false } = a;
  const { nullable: other = false } = b;
  const nullable =
    left === undefined ? other : right === undefined ? one : mode === 'any' ? one || other : one && other;
  return {
    ...joinedType(left, right, place, conversion, mode),
    ...formatOf(a, b),
    nullable: nullable ? true : undefined,
  };
}

function joinedType(
  left: string | undefined,
  right: string | undefined,
  place: Place,
  conversion: Conversion,
  mode: Mode,
): JsonObject {
  const types = new Set([left, right].filter((type) => type !== undefined));
  const is = (...names: readonly string[]): boolean => [...types].every((type) => names.includes(type));
  if (types.size === 1 && !types.has('int-or-string')) return types.has('any') ? {} : { type: [...types][0] };
  if (types.size === 0) return {};
  if (is('integer', 'number')) return { type: mode === 'any' ? 'number' : 'integer' };
  if (is('int-or-string', ...(mode === 'any' ? ['integer', 'string'] : [])))
    return { type: undefined, format: undefined, [INT_OR_STRING]: true };
  if (types.has('any')) return { type: mode === 'any' ? undefined : left === 'any' ? right : left };
  const what = [...types].join(' or ');
  conversion.problem(
    place,
    `may be ${what}; a definition has one type for a value: take one, or add '${PRESERVE}': true there`,
  );
  return { type: left };
}

/** Of two formats that differ none is left for alternatives; the type of both is checked all the same. */
function formatOf(a: StructuralSchema, b: StructuralSchema): JsonObject {
  if (a.format === 'password' || b.format === 'password') return { format: 'password' };
  if (typeNameOf(a) === undefined || typeNameOf(b) === undefined) return { format: a.format ?? b.format };
  return { format: a.format === b.format ? a.format : undefined };
}

/** What both restrict in different ways is held against both. */
function validations(a: StructuralSchema, b: StructuralSchema): StructuralSchema {
  const [left, right] = [a as JsonObject, b as JsonObject];
  const both = Object.keys(b).filter(
    (name) => !OWN_WAY.has(name) && name !== 'additionalProperties' && name in a,
  );
  const differ = both.filter((name) => !isDeepStrictEqual(left[name], right[name]));
  const kept = Object.fromEntries(differ.map((name) => [name, left[name]]));
  const more = differ.map((name) => ({ [name]: right[name] }));
  const allOf = [...(a.allOf ?? []), ...(b.allOf ?? []), ...more];
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])].toSorted();
  return {
    ...kept,
    ...(allOf.length === 0 ? {} : { allOf }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function collections(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
  mode: Mode,
): StructuralSchema {
  const items =
    a.items !== undefined && b.items !== undefined
      ? combine(a.items, b.items, below(place, `${place.path}[]`), conversion, mode)
      : (a.items ?? b.items);
  const properties = members(a.properties ?? {}, b.properties ?? {}, place, conversion, mode);
  const [one, other] = [a.additionalProperties, b.additionalProperties];
  if (one !== undefined && other !== undefined && !isDeepStrictEqual(one, other))
    conversion.problem(place, 'is a map of different values in its alternatives; give them one schema');
  return {
    ...(items === undefined ? {} : { items }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function members(a: Members, b: Members, place: Place, conversion: Conversion, mode: Mode): Members {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const [left, right] = [a[name], b[name]];
      if (left === undefined || right === undefined) return [name, left ?? right!];
      const at = below(place, memberPath(place.path, name));
      return [name, combine(left, right, at, conversion, mode)];
    }),
  );
}

function extensions(
  a: StructuralSchema,
  b: StructuralSchema,
  place: Place,
  conversion: Conversion,
  mode: Mode,
): StructuralSchema {
  const rules = [...(a[VALIDATIONS] ?? []), ...(b[VALIDATIONS] ?? [])];
  for (const name of EXTENSIONS.filter((one) => one !== VALIDATIONS))
    if (name in a && name in b && !isDeepStrictEqual(a[name], b[name]))
      conversion.problem(place, `has two different ${name}`);
  const open = mode === 'all' && typeNameOf(a) !== undefined && typeNameOf(b) !== undefined;
  const closed = open && (a[PRESERVE] !== true || b[PRESERVE] !== true) ? { [PRESERVE]: undefined } : {};
  return { ...closed, ...(rules.length === 0 ? {} : { [VALIDATIONS]: rules }) } as StructuralSchema;
}

/** Without what restricts values: what a definition wants outside of alternatives. Defaults are none of all. */
export function structureOf(schema: StructuralSchema): StructuralSchema {
  const { type, format, title, description, nullable, properties, items, additionalProperties } = schema;
  const structural: StructuralSchema = {
    ...(type === undefined ? {} : { type }),
    ...(format === 'password' || isNumberFormat(format) ? { format: format! } : {}),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(nullable === undefined ? {} : { nullable }),
    ...(properties === undefined ? {} : { properties: mapped(properties, structureOf) }),
    ...(items === undefined ? {} : { items: structureOf(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
  const kept = EXTENSIONS.filter((name) => name in schema).map((name) => [name, schema[name]] as const);
  return { ...structural, ...Object.fromEntries(kept) };
}

/** What restricts values, without structure: what a definition takes inside of alternatives. */
export function validationsOf(schema: StructuralSchema): StructuralSchema {
  const { properties = {}, items, format, ...rest } = schema;
  const own = Object.entries(rest).filter(([name]) => !OWN_WAY.has(name) && name !== 'additionalProperties');
  const named = Object.entries(mapped(properties, validationsOf)).filter(([, one]) => !isEmpty(one));
  const ofItems = items === undefined ? {} : validationsOf(items);
  const isText = format !== undefined && format !== 'password' && !isNumberFormat(format);
  return {
    ...(isText ? { format } : {}),
    ...Object.fromEntries(own),
    ...(schema.required === undefined ? {} : { required: schema.required }),
    ...(schema.allOf === undefined ? {} : { allOf: schema.allOf }),
    ...(named.length === 0 ? {} : { properties: Object.fromEntries(named) }),
    ...(isEmpty(ofItems) ? {} : { items: ofItems }),
  };
}

export function isEmpty(schema: StructuralSchema): boolean {
  return Object.keys(schema).length === 0;
}

function mapped(given: Members, change: (schema: StructuralSchema) => StructuralSchema): Members {
  return Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, change(schema)]));
}
