import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { DIRECTIVE, missingMergeKey, patchError, unknownDirective } from './strategic-directives.ts';

type List = readonly JsonValue[];
type MergeItem = (item: JsonObject, change: JsonObject) => JsonObject;

/** What tells items apart: the merge key's value, or the item itself. */
function identityOf(item: JsonValue, mergeKey: string | undefined): JsonValue {
  if (mergeKey === undefined) return item;
  const value = isJsonObject(item) ? item[mergeKey] : undefined;
  if (value === undefined) throw missingMergeKey(item, mergeKey);
  return value;
}

function positionOf(list: List, identity: JsonValue, mergeKey: string | undefined): number {
  return list.findIndex((item) => {
    const own = mergeKey === undefined ? item : isJsonObject(item) ? item[mergeKey] : undefined;
    return isDeepStrictEqual(own, identity);
  });
}

/**
 * Joins the items that the order names with those only the server has: both keep their own order, and an item
 * of the server stands in front of the first ordered item that followed it before.
 *
 * @param live the list as it was.
 */
export function orderList(merged: List, order: List, live: List, mergeKey: string | undefined): List {
  const rank = (list: List, item: JsonValue): number =>
    positionOf(list, identityOf(item, mergeKey), mergeKey);
  const ordered = merged
    .filter((item) => rank(order, item) >= 0)
    .toSorted((a, b) => rank(order, a) - rank(order, b));
  const others = merged.filter((item) => rank(order, item) < 0);
  return interleave(others, ordered, (item) => rank(live, item));
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
  const unique = all.filter((item, index) => positionOf(all, item, undefined) === index);
  return orderList(unique, patch, original, undefined);
}

/** Applies what items of the patch say of whole items; the rest is left to merge. */
function applyItemDirectives(
  original: List,
  patch: readonly JsonObject[],
  mergeKey: string,
): readonly [List, readonly JsonObject[]] {
  const plain = patch.filter((item) => item[DIRECTIVE] === undefined);
  let remaining = original;
  let replaces = false;
  for (const item of patch) {
    const directive = item[DIRECTIVE];
    if (directive === undefined) continue;
    if (directive === 'merge') throw patchError('merging lists cannot yet be specified in the patch');
    if (directive !== 'delete' && directive !== 'replace') throw unknownDirective(item);
    if (directive === 'replace') replaces = true;
    else remaining = without(remaining, identityOf(item, mergeKey), mergeKey);
  }
  return replaces ? [plain, []] : [remaining, plain];
}

function without(list: List, identity: JsonValue, mergeKey: string): List {
  return list.filter((item) => !(isJsonObject(item) && isDeepStrictEqual(item[mergeKey], identity)));
}

function mergeItems(
  original: List,
  changes: readonly JsonObject[],
  mergeKey: string,
  merge: MergeItem,
): List {
  const result = [...original];
  for (const change of changes) {
    const index = positionOf(result, identityOf(change, mergeKey), mergeKey);
    const item = result[index];
    if (isJsonObject(item)) result[index] = merge(item, change);
    else result.push(change);
  }
  return result;
}

/** Merges lists whose schema has patch strategy `merge`. */
export function mergeList(original: List, patch: List, mergeKey: string | undefined, merge: MergeItem): List {
  if (original.length === 0 && patch.length === 0) return original;
  const objects = [...original, ...patch].every((item) => isJsonObject(item));
  if (!objects) return mergeScalars(original, patch);
  if (mergeKey === undefined) throw patchError('cannot merge lists without merge key');
  const [remaining, changes] = applyItemDirectives(original, patch.filter(isJsonObject), mergeKey);
  const merged = mergeItems(remaining, changes, mergeKey, merge);
  return orderList(merged, patch, remaining, mergeKey);
}
