import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/object/json.ts';

const REFERENCE = '#/components/schemas/';
const TIMES = /\.(?:Time|MicroTime)$/u;

/** The schemas of an OpenAPI document, by their full names. */
type Schemas = Readonly<Record<string, JsonObject>>;

/**
 * What Go starts a kind's objects with, as JSON: structs that are no pointers are there, with the zero values that
 * are not left out. OpenAPI shows such a struct by a default of `{}`; lists that are required by being required.
 */
export function zeroValue(document: unknown, kind: string): JsonObject {
  const schemas = schemasOf(document);
  const name = Object.keys(schemas).find((one) => isKind(schemas[one], kind));
  if (name === undefined) throw new Error(`cannot find the schema of ${kind} in its OpenAPI document`);
  return structZero(schemas, schemas[name]!);
}

function schemasOf(document: unknown): Schemas {
  const components = isJsonObject(document) ? document['components'] : undefined;
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  return isJsonObject(schemas) ? (schemas as Schemas) : {};
}

function isKind(schema: JsonObject | undefined, kind: string): boolean {
  const marks = schema?.['x-kubernetes-group-version-kind'];
  return Array.isArray(marks) && marks.length === 1 && isJsonObject(marks[0]) && marks[0]['kind'] === kind;
}

function structZero(schemas: Schemas, schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, JsonValue][] => {
      const zero = isJsonObject(property)
        ? memberZero(schemas, property, required.includes(name))
        : undefined;
      return zero === undefined ? [] : [[name, zero]];
    }),
  );
}

function memberZero(schemas: Schemas, property: JsonObject, required: boolean): JsonValue | undefined {
  const { default: value, type } = property;
  if (required && (type === 'array' || type === 'object')) return null;
  if (value === '' || value === 0 || value === false) return value;
  if (!isJsonObject(value)) return undefined;
  const target = referenceOf(property);
  if (target === undefined) return undefined;
  if (TIMES.test(target)) return null;
  const schema = schemas[target];
  return schema?.['type'] === 'object' ? structZero(schemas, schema) : undefined;
}

function referenceOf({ allOf, $ref }: JsonObject): string | undefined {
  const target = Array.isArray(allOf) && isJsonObject(allOf[0]) ? allOf[0]['$ref'] : $ref;
  return typeof target === 'string' ? target.slice(REFERENCE.length) : undefined;
}
