import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { listKeywords, objectKeywords, takesAnything } from './collections.ts';
import { intersect, validationsOf } from './combine.ts';
import { type Conversion, type Place, resolveRef } from './conversion.ts';
import { ownKeywords } from './keywords.ts';
import { withoutNull } from './nulls.ts';
import { ANYTHING, INT_OR_STRING, PRESERVE, type StructuralSchema, typeNameOf } from './structural-schema.ts';
import { alternatives, branchesOf } from './unions.ts';

/** A structural schema, and what of its original it cannot say; then it is of no use. */
export interface Structural {
  readonly schema: StructuralSchema;
  /** Sentences that begin with the path of a value: `spec.tree[] refers to itself; …`. */
  readonly problems: readonly string[];
}

const TYPES: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);
const REFERS = `refers to itself, which a definition cannot say; add '${PRESERVE}': true there, and anything goes`;
const UNTYPED = `has no type; say which, or add '${PRESERVE}': true for anything`;

/**
 * Makes of a JSON Schema (draft 2020-12, draft 7, or OpenAPI 3.0) what a CustomResourceDefinition accepts.
 *
 * @param path of the values that the schema describes: `spec`.
 */
export function toStructural(json: JsonObject, path: string): Structural {
  const found: string[] = [];
  const conversion: Conversion = {
    convert: (node, place, base = {}) => convert(json, node, place, base, conversion),
    problem: (place, why) => {
      const problem = `${place.path} ${why}`;
      if (!found.includes(problem)) found.push(problem);
    },
  };
  const schema = conversion.convert(json, { path, refs: [] });
  return { schema, problems: found };
}

function convert(
  root: JsonObject,
  json: JsonValue,
  place: Place,
  base: StructuralSchema,
  conversion: Conversion,
): StructuralSchema {
  if (takesAnything(json)) return typeNameOf(base) === undefined ? described(ANYTHING, json) : typed(base);
  if (!isJsonObject(json) || takesAnything(json['not'])) {
    conversion.problem(place, 'takes no value at all; leave it out');
    return ANYTHING;
  }
  if (isOpaque(json))
    return described({ [PRESERVE]: true, ...(takesNull(json) ? { nullable: true } : {}) }, json);
  const { $ref: ref } = json;
  if (typeof ref === 'string') return referred(root, json, ref, place, base, conversion);
  const { node, nullable } = withoutNull(json);
  if (typeof node['$ref'] === 'string' || takesAnything(node))
    return asNullable(conversion.convert(node, place, base), nullable);
  return asNullable(ofNode(node, place, base, conversion), nullable);
}

/** Marked as anything, and nothing that a definition could say more about: only objects can have both. */
function isOpaque(json: JsonObject): boolean {
  return json[PRESERVE] === true && json['type'] !== 'object';
}

function takesNull(json: JsonObject): boolean {
  return !('type' in json) || withoutNull(json).nullable;
}

function described(schema: StructuralSchema, json: JsonValue): StructuralSchema {
  const text = isJsonObject(json) ? json['description'] : undefined;
  return typeof text === 'string' ? { ...schema, description: text } : schema;
}

/** Only the type, for what is described elsewhere. */
function typed(base: StructuralSchema): StructuralSchema {
  if (base[INT_OR_STRING] === true) return { [INT_OR_STRING]: true };
  return base.type === undefined ? ANYTHING : { type: base.type };
}

function referred(
  root: JsonObject,
  node: JsonObject,
  ref: string,
  place: Place,
  base: StructuralSchema,
  conversion: Conversion,
): StructuralSchema {
  const { $ref: _, $defs: __, definitions: ___, ...siblings } = node;
  const target = resolveRef(root, ref);
  if (place.refs.includes(ref) || ref === '#') {
    conversion.problem(place, REFERS);
    return ANYTHING;
  }
  if (!isJsonObject(target)) {
    conversion.problem(place, `refers to ${ref}, which is not there`);
    return ANYTHING;
  }
  return conversion.convert({ ...target, ...siblings }, { ...place, refs: [...place.refs, ref] }, base);
}

function ofNode(
  node: JsonObject,
  place: Place,
  base: StructuralSchema,
  conversion: Conversion,
): StructuralSchema {
  const own = ownSchema(node, place, base, conversion);
  const whole = (['anyOf', 'oneOf'] as const).reduce(
    (schema, junctor) => {
      const branches = branchesOf(node, junctor);
      if (branches.length === 0) return schema;
      return intersect(schema, alternatives(branches, junctor, schema, place, conversion), place, conversion);
    },
    withParts(node, own, place, conversion),
  );
  if (typeNameOf(whole) !== undefined) return withNot(node, whole, place, conversion);
  conversion.problem(place, UNTYPED);
  return ANYTHING;
}

function ownSchema(
  node: JsonObject,
  place: Place,
  base: StructuralSchema,
  conversion: Conversion,
): StructuralSchema {
  const type = typeIn(node, place, base, conversion);
  const schema: StructuralSchema = {
    ...(type === undefined || type === 'int-or-string' ? {} : { type }),
    ...ownKeywords(node, type, place, conversion),
    ...(type === 'object' ? objectKeywords(node, place, conversion, base) : {}),
    ...(type === 'array' ? listKeywords(node, place, conversion, base) : {}),
  };
  return type === 'int-or-string' ? { ...schema, [INT_OR_STRING]: true } : schema;
}

/** What all parts of a schema say together. */
function withParts(
  node: JsonObject,
  own: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const { allOf } = node;
  const parts = Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : [];
  return parts.reduce<StructuralSchema>(
    (whole, part) => intersect(whole, conversion.convert(part, place, whole), place, conversion),
    own,
  );
}

function withNot(
  { not }: JsonObject,
  schema: StructuralSchema,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  if (not === undefined) return schema;
  return { ...schema, not: validationsOf(conversion.convert(not, place, schema)) };
}

function typeIn(
  node: JsonObject,
  place: Place,
  base: StructuralSchema,
  conversion: Conversion,
): string | undefined {
  const { type } = node;
  if (node[INT_OR_STRING] === true) return 'int-or-string';
  if (Array.isArray(type)) return typeOfSeveral(type as readonly JsonValue[], place, conversion);
  if (typeof type === 'string' && TYPES.has(type)) return type;
  if (type !== undefined) {
    conversion.problem(
      place,
      type === 'null' ? 'may only be null; leave it out' : `has the type ${JSON.stringify(type)}`,
    );
    return 'object';
  }
  return inferredType(node, place, conversion) ?? typeNameOf(base);
}

function typeOfSeveral(
  types: readonly JsonValue[],
  place: Place,
  conversion: Conversion,
): string | undefined {
  const names = [...new Set(types)].map(String).toSorted();
  if (names.join() === 'integer,string') return 'int-or-string';
  if (names.join() === 'integer,number') return 'number';
  conversion.problem(
    place,
    `may be ${names.join(' or ')}; a definition has one type for a value: take one, or add '${PRESERVE}': true there`,
  );
  return 'string';
}

function inferredType(node: JsonObject, place: Place, conversion: Conversion): string | undefined {
  const { enum: allowed } = node;
  if (Array.isArray(allowed) && allowed.length > 0) {
    const types = new Set((allowed as readonly JsonValue[]).map(typeOfValue));
    return types.size === 1 ? [...types][0] : typeOfSeveral([...types], place, conversion);
  }
  if (['properties', 'additionalProperties', 'required', 'propertyNames'].some((name) => name in node))
    return 'object';
  return 'items' in node || 'prefixItems' in node ? 'array' : undefined;
}

function typeOfValue(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The API server refuses null where there is an enum, even one with null in it; it does not look into allOf. */
function asNullable(schema: StructuralSchema, nullable: boolean): StructuralSchema {
  const { enum: allowed, allOf = [], ...rest } = schema;
  if (!nullable) return schema;
  if (allowed === undefined) return { ...schema, nullable: true };
  return { ...rest, nullable: true, allOf: [...allOf, { enum: allowed }] };
}
