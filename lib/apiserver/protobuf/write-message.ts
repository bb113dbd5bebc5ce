import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { structNamed } from '../builtin/go-structs.ts';
import type { GoField, GoStruct, GoType, ScalarName } from '../builtin/go-structs.ts';
import { specialType } from './special-types.ts';
import { bytesField, doubleField, integerField } from './wire-writer.ts';

/**
 * Writes an object as the message that Go makes of its struct: by field number, with the zeros of all that is no
 * pointer. Members that no field knows are left out.
 */
export function writeMessage({ fields }: GoStruct, obj: JsonObject): Buffer {
  const inOrder = fields.toSorted((one, other) => one.number - other.number);
  return Buffer.concat(inOrder.map((field) => fieldOf(field, obj)));
}

const NOTHING = Buffer.alloc(0);

function fieldOf({ name, number, type, pointer }: GoField, obj: JsonObject): Buffer {
  const value = name === undefined ? obj : (obj[name] ?? null);
  return value === null && pointer ? NOTHING : written(type, number, value);
}

/** Null is Go's zero. */
function written(type: GoType, number: number, value: JsonValue): Buffer {
  if (type.kind === 'scalar') return scalarField(type.name, number, value);
  if (type.kind === 'struct')
    return bytesField(number, writeMessage(structNamed(type.name), isJsonObject(value) ? value : {}));
  if (type.kind === 'special') {
    const { struct, toFields } = specialType(type.name);
    return bytesField(number, writeMessage(struct, toFields(value)));
  }
  if (type.kind === 'map') return mapField(type.of, number, isJsonObject(value) ? value : {});
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  return Buffer.concat(items.map((item) => written(type.of, number, item)));
}

/** By key, as Go writes maps. */
function mapField(of: GoType, number: number, map: JsonObject): Buffer {
  const keys = Object.keys(map).toSorted((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const entries = keys.map((key) =>
    Buffer.concat([scalarField('string', 1, key), written(of, 2, map[key] ?? null)]),
  );
  return Buffer.concat(entries.map((entry) => bytesField(number, entry)));
}

function scalarField(name: ScalarName, number: number, value: JsonValue): Buffer {
  if (name === 'string') return bytesField(number, Buffer.from(typeof value === 'string' ? value : ''));
  if (name === 'float64') return doubleField(number, Number(value));
  if (name !== 'bytes') return integerField(number, Number(value));
  // None are told from nothing.
  return typeof value === 'string' ? bytesField(number, Buffer.from(value, 'base64')) : NOTHING;
}
