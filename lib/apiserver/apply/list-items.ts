import { isJsonObject, type JsonValue } from '../../object/json.ts';
import type { Atom, FieldType } from './field-type.ts';
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
    const value = item[name] ?? memberType(itemType(type), name)?.schema.default;
    if (value !== undefined) values.push([name, value]);
  }
  return keyElement(Object.fromEntries(values));
}

function setElement(item: JsonValue): PathElement | ItemProblem {
  if (item === null)
    return { problem: "associative list without keys has an element that's an explicit null" };
  if (isJsonObject(item))
    return { problem: "associative list without keys has an element that's a map type" };
  if (Array.isArray(item)) return { problem: 'not supporting lists as elements of an associative list' };
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
