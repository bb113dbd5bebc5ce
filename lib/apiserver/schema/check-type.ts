import type { StatusCause } from '../../object/status.ts';
import { typeInvalidCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { stringFormat } from './formats.ts';
import { isInteger } from './number-format.ts';
import { fieldOf, type SchemaNode } from './schema-node.ts';

const NUMBER_FORMATS: ReadonlyMap<string, readonly string[]> = new Map([
  ['integer', ['int32', 'int64']],
  ['number', ['float', 'double']],
]);

/** The format, when the API server knows it for the schema's type. */
export function knownFormat(schema: Schema): string | undefined {
  const { format, type } = schema;
  if (format === undefined || schema['x-kubernetes-int-or-string'] === true) return undefined;
  if (type === undefined || type === 'string') return stringFormat(format) === undefined ? undefined : format;
  return NUMBER_FORMATS.get(type)?.includes(format) === true ? format : undefined;
}

function allowedTypes(schema: Schema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  return schema.type === undefined || schema.type === '' ? [] : [schema.type];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** How Go calls the representation; part of messages. */
function representationOf(type: string): string {
  if (type === 'integer') return 'int64';
  return type === 'number' ? 'float64' : '';
}

function mismatch(node: SchemaNode, wanted: string, actual: string): StatusCause {
  const detail = `${node.path} in body must be of type ${wanted}: ${JSON.stringify(actual)}`;
  return typeInvalidCause(fieldOf(node), actual, detail);
}

/** Whether the schema says anything about the type. */
export function restrictsType(schema: Schema): boolean {
  return allowedTypes(schema).length > 0 || knownFormat(schema) !== undefined;
}

/**
 * The cause of a wrong type.
 *
 * @see kubernetes/kube-openapi:pkg/validation/validate/type.go
 */
export function checkType(node: SchemaNode): StatusCause | undefined {
  const { schema, value } = node;
  const types = allowedTypes(schema);
  const wanted = types.join(',');
  const actual = typeOf(value);
  if (value === null)
    return types.length === 0 || schema.nullable === true ? undefined : mismatch(node, wanted, 'null');
  const fits = types.includes(actual) || (actual === 'integer' && types.includes('number'));
  const format = knownFormat(schema);
  if (fits || format === undefined) return fits ? undefined : mismatch(node, wanted, actual);
  if (typeof value !== 'string' && !Array.isArray(value))
    return mismatch(node, format, representationOf(actual));
  return types.includes('number') || types.includes('integer') ? mismatch(node, wanted, actual) : undefined;
}
