import { declare, type Overload } from '../declarations.ts';
import { compare, contains, equals } from '../equality.ts';
import {
  CelError,
  CelList,
  Duration,
  keyText,
  newInt,
  Optional,
  Timestamp,
  Uint,
  type CelMap,
  type Value,
} from '../values.ts';

/** Whole numbers of both types, by one rule. */
function integers(sign: string, compute: (a: bigint, b: bigint) => bigint): readonly Overload[] {
  return [
    declare(`_${sign}_(int, int): int`, (a: bigint, b: bigint) => newInt(compute(a, b))),
    declare(`_${sign}_(uint, uint): uint`, (a: Uint, b: Uint) => new Uint(compute(a.value, b.value))),
  ];
}

function nonZero(divisor: bigint, what: string): bigint {
  if (divisor === 0n) throw new CelError(`${what} by zero`);
  return divisor;
}

const ARITHMETIC: readonly Overload[] = [
  ...integers('+', (a, b) => a + b),
  ...integers('-', (a, b) => a - b),
  ...integers('*', (a, b) => a * b),
  ...integers('/', (a, b) => a / nonZero(b, 'division')),
  ...integers('%', (a, b) => a % nonZero(b, 'modulus')),
  declare('_+_(double, double): double', (a: number, b: number) => a + b),
  declare('_-_(double, double): double', (a: number, b: number) => a - b),
  declare('_*_(double, double): double', (a: number, b: number) => a * b),
  declare('_/_(double, double): double', (a: number, b: number) => a / b),
  declare('-_(int): int', (a: bigint) => newInt(-a)),
  declare('-_(double): double', (a: number) => -a),
  declare('!_(bool): bool', (a: boolean) => !a),
];

/** A set takes what it lacks; a keyed list replaces items in place, and takes the others; plain lists are joined. */
function sum(one: CelList, other: CelList): CelList {
  const { semantics } = one;
  if (semantics === undefined) return new CelList([...one.items, ...other.items]);
  if (semantics.type === 'set')
    return new CelList([...one.items, ...other.items.filter((item) => !contains(one, item))], semantics);
  const replaced = new Map(one.items.map((item) => [semantics.keyOf(item), item]));
  for (const item of other.items) replaced.set(semantics.keyOf(item), item);
  return new CelList([...replaced.values()], semantics);
}

const SUMS: readonly Overload[] = [
  declare('_+_(string, string): string', (a: string, b: string) => a + b),
  declare('_+_(bytes, bytes): bytes', (a: Uint8Array, b: Uint8Array) => Buffer.concat([a, b])),
  declare('_+_(list(A), list(A)): list(A)', sum),
  declare(
    '_+_(timestamp, duration): timestamp',
    (a: Timestamp, b: Duration) => new Timestamp(a.nanos + b.nanos),
  ),
  declare(
    '_+_(duration, timestamp): timestamp',
    (a: Duration, b: Timestamp) => new Timestamp(a.nanos + b.nanos),
  ),
  declare('_+_(duration, duration): duration', (a: Duration, b: Duration) => new Duration(a.nanos + b.nanos)),
  declare(
    '_-_(timestamp, duration): timestamp',
    (a: Timestamp, b: Duration) => new Timestamp(a.nanos - b.nanos),
  ),
  declare(
    '_-_(timestamp, timestamp): duration',
    (a: Timestamp, b: Timestamp) => new Duration(a.nanos - b.nanos),
  ),
  declare('_-_(duration, duration): duration', (a: Duration, b: Duration) => new Duration(a.nanos - b.nanos)),
];

const NUMBERS = ['int', 'uint', 'double'];
const ORDERED: readonly (readonly [string, string])[] = [
  ...NUMBERS.flatMap((left) => NUMBERS.map((right) => [left, right] as const)),
  ...['bool', 'string', 'bytes', 'timestamp', 'duration'].map((type) => [type, type] as const),
];

function ordering(sign: string, holds: (order: number) => boolean): readonly Overload[] {
  return ORDERED.map(([left, right]) =>
    declare(`_${sign}_(${left}, ${right}): bool`, (a: Value, b: Value) => {
      const order = compare(a, b);
      return order !== undefined && holds(order);
    }),
  );
}

function itemAt(list: CelList, index: bigint): Value {
  const found = index < 0n ? undefined : list.items[Number(index)];
  if (found === undefined) throw new CelError(`index out of bounds: ${index}`);
  return found;
}

function valueAt(map: CelMap, key: Value): Value {
  const found = map.get(key);
  if (found === undefined) throw new CelError(`no such key: ${keyText(key)}`);
  return found;
}

function optionalAt(range: Value, key: Value): Optional {
  if (range instanceof CelList)
    return new Optional(typeof key === 'bigint' && key >= 0n ? range.items[Number(key)] : undefined);
  return new Optional((range as CelMap).get(key));
}

function withinOptional({ value }: Optional, key: Value): Optional {
  return value === undefined ? new Optional() : optionalAt(value, key);
}

const ACCESS: readonly Overload[] = [
  declare('_[_](list(A), int): A', itemAt),
  declare('_[_](map(A, B), A): B', valueAt),
  declare('_[_](optional_type(list(A)), int): optional_type(A)', withinOptional),
  declare('_[_](optional_type(map(A, B)), A): optional_type(B)', withinOptional),
  declare('_[?_](list(A), int): optional_type(A)', optionalAt),
  declare('_[?_](map(A, B), A): optional_type(B)', optionalAt),
  declare('_[?_](optional_type(list(A)), int): optional_type(A)', withinOptional),
  declare('_[?_](optional_type(map(A, B)), A): optional_type(B)', withinOptional),
  declare('@in(A, list(A)): bool', (item: Value, list: CelList) => contains(list, item)),
  declare('@in(A, map(A, B)): bool', (key: Value, map: CelMap) => map.get(key) !== undefined),
];

/** CEL's operators. The ternary is here for its type only: what it leaves out is not evaluated. */
export const OPERATOR_FUNCTIONS: readonly Overload[] = [
  ...ARITHMETIC,
  ...SUMS,
  ...ACCESS,
  ...ordering('<', (order) => order < 0),
  ...ordering('<=', (order) => order <= 0),
  ...ordering('>', (order) => order > 0),
  ...ordering('>=', (order) => order >= 0),
  declare('_==_(A, A): bool', equals),
  declare('_!=_(A, A): bool', (a: Value, b: Value) => !equals(a, b)),
  declare('_?_:_(bool, A, A): A', (condition: boolean, yes: Value, no: Value) => (condition ? yes : no)),
];
