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
/** The most that binary suffixes lead to. */
const LARGEST_BINARY = (2n ** 63n - 1n) * NANO;
/** No exponent goes further. The real server takes larger ones as well, and never comes back from 1e2147483647. */
const LARGEST_EXPONENT = 10_000;

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
    return { nanos: capped(scaled(digits, NANO * 2n ** BigInt(binary), unit)), form: 'binary' };
  const decimal = DECIMAL_SUFFIXES.find(([name]) => name === suffix)?.[1];
  return decimal === undefined
    ? undefined
    : { nanos: timesPowerOfTen(digits, unit, decimal), form: 'decimal' };
}

function withExponent(digits: bigint, unit: bigint, exponent: number): Quantity | undefined {
  if (exponent > LARGEST_EXPONENT) return undefined;
  return { nanos: timesPowerOfTen(digits, unit, Math.max(exponent, -LARGEST_EXPONENT)), form: 'exponent' };
}

function timesPowerOfTen(digits: bigint, unit: bigint, exponent: number): bigint {
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? scaled(digits, NANO, unit * power) : scaled(digits, NANO * power, unit);
}

function capped(nanos: bigint): bigint {
  if (nanos > LARGEST_BINARY) return LARGEST_BINARY;
  if (nanos < -LARGEST_BINARY) return -LARGEST_BINARY;
  return nanos;
}

function binaryText(nanos: bigint): string | undefined {
  const value = nanos / NANO;
  if (nanos % NANO !== 0n || (value > -1024n && value < 1024n)) return undefined;
  const fitting = BINARY_SUFFIXES.find(([, power]) => value % 2n ** BigInt(power) === 0n);
  return fitting === undefined ? String(value) : `${value / 2n ** BigInt(fitting[1])}${fitting[0]}`;
}

function decimalText(nanos: bigint, form: Quantity['form']): string {
  const digits = String(nanos);
  const zeros = digits.length - digits.replace(/0+$/u, '').length;
  const dropped = zeros - (zeros % 3);
  const mantissa = digits.slice(0, digits.length - dropped);
  const power = dropped - 9;
  if (form === 'exponent') return power === 0 ? mantissa : `${mantissa}e${power}`;
  return `${mantissa}${suffixOf(power)}`;
}

/** None for what lies beyond exa: so does the real server, by which `1000E` is `1`. */
function suffixOf(power: number): string {
  return DECIMAL_SUFFIXES.find(([, other]) => other === power)?.[0] ?? '';
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

/** A quantity as a whole number, rounded away from none. Undefined when it is none. */
export function wholeQuantity(text: string): bigint | undefined {
  const exact = exactQuantity(text);
  return exact === undefined ? undefined : scaled(exact, 1n, NANO);
}
