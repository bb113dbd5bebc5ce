import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { badArgument, DIRECTIVE, goText, missingMergeKey, patchError } from './strategic-directives.ts';

type List = readonly JsonValue[];

/**
 * An order must have all items of the patch that stay, in the same order.
 *
 * @throws StatusError 500, as the API server has it.
 * @see kubernetes/apimachinery:pkg/util/strategicpatch/patch.go
 */
export function checkOrder(patch: List, order: List, mergeKey: string | undefined): void {
  if (patch.length === 0 || order.length === 0) return;
  const stray = mergeKey === undefined ? undefined : patch.find((item) => !isJsonObject(item));
  if (stray !== undefined) throw badArgument('map[string]interface {}', stray);
  const staying = patch.filter((item) => !isJsonObject(item) || item[DIRECTIVE] === undefined);
  let next = 0;
  for (const wanted of order) {
    const item = staying[next];
    if (item === undefined) return;
    if (isDeepStrictEqual(keyOf(item, mergeKey), keyOf(wanted, mergeKey))) next += 1;
  }
  if (next < staying.length) throw outOfOrder(patch, order);
}

/**
 * Lists without a merge key are taken for lists of values, until objects are found in what was there.
 *
 * @throws StatusError 500.
 */
export function checkUnkeyedOrder(live: List, order: List): void {
  if (!isJsonObject(live[0])) return;
  const stray = order.find((item) => !isJsonObject(item));
  if (stray !== undefined) throw badArgument('map[string]interface {}', stray);
  throw missingMergeKey(live[0], '');
}

function keyOf(item: JsonValue, mergeKey: string | undefined): JsonValue {
  if (mergeKey === undefined) return item;
  if (!isJsonObject(item)) throw badArgument('map[string]interface {}', item);
  const value = item[mergeKey];
  if (value === undefined) throw missingMergeKey(item, mergeKey);
  return value;
}

function outOfOrder(patch: List, order: List): Error {
  return patchError(
    `The order in patch list:\n${goText(patch)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
  );
}
