import type { JsonObject, JsonValue } from '../object/json.ts';

type Member = readonly [name: string, value: JsonValue];

/** Members in the order in which Go writes those of a map: by name. Those that are undefined are left out. */
export function byName(
  members: Iterable<readonly [name: string, value: JsonValue | undefined]>,
): readonly Member[] {
  return [...members]
    .flatMap(([name, value]): Member[] => (value === undefined ? [] : [[name, value]]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The object with its own members in that order, and what is in them as it is. */
export function inNameOrder(map: JsonObject): JsonObject {
  return Object.fromEntries(byName(Object.entries(map)));
}
