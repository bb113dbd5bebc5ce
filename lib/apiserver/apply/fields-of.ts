import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { EMPTY_SET, MEMBER, nodeOf, withSelf, type FieldSet } from './field-set.ts';
import { atomOf, isNamed, itemType, memberType, type FieldType } from './field-type.ts';
import { listItems, type AssociativeList } from './list-items.ts';
import { fieldElement, type PathElement } from './path-element.ts';

type Child = readonly [PathElement, FieldSet];

/**
 * The fields that a configuration speaks of. Fields that a struct names are owned by what is in them; entries of
 * maps and items of lists by themselves, too.
 *
 * @see kubernetes-sigs/structured-merge-diff:typed/tofieldset.go
 */
export function fieldsOf(type: FieldType, value: JsonValue): FieldSet {
  return nodeFor(type, value) ?? EMPTY_SET;
}

/** What is in the value; undefined when that is nothing. */
function nodeFor(type: FieldType, value: JsonValue): FieldSet | undefined {
  const atom = atomOf(type, value);
  if (atom.kind === 'scalar') return MEMBER;
  if (atom.kind === 'map') {
    if (atom.atomic) return MEMBER;
    return isJsonObject(value) ? nodeOf(false, memberFields(type, value)) : undefined;
  }
  if (atom.relation === 'atomic') return MEMBER;
  if (!Array.isArray(value)) return undefined;
  return nodeOf(false, itemFields(atom, type, value as readonly JsonValue[]));
}

function memberFields(type: FieldType, obj: JsonObject): readonly Child[] {
  return Object.entries(obj).flatMap(([name, value]): Child[] => {
    const member = memberType(type, name);
    if (member === undefined || value === undefined) return [];
    const node = nodeFor(member, value);
    const itself = isEmpty(value) || !isNamed(type, name);
    const fields = itself ? withSelf(node) : node;
    return fields === undefined ? [] : [[fieldElement(name), fields]];
  });
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Of an item that comes several times, nothing is owned but itself. */
function itemFields(list: AssociativeList, type: FieldType, items: readonly JsonValue[]): readonly Child[] {
  const fields = new Map<PathElement, FieldSet>();
  for (const [element, item] of listItems(list, type, items))
    fields.set(element, fields.has(element) ? MEMBER : withSelf(nodeFor(itemType(type), item)));
  return [...fields];
}
