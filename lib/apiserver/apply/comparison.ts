import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { EMPTY_SET, MEMBER, nodeOf, nodeUnion, type FieldSet } from './field-set.ts';
import { atomOf, itemType, memberType, sameAtom, type Atom, type FieldType } from './field-type.ts';
import { listItems, type AssociativeList } from './list-items.ts';
import { fieldElement, type PathElement } from './path-element.ts';

/** How two states of an object differ. */
export interface Comparison {
  /** Added or modified. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** The same below one field: undefined for nothing at all. */
interface Difference {
  readonly changed: FieldSet | undefined;
  readonly removed: FieldSet | undefined;
}

const SAME: Difference = { changed: undefined, removed: undefined };
const CHANGED: Difference = { changed: MEMBER, removed: undefined };
const REMOVED: Difference = { changed: undefined, removed: MEMBER };

/**
 * Which fields differ. Cheap where the two share their parts.
 *
 * @see kubernetes-sigs/structured-merge-diff:typed/compare.go
 */
export function compareFields(type: FieldType, one: JsonObject, other: JsonObject): Comparison {
  const { changed = EMPTY_SET, removed = EMPTY_SET } = differenceAt(type, one, other);
  return { changed, removed };
}

type Value = JsonValue | undefined;

function differenceAt(type: FieldType, one: Value, other: Value): Difference {
  if (one === other) return SAME;
  const before = atomOf(type, one ?? other);
  const after = atomOf(type, other ?? one);
  const found = differenceAs(after, type, one, other);
  return sameAtom(before, after) ? found : both(differenceAs(before, type, one, other), found);
}

/** Where a value has become one of another kind, what was below it is gone, too. */
function both(before: Difference, after: Difference): Difference {
  return { changed: merged(before.changed, after.changed), removed: merged(before.removed, after.removed) };
}

function merged(one: FieldSet | undefined, other: FieldSet | undefined): FieldSet | undefined {
  return one === undefined || other === undefined ? (one ?? other) : nodeUnion(one, other);
}

function differenceAs(atom: Atom, type: FieldType, one: Value, other: Value): Difference {
  if (atom.kind === 'scalar') return leafDifference(one, other);
  if (atom.kind === 'map') {
    const [before, after] = [asObject(one), asObject(other)];
    if (atom.atomic || (hasNone(before) && hasNone(after))) return leafDifference(one, other);
    return itself(one, other, memberDifferences(type, before ?? {}, after ?? {}));
  }
  const [before, after] = [asList(one), asList(other)];
  if (atom.relation === 'atomic' || (before.length === 0 && after.length === 0))
    return leafDifference(one, other);
  return itself(one, other, itemDifferences(atom, type, before, after));
}

function leafDifference(one: Value, other: Value): Difference {
  if (one === undefined) return other === undefined ? SAME : CHANGED;
  if (other === undefined) return REMOVED;
  return isDeepStrictEqual(one, other) ? SAME : CHANGED;
}

function asObject(value: Value): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function asList(value: Value): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function hasNone(obj: JsonObject | undefined): boolean {
  return obj === undefined || Object.keys(obj).length === 0;
}

type Below = readonly (readonly [PathElement, Difference])[];

/** A field with others below it was added or removed itself, or only the others were. */
function itself(one: Value, other: Value, below: Below): Difference {
  return {
    changed: nodeOf(one === undefined, nodesOf(below, 'changed')),
    removed: nodeOf(other === undefined, nodesOf(below, 'removed')),
  };
}

function nodesOf(below: Below, side: keyof Difference): readonly (readonly [PathElement, FieldSet])[] {
  return below.flatMap(([element, { [side]: node }]) =>
    node === undefined ? [] : [[element, node] as const],
  );
}

function memberDifferences(type: FieldType, one: JsonObject, other: JsonObject): Below {
  const found: [PathElement, Difference][] = [];
  const look = (name: string): void => {
    const member = one[name] === other[name] ? undefined : memberType(type, name);
    if (member !== undefined) found.push([fieldElement(name), differenceAt(member, one[name], other[name])]);
  };
  for (const name in one) look(name);
  for (const name in other) if (!Object.hasOwn(one, name)) look(name);
  return found;
}

function itemDifferences(
  list: AssociativeList,
  type: FieldType,
  one: readonly JsonValue[],
  other: readonly JsonValue[],
): Below {
  const before = grouped(list, type, one);
  const after = grouped(list, type, other);
  return [...new Set([...before.keys(), ...after.keys()])].map((element) => [
    element,
    groupDifference(itemType(type), before.get(element) ?? [], after.get(element) ?? []),
  ]);
}

/** Items that come twice, which old objects may have, are compared as one with such; of one against several, all is new. */
function groupDifference(
  type: FieldType,
  one: readonly JsonValue[],
  other: readonly JsonValue[],
): Difference {
  if (one.length <= 1 && other.length <= 1) return differenceAt(type, one[0], other[0]);
  if (one.length >= 2 && other.length >= 2) return isDeepStrictEqual(one, other) ? SAME : CHANGED;
  const [before, after] = one.length >= 2 ? [undefined, other[0]] : [one[0], undefined];
  const { changed, removed } = differenceAt(type, before, after);
  return one.length >= 2
    ? { changed, removed: removed === undefined ? MEMBER : nodeUnion(removed, MEMBER) }
    : { changed: changed === undefined ? MEMBER : nodeUnion(changed, MEMBER), removed };
}

function grouped(
  list: AssociativeList,
  type: FieldType,
  items: readonly JsonValue[],
): ReadonlyMap<PathElement, readonly JsonValue[]> {
  const groups = new Map<PathElement, JsonValue[]>();
  for (const [element, item] of listItems(list, type, items)) {
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}
