import type { JsonValue } from '../../object/json.ts';

type Member = readonly [name: string, value: JsonValue];

/** Members in the order in which Go writes those of a map: by name. Those that are undefined are left out. */
export function byName(
  members: Iterable<readonly [name: string, value: JsonValue | undefined]>,
): readonly Member[] {
  return [...members]
    .flatMap(([name, value]): Member[] => (value === undefined ? [] : [[name, value]]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
