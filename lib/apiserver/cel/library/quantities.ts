import { exactQuantity, QUANTITY_RULE } from '../../builtin/quantity.ts';
import { declare, type Overload } from '../declarations.ts';
import { CelError, newInt, Opaque } from '../values.ts';

const NANO = 10n ** 9n;

function newQuantity(nanos: bigint): Opaque {
  return new Opaque('kubernetes.Quantity', nanos, String(nanos));
}

function parseQuantity(text: string): Opaque {
  const nanos = exactQuantity(text);
  if (nanos === undefined) throw new CelError(QUANTITY_RULE);
  return newQuantity(nanos);
}

function nanosOf(quantity: Opaque | bigint): bigint {
  return typeof quantity === 'bigint' ? quantity * NANO : (quantity.content as bigint);
}

function order(one: Opaque, other: Opaque): bigint {
  const difference = nanosOf(one) - nanosOf(other);
  return difference === 0n ? 0n : difference > 0n ? 1n : -1n;
}

function isInteger(quantity: Opaque): boolean {
  const nanos = nanosOf(quantity);
  return nanos % NANO === 0n && BigInt.asIntN(64, nanos / NANO) === nanos / NANO;
}

function asInteger(quantity: Opaque): bigint {
  if (!isInteger(quantity)) throw new CelError('cannot convert value to integer');
  return newInt(nanosOf(quantity) / NANO);
}

function signOf(quantity: Opaque): bigint {
  return order(quantity, newQuantity(0n));
}

const Q = 'kubernetes.Quantity';

/** @see kubernetes/apiserver:pkg/cel/library/quantity.go */
export const QUANTITY_FUNCTIONS: readonly Overload[] = [
  declare('isQuantity(string): bool', (text: string) => exactQuantity(text) !== undefined),
  declare(`quantity(string): ${Q}`, parseQuantity),
  declare(`sign(${Q}): int`, signOf),
  declare(`${Q}.isInteger(): bool`, isInteger),
  declare(`${Q}.asInteger(): int`, asInteger),
  declare(
    `${Q}.asApproximateFloat(): double`,
    (quantity: Opaque) => Number(nanosOf(quantity)) / Number(NANO),
  ),
  declare(`${Q}.isGreaterThan(${Q}): bool`, (a: Opaque, b: Opaque) => order(a, b) > 0n),
  declare(`${Q}.isLessThan(${Q}): bool`, (a: Opaque, b: Opaque) => order(a, b) < 0n),
  declare(`${Q}.compareTo(${Q}): int`, order),
  ...([Q, 'int'] as const).flatMap((type) => [
    declare(`${Q}.add(${type}): ${Q}`, (a: Opaque, b: Opaque | bigint) =>
      newQuantity(nanosOf(a) + nanosOf(b)),
    ),
    declare(`${Q}.sub(${type}): ${Q}`, (a: Opaque, b: Opaque | bigint) =>
      newQuantity(nanosOf(a) - nanosOf(b)),
    ),
  ]),
];
