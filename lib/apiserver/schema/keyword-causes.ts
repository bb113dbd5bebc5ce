import type { StatusCause } from '../../object/status.ts';
import { forbiddenCause, invalidCause, notSupportedCause, requiredCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED = ['$ref', 'additionalItems', 'definitions', 'dependencies', 'id', 'patternProperties'];

function typeCauses({ type }: Schema, path: string): readonly StatusCause[] {
  if (type === undefined || type === '' || TYPES.includes(type)) return [];
  return [notSupportedCause(`${path}.type`, type, TYPES)];
}

function unsupportedCauses(schema: Schema, path: string): readonly StatusCause[] {
  return UNSUPPORTED.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) =>
    forbiddenCause(`${path}.${keyword}`, `${keyword} is not supported`),
  );
}

function mapCauses(schema: Schema, path: string): readonly StatusCause[] {
  const { additionalProperties, properties = {} } = schema;
  if (additionalProperties === undefined || additionalProperties === true) return [];
  if (Object.keys(properties).length === 0) return [];
  const why = 'additionalProperties and properties are mutual exclusive';
  return [forbiddenCause(`${path}.additionalProperties`, why)];
}

function preserveCauses(schema: Schema, path: string): readonly StatusCause[] {
  const keyword = 'x-kubernetes-preserve-unknown-fields';
  return schema[keyword] === false
    ? [invalidCause(`${path}.${keyword}`, false, 'must be true or undefined')]
    : [];
}

function mustBe(schema: Schema, path: string, type: string, why: string): readonly StatusCause[] {
  if (schema.type === type) return [];
  const field = `${path}.type`;
  return [(schema.type ?? '') === '' ? requiredCause(field, why) : invalidCause(field, schema.type, why)];
}

function mapTypeCauses(schema: Schema, path: string): readonly StatusCause[] {
  const type = schema['x-kubernetes-map-type'];
  if (type === undefined) return [];
  return [
    ...mustBe(schema, path, 'object', 'must be object if x-kubernetes-map-type is specified'),
    ...(['atomic', 'granular'].includes(type)
      ? []
      : [notSupportedCause(`${path}.x-kubernetes-map-type`, type, ['atomic', 'granular'])]),
  ];
}

function setCauses({ items }: Schema, path: string): readonly StatusCause[] {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items?.['x-kubernetes-list-type'] ?? 'atomic';
  if (items?.type === 'array' && listType !== 'atomic')
    return [invalidCause(`${path}.items.x-kubernetes-list-type`, listType, why)];
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic')
    return [invalidCause(`${path}.items.x-kubernetes-map-type`, null, why)];
  return [];
}

/** Keys of a list of type map must be there in every item, to be told apart. */
function keyCauses(schema: Schema, path: string): readonly StatusCause[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const { items } = schema;
  const field = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) return [requiredCause(field, 'must not be empty if x-kubernetes-list-type is map')];
  if (items === undefined)
    return [requiredCause(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')];
  if (items.type !== 'object')
    return [
      invalidCause(
        `${path}.items.type`,
        items.type ?? '',
        "must be object if parent array's x-kubernetes-list-type is map",
      ),
    ];
  return keys.flatMap((key) => oneKeyCauses(items, keys, key, path));
}

function oneKeyCauses(
  items: Schema,
  keys: readonly string[],
  key: string,
  path: string,
): readonly StatusCause[] {
  const member = items.properties?.[key];
  if (member === undefined)
    return [
      invalidCause(
        `${path}.x-kubernetes-list-map-keys`,
        keys,
        'entries must all be names of item properties',
      ),
    ];
  const at = `${path}.items.properties[${key}]`;
  const why = `this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`;
  return [
    ...(member.type === 'array' || member.type === 'object'
      ? [
          invalidCause(
            `${at}.type`,
            items.type,
            "must be a scalar type if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(member.default === undefined && items.required?.includes(key) !== true
      ? [requiredCause(`${at}.default`, why)]
      : []),
  ];
}

function listTypeCauses(schema: Schema, path: string): readonly StatusCause[] {
  const type = schema['x-kubernetes-list-type'];
  const field = `${path}.x-kubernetes-list-type`;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const needsMap = 'must be map if x-kubernetes-list-map-keys is non-empty';
  if (type === undefined) return keys.length === 0 ? [] : [requiredCause(field, needsMap)];
  const wrong = mustBe(schema, path, 'array', 'must be array if x-kubernetes-list-type is specified');
  return [
    ...wrong,
    ...(wrong.length === 0 && type === 'set' ? setCauses(schema, path) : []),
    ...(['atomic', 'set', 'map'].includes(type)
      ? []
      : [notSupportedCause(field, type, ['atomic', 'set', 'map'])]),
    ...(keys.length > 0 && type !== 'map' ? [invalidCause(field, type, needsMap)] : []),
    ...(type === 'map' ? keyCauses(schema, path) : []),
  ];
}

function schemasBelow(schema: Schema): readonly (readonly [string, Schema])[] {
  const { additionalProperties, properties = {}, items, allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(typeof additionalProperties === 'object'
      ? [['additionalProperties', additionalProperties] as const]
      : []),
    ...Object.entries(properties).map(([name, member]) => [`properties[${name}]`, member] as const),
    ...(not === undefined ? [] : [['not', not] as const]),
    ...allOf.map((one, index) => [`allOf[${index}]`, one] as const),
    ...oneOf.map((one, index) => [`oneOf[${index}]`, one] as const),
    ...anyOf.map((one, index) => [`anyOf[${index}]`, one] as const),
    ...(items === undefined ? [] : [['items', items] as const]),
  ];
}

/** Whether a keyword that is not supported stands anywhere in the schema. */
export function hasUnsupportedKeyword(schema: Schema): boolean {
  return (
    UNSUPPORTED.some((keyword) => Object.hasOwn(schema, keyword)) ||
    schemasBelow(schema).some(([, below]) => hasUnsupportedKeyword(below))
  );
}

/**
 * Why keywords of a custom resource's schema cannot stand as they do: values they may not have, and others that
 * they need or exclude.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apis/apiextensions/validation/validation.go
 */
export function schemaKeywordCauses(schema: Schema, path: string): readonly StatusCause[] {
  const unique = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
  return [
    ...typeCauses(schema, path),
    ...unsupportedCauses(schema, path),
    ...(schema.uniqueItems === true ? [forbiddenCause(`${path}.uniqueItems`, unique)] : []),
    ...mapCauses(schema, path),
    ...schemasBelow(schema).flatMap(([name, below]) => schemaKeywordCauses(below, `${path}.${name}`)),
    ...preserveCauses(schema, path),
    ...mapTypeCauses(schema, path),
    ...listTypeCauses(schema, path),
  ];
}
