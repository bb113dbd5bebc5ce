import { InvalidConfigError, errorMessage } from '../errors.ts';
import { type JsonObject, isJsonObject } from '../object/json.ts';
import { type SchemaSource, type StandardSchema, isSchemaPair, isStandardSchema } from './standard-schema.ts';

/** What a source comes to. */
export interface ReadSource {
  /** Of what is written: before defaults and transforms. */
  readonly json: JsonObject;
  /** Undefined for a plain JSON Schema, which has nothing to add to its structure. */
  readonly validator: StandardSchema | undefined;
}

/** @param path of the option: `CustomResourceOptions.versions.v1.spec`. @throws InvalidConfigError */
export function readSource(source: SchemaSource, path: string): ReadSource {
  if (isStandardSchema(source)) return { json: asJson(jsonSchemaOf(source, path), path), validator: source };
  if (typeof source !== 'object' || source === null)
    throw new InvalidConfigError(`${path} must be a schema; got ${typeof source}`);
  if (isSchemaPair(source)) return { json: asJson(source.jsonSchema, path), validator: source.schema };
  return { json: asJson(source, path), validator: undefined };
}

function jsonSchemaOf(schema: StandardSchema, path: string): unknown {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined)
    throw new InvalidConfigError(
      `${path} must come with a JSON Schema, which this version of ${vendor} has not: give { schema, jsonSchema }`,
    );
  try {
    return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    throw new InvalidConfigError(
      `${path} cannot be made a JSON Schema: ${errorMessage(cause)}; describe what stands in the object's JSON, or give { schema, jsonSchema }`,
      { cause },
    );
  }
}

/** As it would be on the wire: without undefined members and what JSON does not have. */
function asJson(schema: unknown, path: string): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(schema));
  if (isJsonObject(json)) return json;
  throw new InvalidConfigError(`${path} must have a JSON Schema that is an object`);
}
