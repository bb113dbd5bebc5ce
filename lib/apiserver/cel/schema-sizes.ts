import type { Schema } from '../schema.ts';

/** Bytes that a request may have. */
const REQUEST_BYTES = 3 * 1024 * 1024;
/** Bytes of a time, a date and a duration in JSON, at most and at least. */
const MOST: Readonly<Record<string, number>> = { 'date-time': 32, date: 12, duration: 32 };
const LEAST: Readonly<Record<string, number>> = { 'date-time': 21, date: 12, duration: 3 };
const SIMPLE: Readonly<Record<string, number>> = { boolean: 4, number: 1, integer: 1 };
/** Bytes that a character may need. */
const CHARACTER_BYTES = 4;

/**
 * The least that a value takes in JSON, in bytes.
 *
 * @see kubernetes/apiserver:pkg/cel/common/schemas.go (MinSerializedSize)
 */
export function leastBytes(schema: Schema): number {
  const { type = '', format = '', properties = {}, required = [], additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) return 1;
  if (type === 'string') return LEAST[format] ?? 2;
  if (type !== 'object' || typeof additionalProperties === 'object') return SIMPLE[type] ?? 2;
  const members = Object.entries(properties).filter(
    ([name, one]) => required.includes(name) && one.default === undefined && isVisible(one),
  );
  return members.reduce((sum, [name, one]) => sum + name.length + leastBytes(one) + 4, 2);
}

/** What rules do not see does not count. */
function isVisible({ type, items, ...rest }: Schema): boolean {
  return (
    rest['x-kubernetes-int-or-string'] === true ||
    (type !== undefined && (type !== 'array' || items !== undefined))
  );
}

/**
 * How many characters, items or entries a value has at most: by its schema, else by what fits into a request. 0 for
 * what has no size.
 *
 * @see kubernetes/apiserver:pkg/cel/common/schemas.go (MaxElements)
 */
export function mostElements(schema: Schema): number {
  const { type, items, maxItems, maxProperties, additionalProperties } = schema;
  if (type === 'string' || schema['x-kubernetes-int-or-string'] === true) return mostCharacters(schema);
  if (type === 'array') return maxItems ?? Math.floor((REQUEST_BYTES - 2) / (leastBytes(items ?? {}) + 1));
  if (type !== 'object' || typeof additionalProperties !== 'object') return 0;
  return maxProperties ?? Math.floor((REQUEST_BYTES - 2) / (leastBytes(additionalProperties) + 6));
}

function mostCharacters({ format = '', maxLength, enum: values }: Schema): number {
  const whole = MOST[format];
  if (whole !== undefined) return whole;
  if (maxLength !== undefined) return format === 'byte' ? maxLength : maxLength * CHARACTER_BYTES;
  if (values === undefined || values.length === 0 || format === 'byte') return REQUEST_BYTES - 2;
  return Math.max(...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)));
}

/** How often a value can be in a request at all. */
export function mostInRequest(schema: Schema): number {
  return Math.floor(REQUEST_BYTES / (leastBytes(schema) + 1));
}
