import type { Schema } from '../schema.ts';
import { accessNames } from './field-names.ts';
import { mostElements } from './schema-sizes.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectOf,
  STRING,
  TIMESTAMP,
  type CelType,
} from './types.ts';

const TEXT: Schema = { type: 'string' };
/** Of metadata, rules see the names only. */
const OBJECT: { readonly [name: string]: Schema } = {
  apiVersion: TEXT,
  kind: TEXT,
  metadata: { type: 'object', properties: { name: TEXT, generateName: TEXT } },
};

/** The members that rules see: of an object of its own, also what it is and its names. */
export function visibleProperties(schema: Schema, resource: boolean): { readonly [name: string]: Schema } {
  const { properties = {} } = schema;
  return resource ? { ...properties, ...OBJECT } : properties;
}

/** Whether the value is an object of its own, with a kind and a name. */
export function isResource(schema: Schema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

const SIMPLE: ReadonlyMap<string, CelType> = new Map([
  ['boolean', BOOL],
  ['number', DOUBLE],
  ['integer', INT],
]);

function textType(format: string | undefined): CelType {
  if (format === 'byte') return BYTES;
  if (format === 'duration') return DURATION;
  return format === 'date' || format === 'date-time' ? TIMESTAMP : STRING;
}

function listType({ items }: Schema, name: string): CelType | undefined {
  const type = items === undefined ? undefined : schemaType(items, `${name}.@idx`, isResource(items));
  return type === undefined ? undefined : listOf(type);
}

function objectType(schema: Schema, name: string, resource: boolean): CelType | undefined {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    const value = schemaType(additionalProperties, `${name}.@elem`, isResource(additionalProperties));
    return value === undefined ? undefined : mapOf(STRING, value);
  }
  const fields = new Map<string, CelType>();
  for (const [member, one] of Object.entries(visibleProperties(schema, resource))) {
    const type = schemaType(one, `${name}.${member}`, isResource(one));
    if (type !== undefined) for (const access of accessNames(member)) fields.set(access, type);
  }
  return objectOf(name, fields);
}

/**
 * The type of a schema's values, as rules see them. Undefined where they see nothing: without a type, or with one that
 * says nothing about what is in it.
 *
 * @param name of the type, when it is an object's: objects of different places are of different types.
 * @see kubernetes/apiserver:pkg/cel/common/schemas.go
 */
export function schemaType(schema: Schema, name: string, resource: boolean): CelType | undefined {
  // There is one dynamic type, which has no size.
  if (schema['x-kubernetes-int-or-string'] === true) return DYN;
  const type = shapeOf(schema, name, resource);
  const most = type === undefined ? 0 : mostElements(schema);
  return type === undefined || most === 0 ? type : { ...type, most };
}

function shapeOf(schema: Schema, name: string, resource: boolean): CelType | undefined {
  if (schema.type === 'array') return listType(schema, name);
  if (schema.type === 'object') return objectType(schema, name, resource);
  return schema.type === 'string' ? textType(schema.format) : SIMPLE.get(schema.type ?? '');
}
