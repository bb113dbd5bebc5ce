import { declare, type Overload } from '../declarations.ts';
import { compare, contains, equals } from '../equality.ts';
import { CelError, CelList, Duration, newInt, Optional, Uint, type Value } from '../values.ts';

const ORDERED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

function isSorted({ items }: CelList): boolean {
  return items.every((item, index) => index === 0 || (compare(items[index - 1] ?? null, item) ?? 1) <= 0);
}

function plus(one: Value, other: Value): Value {
  if (one instanceof Duration && other instanceof Duration) return new Duration(one.nanos + other.nanos);
  if (one instanceof Uint && other instanceof Uint) return new Uint(one.value + other.value);
  if (typeof one === 'bigint' && typeof other === 'bigint') return newInt(one + other);
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  throw new CelError('no such overload');
}

function sumOf(zero: Value): (list: CelList) => Value {
  return ({ items: [first, ...rest] }) => rest.reduce(plus, first ?? zero);
}

function extreme(name: 'min' | 'max'): (list: CelList) => Value {
  const sign = name === 'min' ? 1 : -1;
  return ({ items: [first, ...rest] }) => {
    if (first === undefined) throw new CelError(`${name} called on empty list`);
    return rest.reduce((best, item) => ((compare(item, best) ?? 0) * sign < 0 ? item : best), first);
  };
}

function sorted({ items }: CelList): CelList {
  return new CelList(items.toSorted((a, b) => compare(a, b) ?? 0));
}

function distinct({ items }: CelList): CelList {
  const found: Value[] = [];
  for (const item of items) if (!contains(new CelList(found), item)) found.push(item);
  return new CelList(found);
}

function slice({ items }: CelList, start: bigint, end: bigint): CelList {
  const where = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) throw new CelError(`${where}, negative indexes not supported`);
  if (start > end) throw new CelError(`${where}, start index must be less than or equal to end index`);
  if (end > BigInt(items.length)) throw new CelError(`${where}, list is length ${items.length}`);
  return new CelList(items.slice(Number(start), Number(end)));
}

function flatten({ items }: CelList, depth: bigint = 1n): CelList {
  if (depth < 0n) throw new CelError('level must be non-negative');
  if (depth === 0n) return new CelList(items);
  return new CelList(
    items.flatMap((item) => (item instanceof CelList ? flatten(item, depth - 1n).items : [item])),
  );
}

const LONGEST_RANGE = 1_000_000n;

function range(size: bigint): CelList {
  if (size > LONGEST_RANGE) throw new CelError('operation cancelled: actual cost limit exceeded');
  return new CelList(Array.from({ length: Math.max(0, Number(size)) }, (_, index) => BigInt(index)));
}

const LISTS: readonly Overload[] = [
  ...ORDERED.flatMap((type) => [
    declare(`list(${type}).isSorted(): bool`, isSorted),
    declare(`list(${type}).min(): ${type}`, extreme('min')),
    declare(`list(${type}).max(): ${type}`, extreme('max')),
    declare(`list(${type}).sort(): list(${type})`, sorted),
  ]),
  declare('list(int).sum(): int', sumOf(0n)),
  declare('list(uint).sum(): uint', sumOf(new Uint(0n))),
  declare('list(double).sum(): double', sumOf(0)),
  declare('list(duration).sum(): duration', sumOf(new Duration(0n))),
  declare('list(T).indexOf(T): int', ({ items }: CelList, item: Value) =>
    BigInt(items.findIndex((one) => equals(one, item))),
  ),
  declare('list(T).lastIndexOf(T): int', ({ items }: CelList, item: Value) =>
    BigInt(items.findLastIndex((one) => equals(one, item))),
  ),
  declare('list(T).slice(int, int): list(T)', slice),
  declare('list(T).reverse(): list(T)', ({ items }: CelList) => new CelList(items.toReversed())),
  declare('list(T).distinct(): list(T)', distinct),
  declare('list(list(T)).flatten(): list(T)', flatten),
  declare('list(dyn).flatten(int): list(dyn)', flatten),
  declare('list(T).first(): optional_type(T)', ({ items }: CelList) => new Optional(items[0])),
  declare('list(T).last(): optional_type(T)', ({ items }: CelList) => new Optional(items.at(-1))),
  declare('lists.range(int): list(int)', range),
];

function includes(whole: CelList, part: CelList): boolean {
  return part.items.every((item) => contains(whole, item));
}

const SETS: readonly Overload[] = [
  declare('sets.contains(list(T), list(T)): bool', function contain(whole: CelList, part: CelList) {
    this.spend(whole.items.length * part.items.length);
    return includes(whole, part);
  }),
  declare('sets.equivalent(list(T), list(T)): bool', function equivalent(one: CelList, other: CelList) {
    this.spend(2 * one.items.length * other.items.length);
    return includes(one, other) && includes(other, one);
  }),
  declare('sets.intersects(list(T), list(T)): bool', function intersect(one: CelList, other: CelList) {
    this.spend(one.items.length * other.items.length);
    return one.items.some((item) => contains(other, item));
  }),
];

/** Kubernetes' and CEL's libraries for lists and sets. */
export const COLLECTION_FUNCTIONS: readonly Overload[] = [...LISTS, ...SETS];
