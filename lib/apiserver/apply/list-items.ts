import { isJsonObject, type JsonValue } from '../../object/json.ts';
import type { Atom, FieldType } from './field-type.ts';
import { definitionName } from '../schema/named-schema.ts';
import { itemType, memberType } from './field-type.ts';
import { keyElement, valueElement, type PathElement } from './path-element.ts';

/** A list whose items are told apart by keys or by value. */
export type AssociativeList = Extract<Atom, { kind: 'list' }>;

/** Why something cannot be an item of such a list. */
export interface ItemProblem {
  readonly problem: string;
}

/** The step to an item, or why there is none. */
export function itemElement(
  list: AssociativeList,
  type: FieldType,
  item: JsonValue,
): PathElement | ItemProblem {
  return list.relation === 'map' ? keyedElement(list, type, item) : setElement(item);
}

function keyedElement(
  { keys }: AssociativeList,
  type: FieldType,
  item: JsonValue,
): PathElement | ItemProblem {
  if (item === null) return { problem: 'associative list with keys may not have a null element' };
  if (!isJsonObject(item)) return { problem: 'associative list with keys may not have non-map elements' };
  const values: [string, JsonValue][] = [];
  for (const name of keys) {
    const own = item[name];
    const value = own === undefined ? defaultKey(itemType(type), name) : own;
    if (value !== undefined) values.push([name, value]);
  }
  if (keys.length > 0 && values.length === 0) {
    const names = `[${keys.map((key) => JSON.stringify(key)).join(' ')}]`;
    const omitted = `omits all key fields ${names} (and doesn't have default values for any key fields)`;
    return { problem: `associative list with keys has an element that ${omitted}` };
  }
  return keyElement(Object.fromEntries(values));
}

/** A key that is missing in a built-in kind is zero. */
function defaultKey(item: FieldType, name: string): JsonValue | undefined {
  const schema = memberType(item, name)?.schema;
  if (schema?.default !== undefined || definitionName(item.schema) === undefined) return schema?.default;
  return schema?.type === 'integer' ? 0 : '';
}

function setElement(item: JsonValue): PathElement | ItemProblem {
  if (item === null)
    return { problem: "associative list without keys has an element that's an explicit null" };
  if (isJsonObject(item))
    return { problem: "associative list without keys has an element that's a map type" };
  if (Array.isArray(item)) return { problem: 'not supported: associative list with lists as elements' };
  return valueElement(item);
}

/** An item with the step to it. */
export type ListItem = readonly [element: PathElement, item: JsonValue];

/** The items with their steps; such as have none are left out: they were checked before. */
export function listItems(
  list: AssociativeList,
  type: FieldType,
  items: readonly JsonValue[],
): readonly ListItem[] {
  return items.flatMap((item): ListItem[] => {
    const element = itemElement(list, type, item);
    return typeof element === 'string' ? [[element, item]] : [];
  });
}
