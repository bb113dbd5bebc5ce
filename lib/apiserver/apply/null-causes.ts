import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { childPath } from '../field-causes.ts';
import type { Schema } from '../schema.ts';

/**
 * What is null in a custom resource and must not be. Who gives up everything in a struct that nobody else has
 * a part in leaves such a null; in other writes they are dropped before anyone looks.
 */
export function nullCauses(schema: Schema, value: JsonValue, path: string = ''): readonly StatusCause[] {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      nullCauses(items, item, `${path}[${index}]`),
    );
  }
  return isJsonObject(value) ? memberCauses(schema, value, path) : [];
}

function memberCauses(schema: Schema, obj: JsonObject, path: string): readonly StatusCause[] {
  return Object.entries(obj).flatMap(([name, value]) => {
    const member = schema.properties?.[name];
    if (member === undefined || value === undefined) return [];
    const at = childPath(path, name);
    return value === null ? nullCause(member, at) : nullCauses(member, value, at);
  });
}

function nullCause({ type, nullable, default: replacement }: Schema, field: string): readonly StatusCause[] {
  if (type === undefined || nullable === true || replacement !== undefined) return [];
  const message = `Invalid value: "null": ${field} in body must be of type ${type}: "null"`;
  return [{ reason: 'FieldValueTypeInvalid', message, field }];
}
