import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { isEmpty, structureOf, unite, validationsOf } from './combine.ts';
import type { Conversion, Place } from './conversion.ts';
import {
  ANYTHING,
  INT_OR_STRING,
  type StructuralSchema,
  VALIDATIONS,
  typeNameOf,
} from './structural-schema.ts';

type Junctor = 'anyOf' | 'oneOf';

/**
 * What alternatives come to: the structure of all of them, and beside it what each restricts, since a definition
 * takes no types inside of alternatives.
 *
 * Of typed alternatives at least one has to fit, also where the schema wants exactly one: without their types, two
 * might fit that do not really.
 */
export function alternatives(
  branches: readonly JsonValue[],
  junctor: Junctor,
  own: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  if (typeNameOf(own) !== undefined && branches.every(onlyRestricts))
    return { [junctor]: branches.map((branch) => validationsOf(conversion.convert(branch, place, own))) };
  const schemas = mergedConstants(branches.map((branch) => withoutRules(branch, place, conversion, own)));
  const [first = ANYTHING, ...others] = schemas;
  if (schemas.some((schema) => typeNameOf(schema) === 'any')) return ANYTHING;
  if (others.length === 0) return first;
  const structure = others.reduce((left, right) => unite(left, right, place, conversion), structureOf(first));
  if (structure[INT_OR_STRING] === true && typeNameOf(own) === undefined)
    return intOrString(schemas, structure, place, conversion);
  const restrictions = schemas.map(validationsOf);
  return restrictions.some(isEmpty) ? structure : { ...structure, anyOf: restrictions };
}

/** Whether a schema restricts values whose structure is described elsewhere. */
function onlyRestricts(json: JsonValue): boolean {
  if (!isJsonObject(json) || 'type' in json || '$ref' in json || 'const' in json || 'enum' in json)
    return false;
  const { properties, items, anyOf, oneOf, allOf } = json;
  const members = isJsonObject(properties) ? Object.values(properties) : [];
  const nested = [anyOf, oneOf, allOf].flatMap((list) =>
    Array.isArray(list) ? (list as readonly JsonValue[]) : [],
  );
  return (
    [...nested, ...(items === undefined ? [] : [items])].every(onlyRestricts) &&
    members.every(restrictsMember)
  );
}

function restrictsMember(json: JsonValue | undefined): boolean {
  if (!isJsonObject(json)) return false;
  const { enum: _, const: __, ...rest } = json;
  return onlyRestricts(rest);
}

function withoutRules(
  branch: JsonValue,
  place: Place,
  conversion: Conversion,
  own: StructuralSchema,
): StructuralSchema {
  const typed = typeNameOf(own) === undefined || !isJsonObject(branch) ? undefined : own;
  const { [VALIDATIONS]: rules, ...schema } = conversion.convert(branch, place, typed);
  if (rules !== undefined)
    conversion.problem(
      place,
      `has a rule for one of its alternatives; give it to all of them: !has(self.a) || …`,
    );
  return schema;
}

/** Constants and enums of one type are one enum. */
function mergedConstants(schemas: readonly StructuralSchema[]): readonly StructuralSchema[] {
  const merged: StructuralSchema[] = [];
  for (const schema of schemas) {
    const at = merged.findIndex((one) => isConstant(one) && isConstant(schema) && one.type === schema.type);
    const one = merged[at];
    if (one === undefined) merged.push(schema);
    else merged[at] = { ...one, enum: [...new Set([...(one.enum ?? []), ...(schema.enum ?? [])])] };
  }
  return merged;
}

function isConstant(schema: StructuralSchema): boolean {
  const { type, enum: allowed, description: _, title: __, nullable: ___, ...rest } = schema;
  return type !== undefined && allowed !== undefined && Object.keys(rest).length === 0;
}

/**
 * An integer or a text. Both kinds of restrictions stand side by side, since bounds are for numbers only, and
 * lengths and patterns for texts only; enums are for both, so that one of texts becomes a pattern.
 */
function intOrString(
  schemas: readonly StructuralSchema[],
  structure: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const [number, text] = ['integer', 'string'].map((type) => schemas.filter((one) => one.type === type));
  const restrictions = [...asOne(number ?? [], place, conversion), ...asOne(text ?? [], place, conversion)];
  const enums = restrictions.filter((one) => one.enum !== undefined);
  const enumOfBoth = enums.length === 2 ? { enum: enums.flatMap((one) => one.enum ?? []) } : {};
  const parts = restrictions.map((one) => withoutEnum(one, enums.length === 2, place, conversion));
  return Object.assign({}, structure, ...parts, enumOfBoth) as StructuralSchema;
}

function withoutEnum(
  restriction: StructuralSchema,
  isShared: boolean,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const { enum: allowed, format: _, ...rest } = restriction;
  if (allowed === undefined || isShared) return rest;
  return { ...rest, ...patternOf(allowed, rest, place, conversion) };
}

function asOne(
  schemas: readonly StructuralSchema[],
  place: Place,
  conversion: Conversion,
): readonly StructuralSchema[] {
  const restrictions = schemas.map(boundsOf);
  const [only, ...more] = restrictions;
  if (only === undefined || restrictions.some(isEmpty)) return [];
  if (more.length > 0)
    conversion.problem(
      place,
      'is an integer or a text with several alternatives for one of them; make those one, by a pattern or an enum',
    );
  return [only];
}

/** A format of integers is one of its bounds here, where the API server ignores formats. */
function boundsOf(schema: StructuralSchema): StructuralSchema {
  const { format, minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = schema;
  return { ...validationsOf(schema), ...(format === 'int32' ? { minimum, maximum } : {}) };
}

function patternOf(
  allowed: readonly JsonValue[],
  { pattern }: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  if (pattern === undefined && allowed.every((one) => typeof one === 'string'))
    return { pattern: `^(?:${allowed.map(escaped).join('|')})$` };
  conversion.problem(
    place,
    'is an integer or a text of which only one has an enum; restrict them in another way',
  );
  return {};
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The alternatives of a schema, or none. */
export function branchesOf(node: JsonObject, junctor: Junctor): readonly JsonValue[] {
  const branches = node[junctor];
  return Array.isArray(branches) ? (branches as readonly JsonValue[]) : [];
}
