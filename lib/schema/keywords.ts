import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import { type Conversion, type Place } from './conversion.ts';
import { knownFormat, replacesPattern } from './formats.ts';
import { translatePattern } from './pattern.ts';
import { EXTENSIONS, type StructuralSchema, VALIDATIONS } from './structural-schema.ts';

/** Keywords that a definition takes as they are. */
const PLAIN = [
  'title',
  'description',
  'default',
  'enum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

/** Keywords that restrict values in ways that a definition cannot say, and the way out. */
const UNSAYABLE: Readonly<Record<string, string>> = {
  if: 'a rule (x-kubernetes-validations) can say it',
  contains: 'a rule can say it: self.exists(item, …)',
  prefixItems: 'all items of a list have one schema; make the tuple an object',
  additionalItems: 'all items of a list have one schema; make the tuple an object',
  dependentRequired: 'a rule can say it: !has(self.a) || has(self.b)',
  dependentSchemas: 'a rule (x-kubernetes-validations) can say it',
  dependencies: 'a rule (x-kubernetes-validations) can say it',
  unevaluatedItems: 'leave it out: the API server drops what is not named',
  $dynamicRef: 'use $ref',
};

/** The bounds within which JavaScript counts, and which say nothing about an integer on the wire. */
const SAFE = Number.MAX_SAFE_INTEGER;
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

type Keywords = { -readonly [Name in keyof StructuralSchema]: StructuralSchema[Name] };

/** What a schema says about its values themselves, whatever their type. */
export function ownKeywords(
  node: JsonObject,
  type: string | undefined,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  for (const [keyword, wayOut] of Object.entries(UNSAYABLE))
    if (keyword in node)
      conversion.problem(place, `has ${keyword}, which a definition cannot say: ${wayOut}`);
  const plain = Object.fromEntries(
    PLAIN.filter((name) => name in node).map((name) => [name, node[name]]),
  ) as StructuralSchema;
  return {
    ...plain,
    ...numberKeywords(node, type, place, conversion),
    ...textKeywords(node, type, place, conversion),
    ...extensions(node, place, conversion),
  };
}

function numberKeywords(
  node: JsonObject,
  type: string | undefined,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const { multipleOf } = node;
  const bounds: Keywords = {};
  bound(bounds, node, 'minimum', 'exclusiveMinimum', (one, other) => one >= other);
  bound(bounds, node, 'maximum', 'exclusiveMaximum', (one, other) => one <= other);
  if (typeof multipleOf === 'number') bounds.multipleOf = multipleOf;
  if (typeof multipleOf === 'number' && !Number.isInteger(multipleOf))
    conversion.problem(place, `has multipleOf ${multipleOf}, of which the API server cuts off the fraction`);
  if (type === 'integer') return integerBounds(bounds, node['format']);
  return type === 'number' ? numberBounds(bounds) : bounds;
}

/** The exclusive bound may be a number, as in JSON Schema, or a flag, as in OpenAPI. */
function bound(
  into: Keywords,
  node: JsonObject,
  name: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  isStronger: (one: number, other: number) => boolean,
): void {
  const { [name]: plain, [exclusive]: strict } = node;
  if (typeof plain === 'number') into[name] = plain;
  if (strict === true && typeof plain === 'number') into[exclusive] = true;
  if (typeof strict !== 'number' || (typeof plain === 'number' && !isStronger(strict, plain))) return;
  into[name] = strict;
  into[exclusive] = true;
}

/** Bounds that only say what fits a type are its format. */
function integerBounds(bounds: Keywords, given: JsonValue | undefined): StructuralSchema {
  const { minimum, maximum, ...rest } = bounds;
  if (minimum === INT32.minimum && maximum === INT32.maximum) return { ...rest, format: 'int32' };
  const low = minimum === undefined || minimum <= -SAFE;
  const high = maximum === undefined || maximum >= SAFE;
  const noise = (minimum !== undefined && low) || (maximum !== undefined && high);
  return {
    ...rest,
    ...(low ? {} : { minimum }),
    ...(high ? {} : { maximum }),
    ...(noise && typeof given !== 'string' ? { format: 'int64' } : {}),
  };
}

function numberBounds(bounds: Keywords): StructuralSchema {
  const { minimum, maximum, ...rest } = bounds;
  if (minimum === -Number.MAX_VALUE && maximum === Number.MAX_VALUE) return { ...rest, format: 'double' };
  return bounds;
}

function textKeywords(
  node: JsonObject,
  type: string | undefined,
  place: Place,
  conversion: Conversion,
): StructuralSchema {
  const { format: given, pattern: source } = node;
  const format = knownFormat(type, typeof given === 'string' ? given : undefined);
  const kept = format === undefined ? {} : { format };
  if (typeof source !== 'string') return kept;
  const { pattern, why } = { pattern: undefined, ...translatePattern(source) };
  if (pattern !== undefined) return { ...kept, pattern };
  if (!replacesPattern(format))
    conversion.problem(
      place,
      `has a pattern that ${why}; write another one, or check it where the object is reconciled`,
    );
  return kept;
}

function extensions(node: JsonObject, place: Place, conversion: Conversion): StructuralSchema {
  const names = Object.keys(node).filter((name) => name.startsWith('x-kubernetes-'));
  for (const name of names.filter((one) => !(EXTENSIONS as readonly string[]).includes(one)))
    conversion.problem(place, `has ${name}, which Kubernetes does not know`);
  const rules = node[VALIDATIONS];
  if (rules !== undefined && !(Array.isArray(rules) && rules.every(isJsonObject)))
    conversion.problem(place, `has ${VALIDATIONS} that is no list of rules`);
  const known = names.filter((name) => (EXTENSIONS as readonly string[]).includes(name));
  // False is what absence means, and the API server wants it absent.
  return Object.fromEntries(known.filter((name) => node[name] !== false).map((name) => [name, node[name]]));
}
