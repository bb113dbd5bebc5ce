import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { fieldsInJson, structNamed, type GoStruct, type GoType } from '../builtin/go-structs.ts';
import { byName } from '../name-order.ts';

/** The same object with its members in the order in which Go writes them: that of the fields of its struct. */
export function inStructOrder(struct: GoStruct, obj: JsonObject): JsonObject {
  const fields = fieldsInJson(struct);
  const names = new Set([...fields.keys(), ...Object.keys(obj)]);
  const members = [...names].flatMap((name): [string, JsonValue][] => {
    const value = obj[name];
    const type = fields.get(name)?.type;
    if (value === undefined) return [];
    return [[name, type === undefined ? value : inOrder(type, value)]];
  });
  return Object.fromEntries(members);
}

function inOrder(type: GoType, value: JsonValue): JsonValue {
  if (type.kind === 'list' && Array.isArray(value))
    return value.map((item: JsonValue) => inOrder(type.of, item));
  if (!isJsonObject(value)) return value;
  if (type.kind === 'struct') return inStructOrder(structNamed(type.name), value);
  if (type.kind !== 'map') return value;
  const members = byName(Object.entries(value));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(type.of, member)]));
}
