import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { canonicalJson } from '../schema/canonical-json.ts';
import { DIRECTIVE, goText, missingMergeKey, patchError, unknownDirective } from './strategic-directives.ts';

type List = readonly JsonValue[];
type MergeItem = (item: JsonObject, change: JsonObject) => JsonObject;

/** What tells items apart: the merge key's value, or the item itself. */
function identityOf(item: JsonValue, mergeKey: string | undefined): JsonValue {
  if (mergeKey === undefined) return item;
  const value = isJsonObject(item) ? item[mergeKey] : undefined;
  if (value === undefined) throw missingMergeKey(item, mergeKey);
  return value;
}

/** Where each identity comes first, by its text: lists may be long, so nobody searches them item by item. */
type Positions = Map<string, number>;

function positionsOf(list: List, mergeKey: string | undefined): Positions {
  const positions: Positions = new Map();
  for (const [index, item] of list.entries()) {
    const own = mergeKey === undefined ? item : isJsonObject(item) ? item[mergeKey] : undefined;
    if (own === undefined) continue;
    const text = canonicalJson(own);
    if (!positions.has(text)) positions.set(text, index);
  }
  return positions;
}

/**
 * Joins the items that the order names with those only the server has: both keep their own order, and an item
 * of the server stands in front of the first ordered item that followed it before.
 *
 * @param live the list as it was.
 * @throws StatusError 500 when an item of the order is no object, or has no merge key.
 */
export function orderList(merged: List, order: List, live: List, mergeKey: string | undefined): List {
  for (const [index, item] of mergeKey === undefined ? [] : order.entries()) {
    if (!isJsonObject(item)) throw patchError(`value for key ${index} is not a map`);
    identityOf(item, mergeKey);
  }
  const rankIn =
    (positions: Positions) =>
    (item: JsonValue): number =>
      positions.get(canonicalJson(identityOf(item, mergeKey))) ?? -1;
  const rank = rankIn(positionsOf(order, mergeKey));
  const ordered = merged.filter((item) => rank(item) >= 0).toSorted((a, b) => rank(a) - rank(b));
  const others = merged.filter((item) => rank(item) < 0);
  return interleave(others, ordered, rankIn(positionsOf(live, mergeKey)));
}

function interleave(others: List, ordered: List, liveRank: (item: JsonValue) => number): List {
  const result: JsonValue[] = [];
  let next = 0;
  for (const item of ordered) {
    const limit = liveRank(item);
    for (let other = others[next]; other !== undefined; other = others[next]) {
      const rank = liveRank(other);
      if (rank < 0 || limit < 0 || rank >= limit) break;
      result.push(other);
      next += 1;
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function mergeScalars(original: List, patch: List): List {
  const all = [...original, ...patch];
  const unique = [...positionsOf(all, undefined).values()].map((index) => all[index]!);
  return orderList(unique, patch, original, undefined);
}

/** Applies what items of the patch say of whole items; the rest is left to merge. */
function applyItemDirectives(
  original: List,
  patch: readonly JsonObject[],
  mergeKey: string,
): readonly [List, readonly JsonObject[]] {
  const plain = patch.filter((item) => item[DIRECTIVE] === undefined);
  const deleted = new Set<string>();
  let replaces = false;
  for (const item of patch) {
    const directive = item[DIRECTIVE];
    if (directive === undefined) continue;
    if (directive === 'merge') throw patchError('merging lists cannot yet be specified in the patch');
    if (directive !== 'delete' && directive !== 'replace') throw unknownDirective(item);
    if (directive === 'replace') replaces = true;
    else deleted.add(canonicalJson(identityOf(item, mergeKey)));
  }
  return replaces ? [plain, []] : [without(original, deleted, mergeKey), plain];
}

function without(list: List, deleted: ReadonlySet<string>, mergeKey: string): List {
  if (deleted.size === 0) return list;
  return list.filter((item) => {
    const own = isJsonObject(item) ? item[mergeKey] : undefined;
    return own === undefined || !deleted.has(canonicalJson(own));
  });
}

function mergeItems(
  original: List,
  changes: readonly JsonObject[],
  mergeKey: string,
  merge: MergeItem,
): List {
  const result = [...original];
  const positions = positionsOf(original, mergeKey);
  for (const change of changes) {
    const text = canonicalJson(identityOf(change, mergeKey));
    const index = positions.get(text) ?? result.length;
    const item = result[index];
    positions.set(text, index);
    result[index] = isJsonObject(item) ? merge(item, change) : change;
  }
  return result;
}

/** @throws 500 for lists of lists, and for lists whose items are not all of one type. */
export function checkItems(original: List, patch: List): void {
  const types = new Set([...original, ...patch].map(goKindOf));
  if (goKindOf(original[0] ?? patch[0] ?? '') === 'list')
    throw patchError('lists of lists are not supported');
  if (types.size > 1) throw patchError(`list element types are not identical: ${goText([original, patch])}`);
}

function goKindOf(item: JsonValue): string {
  if (Array.isArray(item)) return 'list';
  if (item === null) return 'null';
  return Number.isInteger(item) ? 'integer' : typeof item;
}

/** Merges lists whose schema has patch strategy `merge`. */
export function mergeList(original: List, patch: List, mergeKey: string | undefined, merge: MergeItem): List {
  if (original.length === 0 && patch.length === 0) return original;
  checkItems(original, patch);
  if (!isJsonObject(original[0] ?? patch[0])) return mergeScalars(original, patch);
  if (mergeKey === undefined) throw patchError('cannot merge lists without merge key');
  const [remaining, changes] = applyItemDirectives(original, patch.filter(isJsonObject), mergeKey);
  const merged = mergeItems(remaining, changes, mergeKey, merge);
  return orderList(merged, changes, remaining, mergeKey);
}
