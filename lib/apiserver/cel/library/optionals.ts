import { declare, type Overload } from '../declarations.ts';
import { CelError, CelList, isMap, Optional, Uint, type Value } from '../values.ts';

function isZero(value: Value): boolean {
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof CelList) return value.items.length === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  return isMap(value) ? value.size === 0 : [0n, 0, '', false, null].includes(value as null);
}

function valueOf({ value }: Optional): Value {
  if (value === undefined) throw new CelError('optional.none() dereference');
  return value;
}

/** Values that may be missing. `optMap` and `optFlatMap` are macros. */
export const OPTIONAL_FUNCTIONS: readonly Overload[] = [
  declare('optional.of(T): optional_type(T)', (value: Value) => new Optional(value)),
  declare(
    'optional.ofNonZeroValue(T): optional_type(T)',
    (value: Value) => new Optional(isZero(value) ? undefined : value),
  ),
  declare('optional.none(): optional_type(T)', () => new Optional()),
  declare('optional_type(T).hasValue(): bool', ({ value }: Optional) => value !== undefined),
  declare('optional_type(T).value(): T', valueOf),
  declare('optional_type(T).or(optional_type(T)): optional_type(T)', (one: Optional, other: Optional) =>
    one.value === undefined ? other : one,
  ),
  declare('optional_type(T).orValue(T): T', ({ value }: Optional, other: Value) =>
    value === undefined ? other : value,
  ),
];
