/** What is no quantity, in the API server's words. */
export const QUANTITY_RULE =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

const PATTERN = /^([+-]?)(\d*)\.?(\d*)([a-zA-Z]*)([-+]?\d*)$/u;
const DECIMAL_SUFFIXES: readonly (readonly [string, number])[] = [
  ['E', 18],
  ['P', 15],
  ['T', 12],
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['', 0],
  ['m', -3],
  ['u', -6],
  ['n', -9],
];
const BINARY_SUFFIXES: readonly (readonly [string, number])[] = [
  ['Ei', 60],
  ['Pi', 50],
  ['Ti', 40],
  ['Gi', 30],
  ['Mi', 20],
  ['Ki', 10],
];
const NANO = 10n ** 9n;

/** A quantity in billionths, rounded up, and how it was written. */
interface Quantity {
  readonly nanos: bigint;
  readonly form: 'decimal' | 'binary' | 'exponent';
}

function scaled(digits: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = digits * numerator;
  const rest = product % denominator;
  return product / denominator + (rest > 0n ? 1n : rest < 0n ? -1n : 0n);
}

function parse(text: string): Quantity | undefined {
  const found = PATTERN.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = '', fraction = '', suffix = '', exponent = ''] = found;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const unit = 10n ** BigInt(fraction.length);
  if (/^[eE]$/u.test(suffix) && exponent !== '') return withExponent(digits, unit, Number(exponent));
  if (exponent !== '') return undefined;
  const binary = BINARY_SUFFIXES.find(([name]) => name === suffix)?.[1];
  if (binary !== undefined)
    return { nanos: scaled(digits, NANO * 2n ** BigInt(binary), unit), form: 'binary' };
  const decimal = DECIMAL_SUFFIXES.find(([name]) => name === suffix)?.[1];
  return decimal === undefined ? undefined : { ...withExponent(digits, unit, decimal), form: 'decimal' };
}

function withExponent(digits: bigint, unit: bigint, exponent: number): Quantity {
  const power = 10n ** BigInt(Math.abs(exponent));
  const nanos = exponent < 0 ? scaled(digits, NANO, unit * power) : scaled(digits, NANO * power, unit);
  return { nanos, form: 'exponent' };
}

function binaryText(nanos: bigint): string | undefined {
  const value = nanos / NANO;
  if (nanos % NANO !== 0n || (value > -1024n && value < 1024n)) return undefined;
  const fitting = BINARY_SUFFIXES.find(([, power]) => value % 2n ** BigInt(power) === 0n);
  return fitting === undefined ? String(value) : `${value / 2n ** BigInt(fitting[1])}${fitting[0]}`;
}

function decimalText(nanos: bigint, form: Quantity['form']): string {
  const fitting = DECIMAL_SUFFIXES.find(([, power]) => nanos % 10n ** BigInt(power + 9) === 0n) ?? ['n', -9];
  const mantissa = nanos / 10n ** BigInt(fitting[1] + 9);
  if (form !== 'exponent') return `${mantissa}${fitting[0]}`;
  return fitting[1] === 0 ? String(mantissa) : `${mantissa}e${fitting[1]}`;
}

/**
 * A quantity as the API server stores it: the largest suffix that leaves an integer, of the family it was
 * written in. `1000m` is `1`, `0.5Gi` is `512Mi`. Undefined when it is none.
 *
 * @see kubernetes/apimachinery:pkg/api/resource/quantity.go
 */
export function canonicalQuantity(value: string | number): string | undefined {
  const quantity = parse(String(value).trim());
  if (quantity === undefined) return undefined;
  const { nanos, form } = quantity;
  if (nanos === 0n) return '0';
  return (form === 'binary' ? binaryText(nanos) : undefined) ?? decimalText(nanos, form);
}

/** Whether the first quantity is more than the second; false when one of them is none. */
export function isMore(one: string | number, other: string | number): boolean {
  const [left, right] = [parse(String(one)), parse(String(other))];
  return left !== undefined && right !== undefined && left.nanos > right.nanos;
}

/** A quantity in billionths, rounded up. Undefined when it is none. */
export function exactQuantity(text: string): bigint | undefined {
  return parse(text)?.nanos;
}
