import type { StatusCause } from '../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { completenessCauses } from './completeness.ts';
import { compilePattern } from './pattern.ts';

type Level = 'root' | 'item' | 'field';

const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Keywords that belong to the structure and must not stand below allOf, anyOf, oneOf and not. */
const FORBIDDEN_BELOW: readonly (readonly [keyof Schema, string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== false;
}

function patternCauses({ pattern }: Schema, path: string): readonly StatusCause[] {
  if (pattern === undefined) return [];
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      invalidCause(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${why}`),
    ];
  }
}

/** `anyOf: [{type: integer}, {type: string}]`, which int-or-string fields may say. */
function isIntOrString(anyOf: readonly Schema[] | undefined): boolean {
  return JSON.stringify(anyOf) === '[{"type":"integer"},{"type":"string"}]';
}

/** Causes below a junctor: what validates values may stand there, what gives structure may not. */
function nestedCauses(schema: Schema, path: string): readonly StatusCause[] {
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...junctorCauses(schema, path),
    ...(schema.items === undefined ? [] : nestedCauses(schema.items, `${path}.items`)),
    ...properties.flatMap(([name, member]) => nestedCauses(member, `${path}.properties[${name}]`)),
    ...FORBIDDEN_BELOW.filter(([keyword]) => isSet(schema[keyword])).map(([keyword, why]) =>
      forbiddenCause(`${path}.${keyword}`, why),
    ),
    ...properties
      .filter(([name]) => name === 'metadata')
      .map(() => forbiddenCause(`${path}.properties[metadata]`, 'must not be specified in a nested context')),
  ];
}

function junctorCauses(schema: Schema, path: string): readonly StatusCause[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(isIntOrString(anyOf) && schema['x-kubernetes-int-or-string'] === true
      ? []
      : anyOf.flatMap((one, index) => nestedCauses(one, `${path}.anyOf[${index}]`))),
    ...allOf.flatMap((one, index) =>
      index === 0 && isIntOrString(one.anyOf) && schema['x-kubernetes-int-or-string'] === true
        ? []
        : nestedCauses(one, `${path}.allOf[${index}]`),
    ),
    ...oneOf.flatMap((one, index) => nestedCauses(one, `${path}.oneOf[${index}]`)),
    ...(not === undefined ? [] : nestedCauses(not, `${path}.not`)),
    ...patternCauses(schema, path),
  ];
}

function extensionCauses(schema: Schema, path: string): readonly StatusCause[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((keyword) => schema[keyword] === true)
    .map((keyword) =>
      invalidCause(`${path}.${keyword}`, true, 'must be false if x-kubernetes-int-or-string is true'),
    );
}

function typeCauses(schema: Schema, path: string, level: Level): readonly StatusCause[] {
  const { type = '' } = schema;
  const field = `${path}.type`;
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    return [type === '' ? requiredCause(field, why) : invalidCause(field, type, why)];
  }
  const anyType =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === '' && !anyType) return [requiredCause(field, MISSING_TYPE[level])];
  if (level === 'root' && type !== '' && type !== 'object')
    return [invalidCause(field, type, 'must be object at the root')];
  return [];
}

function mapCauses(schema: Schema, path: string, level: Level): readonly StatusCause[] {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return [];
  const field = `${path}.additionalProperties`;
  return [
    ...(level === 'root' ? [forbiddenCause(field, 'must not be used at the root')] : []),
    ...(typeof additionalProperties === 'object'
      ? invariantCauses(additionalProperties, field, 'field')
      : []),
    ...(schema['x-kubernetes-embedded-resource'] === true
      ? [forbiddenCause(field, 'must not be used if x-kubernetes-embedded-resource is set')]
      : []),
  ];
}

function metadataCauses(metadata: Schema, path: string, level: Level): readonly StatusCause[] {
  const { type, properties, default: _, description: __, ...rest } = metadata;
  const strangers = Object.keys(properties ?? {}).filter(
    (name) => name !== 'name' && name !== 'generateName',
  );
  return [
    ...(type === 'object' ? [] : [invalidCause(`${path}.type`, type ?? '', 'must be object')]),
    ...(level === 'root' && (strangers.length > 0 || Object.values(rest).some(isSet))
      ? [
          forbiddenCause(
            path,
            'must not specify anything other than name and generateName, but metadata is implicitly specified',
          ),
        ]
      : []),
  ];
}

/** Causes of members that every object has: kind, apiVersion and metadata. */
function objectCauses(schema: Schema, path: string, level: Level): readonly StatusCause[] {
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const { properties = {} } = schema;
  const { metadata } = properties;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (level !== 'root' && !embedded) return [];
  return [
    ...(['kind', 'apiVersion'] as const).flatMap((name) => {
      const member = properties[name];
      if (member === undefined || member.type === 'string') return [];
      return [invalidCause(`${path}.properties[${name}].type`, member.type ?? '', 'must be string')];
    }),
    ...(metadata === undefined ? [] : metadataCauses(metadata, `${path}.properties[metadata]`, level)),
    ...(embedded && !keeps && Object.keys(properties).length === 0
      ? [
          requiredCause(
            `${path}.properties`,
            'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
          ),
        ]
      : []),
  ];
}

function invariantCauses(schema: Schema, path: string, level: Level): readonly StatusCause[] {
  const { items, type, properties = {} } = schema;
  return [
    ...(type === 'array' && items === undefined ? [requiredCause(`${path}.items`, 'must be specified')] : []),
    ...(items === undefined ? [] : invariantCauses(items, `${path}.items`, 'item')),
    ...Object.entries(properties).flatMap(([name, member]) =>
      invariantCauses(member, `${path}.properties[${name}]`, 'field'),
    ),
    ...mapCauses(schema, path, level),
    ...extensionCauses(schema, path),
    ...junctorCauses(schema, path),
    ...typeCauses(schema, path, level),
    ...objectCauses(schema, path, level),
  ];
}

function byText(a: StatusCause, b: StatusCause): number {
  const [left, right] = [a, b].map(({ field, message }) => `${field}: ${message}`);
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
}

/**
 * Why a schema is not structural: a type for everything, structure outside of junctors only, and nothing about
 * metadata but its name. Sorted by field, as the API server sorts them.
 *
 * @param path of the schema in its definition: `spec.versions[0].schema.openAPIV3Schema`.
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/validation.go
 */
export function structuralCauses(schema: Schema, path: string): StatusCause[] {
  return [...invariantCauses(schema, path, 'root'), ...completenessCauses(schema, path)].toSorted(byText);
}
