import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { atomOf, itemType, memberType, sameAtom, type Atom, type FieldType } from './field-type.ts';
import { listItems, type AssociativeList, type ListItem } from './list-items.ts';
import type { PathElement } from './path-element.ts';

type Value = JsonValue | undefined;

/**
 * The live object with the configuration applied to it: granular maps are merged, sets and lists with keys by
 * their items, everything else is the configuration's.
 *
 * @see kubernetes-sigs/structured-merge-diff:typed/merge.go
 */
export function mergeObjects(type: FieldType, live: JsonObject, config: JsonObject): JsonObject {
  const merged = mergeValues(type, live, config);
  return isJsonObject(merged) ? merged : {};
}

function mergeValues(type: FieldType, live: Value, config: Value): Value {
  if (config === undefined) return live;
  if (live === undefined) return config;
  // Null is of whatever type is there.
  const atom = atomOf(type, config ?? live);
  return sameAtom(atom, atomOf(type, live)) ? mergeAs(atom, type, live, config) : config;
}

/** Where both are empty, the configuration tells whether that is null. */
function mergeAs(atom: Atom, type: FieldType, live: JsonValue, config: JsonValue): JsonValue {
  if (atom.kind !== 'scalar' && isEmpty(live) && isEmpty(config)) return config;
  if (atom.kind === 'map' && !atom.atomic && isJsonObject(live) && (isJsonObject(config) || config === null))
    return mergeMembers(type, live, config ?? {});
  if (atom.kind !== 'list' || atom.relation === 'atomic' || !Array.isArray(live)) return config;
  return mergeItems(atom, type, live as readonly JsonValue[], (config ?? []) as readonly JsonValue[]);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function mergeMembers(type: FieldType, live: JsonObject, config: JsonObject): JsonObject {
  const result: Record<string, Value> = { ...live };
  for (const [name, value] of Object.entries(config)) {
    const member = memberType(type, name);
    if (member !== undefined) result[name] = mergeValues(member, live[name], value);
  }
  return result;
}

/** Two orders, woven into one: shared items stand as the configuration has them, the others where they can. */
function mergeItems(
  list: AssociativeList,
  type: FieldType,
  live: readonly JsonValue[],
  config: readonly JsonValue[],
): readonly JsonValue[] {
  const left = listItems(list, type, live);
  const right = listItems(list, type, config);
  const known = Map.groupBy(left, ([element]) => element);
  const merged = ([element, item]: ListItem): JsonValue => {
    const [one, ...others] = known.get(element) ?? [];
    // Nobody knows which of several it would be merged with.
    const old = others.length === 0 ? one?.[1] : null;
    return mergeValues(itemType(type), old, item) ?? item;
  };
  return woven(left, right, merged);
}

function woven(
  left: readonly ListItem[],
  right: readonly ListItem[],
  merged: (item: ListItem) => JsonValue,
): readonly JsonValue[] {
  const onLeft = new Set(left.map(([element]) => element));
  const onRight = new Set(right.map(([element]) => element));
  const shared = right.map(([element]) => element).filter((element) => onLeft.has(element));
  const done = new Set<PathElement>();
  const result: JsonValue[] = [];
  const take = (item: ListItem): void => {
    result.push(merged(item));
    done.add(item[0]);
  };
  let next = 0;
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const one = left[l];
    const other = right[r];
    if (one !== undefined && other !== undefined && one[0] === other[0]) {
      take(other);
      l++;
      r++;
      next++;
      continue;
    }
    const isLater = next < shared.length && shared[next] !== one?.[0];
    if (one !== undefined && other !== undefined && onRight.has(one[0]) && isLater) {
      l++;
      continue;
    }
    if (one !== undefined && !onRight.has(one[0])) {
      result.push(one[1]);
      l++;
      continue;
    }
    if (one !== undefined && done.has(one[0])) l++;
    if (other === undefined) continue;
    take(other);
    r++;
    if (shared[next] === other[0]) next++;
  }
  return result;
}
