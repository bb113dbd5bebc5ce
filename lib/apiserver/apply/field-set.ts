import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { compareElements, elementText, parsedElement, SELF, type PathElement } from './path-element.ts';

/**
 * A set of fields, exactly as `managedFields` shows it in `fieldsV1`: what is stored, sent and computed with is
 * one value. A member is `{}`, one with others below it has `.` beside them. Immutable; operations share what
 * they do not change, and return their first argument when nothing does.
 *
 * @see kubernetes-sigs/structured-merge-diff:fieldpath/set.go
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

export const EMPTY_SET: FieldSet = Object.freeze({});
/** The field itself and nothing below it. */
export const MEMBER: FieldSet = EMPTY_SET;

const WITH_SELF: FieldSet = Object.freeze({ [SELF]: MEMBER });

export function isEmptySet(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Whether the field that this node stands for is in the set itself. */
function isMember(node: FieldSet): boolean {
  return isEmptySet(node) || Object.hasOwn(node, SELF);
}

function childOf(node: FieldSet, element: PathElement): FieldSet | undefined {
  return Object.hasOwn(node, element) ? node[element] : undefined;
}

/** The node with its elements in order. Undefined when there is nothing in it. */
export function nodeOf(
  member: boolean,
  children: readonly (readonly [PathElement, FieldSet])[],
): FieldSet | undefined {
  if (children.length === 0) return member ? MEMBER : undefined;
  const sorted = children.toSorted(([one], [other]) => compareElements(one, other));
  return Object.fromEntries(member ? [[SELF, MEMBER], ...sorted] : sorted);
}

function childrenOf(node: FieldSet): [PathElement, FieldSet][] {
  return Object.entries(node).filter(([element]) => element !== SELF);
}

/** Below a root there is no `.`; inside of a node `{}` means the field itself. */
export function union(one: FieldSet, other: FieldSet): FieldSet {
  if (isEmptySet(other) || one === other) return one;
  return isEmptySet(one) ? other : unionOf(one, other, false);
}

function unionOf(one: FieldSet, other: FieldSet, member: boolean): FieldSet {
  const children = new Map(childrenOf(one));
  let changed = member !== isMember(one);
  for (const [element, added] of childrenOf(other)) {
    const present = children.get(element);
    const merged = present === undefined ? added : nodeUnion(present, added);
    if (merged !== present) changed = true;
    children.set(element, merged);
  }
  return changed ? (nodeOf(member, [...children]) ?? EMPTY_SET) : one;
}

/** The same inside of sets, where `{}` stands for a field. */
export function nodeUnion(one: FieldSet, other: FieldSet): FieldSet {
  return unionOf(one, other, isMember(one) || isMember(other));
}

/** What is in the first and not in the second; fields below a field that goes stay. */
export function difference(one: FieldSet, other: FieldSet): FieldSet {
  return without(one, other, false, differenceOf) ?? EMPTY_SET;
}

/** The same, but with a field goes all below it. */
export function recursiveDifference(one: FieldSet, other: FieldSet): FieldSet {
  return without(one, other, false, recursiveDifferenceOf) ?? EMPTY_SET;
}

type Without = (node: FieldSet, other: FieldSet) => FieldSet | undefined;

function differenceOf(node: FieldSet, other: FieldSet): FieldSet | undefined {
  return without(node, other, isMember(node) && !isMember(other), differenceOf);
}

function recursiveDifferenceOf(node: FieldSet, other: FieldSet): FieldSet | undefined {
  if (isMember(other)) return undefined;
  return without(node, other, isMember(node), recursiveDifferenceOf);
}

function without(node: FieldSet, other: FieldSet, member: boolean, inside: Without): FieldSet | undefined {
  let changed = isMember(node) !== member;
  const children: [PathElement, FieldSet][] = [];
  for (const [element, child] of childrenOf(node)) {
    const against = childOf(other, element);
    const left = against === undefined ? child : inside(child, against);
    if (left !== child) changed = true;
    if (left !== undefined) children.push([element, left]);
  }
  return changed ? nodeOf(member, children) : node;
}

/** What is in both. */
export function intersection(one: FieldSet, other: FieldSet): FieldSet {
  return intersectionOf(one, other, false) ?? EMPTY_SET;
}

function intersectionOf(one: FieldSet, other: FieldSet, member: boolean): FieldSet | undefined {
  const children = childrenOf(one).flatMap(([element, child]): [PathElement, FieldSet][] => {
    const against = childOf(other, element);
    if (against === undefined) return [];
    const both = intersectionOf(child, against, isMember(child) && isMember(against));
    return both === undefined ? [] : [[element, both]];
  });
  return nodeOf(member, children);
}

/** Whether a field directly below is in the set itself. */
export function has(set: FieldSet, element: PathElement): boolean {
  const child = childOf(set, element);
  return child !== undefined && isMember(child);
}

/** The fields below, as a set of their own: without the field itself. */
export function below(set: FieldSet, element: PathElement): FieldSet {
  const child = childOf(set, element);
  if (child === undefined || !Object.hasOwn(child, SELF)) return child ?? EMPTY_SET;
  const { [SELF]: _, ...rest } = child;
  return rest;
}

/** The paths in the set, as messages show them: all of one level before those below each. */
export function pathsOf(set: FieldSet, prefix: string = ''): readonly string[] {
  const level = childrenOf(set).map(([element, child]) => [prefix + elementText(element), child] as const);
  return [
    ...level.filter(([, child]) => isMember(child)).map(([path]) => path),
    ...level.flatMap(([path, child]) => pathsOf(child, path)),
  ];
}

/** Adds the field itself to a node. */
export function withSelf(node: FieldSet | undefined): FieldSet {
  if (node === undefined) return MEMBER;
  return isMember(node) ? node : { ...WITH_SELF, ...node };
}

/** Reads what a client sends as `fieldsV1`. Undefined when it is no field set. */
export function parseFieldSet(value: JsonValue | undefined): FieldSet | undefined {
  if (!isJsonObject(value)) return undefined;
  let member = false;
  const children: [PathElement, FieldSet][] = [];
  for (const [text, inside] of Object.entries(value)) {
    const child = parseFieldSet(inside);
    if (child === undefined) return undefined;
    const element = text === SELF ? SELF : parsedElement(text);
    if (element === undefined) return undefined;
    if (element === SELF) member = true;
    else children.push([element, child]);
  }
  return nodeOf(member, children) ?? EMPTY_SET;
}
