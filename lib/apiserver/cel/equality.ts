import {
  CelList,
  Duration,
  isMap,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type CelMap,
  type Value,
} from './values.ts';

function asNumber(value: Value): bigint | number | undefined {
  if (value instanceof Uint) return value.value;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

function sameLists(one: CelList, other: CelList): boolean {
  if (one.items.length !== other.items.length) return false;
  const semantics = one.semantics ?? other.semantics;
  if (semantics === undefined)
    return one.items.every((item, index) => equals(item, other.items[index] ?? null));
  if (semantics.type === 'set') return one.items.every((item) => contains(other, item));
  const byKey = new Map(other.items.map((item) => [semantics.keyOf(item), item]));
  return one.items.every((item) => {
    const match = byKey.get(semantics.keyOf(item));
    return match !== undefined && equals(item, match);
  });
}

function sameMaps(one: CelMap, other: CelMap): boolean {
  if (one.size !== other.size) return false;
  return one.keys().every((key) => {
    const [left, right] = [one.get(key), other.get(key)];
    return left !== undefined && right !== undefined && equals(left, right);
  });
}

function sameOptionals(one: Optional, other: Optional): boolean {
  if (one.value === undefined || other.value === undefined) return one.value === other.value;
  return equals(one.value, other.value);
}

function sameObjects(one: Value, other: Value): boolean {
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0;
  if (one instanceof Timestamp) return other instanceof Timestamp && one.nanos === other.nanos;
  if (one instanceof Duration) return other instanceof Duration && one.nanos === other.nanos;
  if (one instanceof Optional) return other instanceof Optional && sameOptionals(one, other);
  if (one instanceof TypeValue) return other instanceof TypeValue && one.type.name === other.type.name;
  if (one instanceof Opaque)
    return other instanceof Opaque && one.type === other.type && one.identity === other.identity;
  if (one instanceof CelList) return other instanceof CelList && sameLists(one, other);
  return isMap(one) && isMap(other) && sameMaps(one, other);
}

/** Whether two values are equal: numbers by their value whatever their type, everything else only within a type. */
export function equals(one: Value, other: Value): boolean {
  const [left, right] = [asNumber(one), asNumber(other)];
  // oxlint-disable-next-line eslint/eqeqeq -- the only comparison of a bigint with a number that is exact
  if (left !== undefined && right !== undefined) return left == right;
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return sameObjects(one, other);
}

/** Whether a list has the item. */
export function contains(list: CelList, item: Value): boolean {
  return list.items.some((one) => equals(one, item));
}

/** Negative, zero or positive, as the first is less than, equal to or greater than the second; undefined: neither. */
export function compare(one: Value, other: Value): number | undefined {
  const [left, right] = [comparable(one), comparable(other)];
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (left === undefined || right === undefined) return undefined;
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right || equals(one, other) ? 0 : undefined;
}

function comparable(value: Value): bigint | number | string | boolean | Uint8Array | undefined {
  if (value instanceof Timestamp || value instanceof Duration) return value.nanos;
  if (value instanceof Uint8Array || typeof value === 'string' || typeof value === 'boolean') return value;
  return asNumber(value);
}
