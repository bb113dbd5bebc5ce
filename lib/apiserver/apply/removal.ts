import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { below, has, isEmptySet, nodeOf, withSelf, type FieldSet } from './field-set.ts';
import { atomOf, isNamed, itemType, memberType, type FieldType } from './field-type.ts';
import { itemElement } from './list-items.ts';
import { fieldElement, fieldName, SELF, type PathElement } from './path-element.ts';

/**
 * The object without the fields of the set. What loses all that is in it becomes null.
 *
 * @see kubernetes-sigs/structured-merge-diff:typed/remove.go
 */
export function removeFields(type: FieldType, obj: JsonObject, fields: FieldSet): JsonObject {
  const left = without(type, obj, fields);
  return isJsonObject(left) ? left : {};
}

function without(type: FieldType, value: JsonValue, fields: FieldSet): JsonValue {
  const atom = atomOf(type, value);
  if (atom.kind === 'map') return isJsonObject(value) ? withoutMembers(type, value, fields) : null;
  if (atom.kind !== 'list') return value;
  if (!Array.isArray(value) || atom.relation === 'atomic') return null;
  const left = (value as readonly JsonValue[]).flatMap((item): readonly JsonValue[] => {
    const element = itemElement(atom, type, item);
    return typeof element === 'string' ? withoutChild(itemType(type), item, element, fields) : [item];
  });
  return left.length === 0 ? null : left;
}

function withoutMembers(type: FieldType, obj: JsonObject, fields: FieldSet): JsonValue {
  const left = Object.entries(obj).flatMap(([name, value]): [string, JsonValue][] => {
    const member = memberType(type, name);
    if (member === undefined || value === undefined) return value === undefined ? [] : [[name, value]];
    return withoutChild(member, value, fieldElement(name), fields).map((rest) => [name, rest]);
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** Nothing, or the one value that is left. */
function withoutChild(
  type: FieldType,
  value: JsonValue,
  element: PathElement,
  fields: FieldSet,
): readonly JsonValue[] {
  if (has(fields, element)) return [];
  const inside = below(fields, element);
  return [isEmptySet(inside) ? value : without(type, value, inside)];
}

/** The set with each field that a schema names and that has others of the set below it. */
export function withNamedFields(type: FieldType, fields: FieldSet): FieldSet {
  const children = Object.entries(fields).flatMap(([element, child]): [PathElement, FieldSet][] => {
    if (element === SELF) return [];
    const name = fieldName(element);
    const inner = (name === undefined ? itemType(type) : memberType(type, name)) ?? {
      schema: {},
      open: true,
    };
    const complete = withNamedFields(inner, child);
    return [[element, name !== undefined && isNamed(type, name) ? withSelf(complete) : complete]];
  });
  return nodeOf(Object.hasOwn(fields, SELF), children) ?? fields;
}
