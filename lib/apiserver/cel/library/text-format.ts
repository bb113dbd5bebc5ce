import { declare, type Overload } from '../declarations.ts';
import { formatType } from '../types.ts';
import {
  CelError,
  CelList,
  Duration,
  isMap,
  Timestamp,
  typeName,
  TypeValue,
  Uint,
  type CelMap,
  type Value,
} from '../values.ts';
import { durationText } from './duration-text.ts';
import { doubleText } from './number-text.ts';
import { quote } from './strings.ts';
import { timestampText } from './timestamp-text.ts';

const PRECISION = 6;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function wrong(clause: string, allowed: string, value: Value): CelError {
  const message = `error during formatting: ${clause} clause can only be used on ${allowed}, was given ${typeName(value)}`;
  return new CelError(message);
}

function memberText(value: Value): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return value.toFixed(PRECISION);
  if (value instanceof Duration) return `duration(${quote(durationText(value))})`;
  if (value instanceof Timestamp) return `timestamp(${quote(timestampText(value))})`;
  return plainText(value);
}

function mapText(map: CelMap): string {
  const entries = map.keys().map((key) => `${memberText(key)}:${memberText(map.get(key) ?? null)}`);
  return `{${entries.toSorted().join(', ')}}`;
}

function plainText(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return doubleText(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof Duration) return durationText(value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof TypeValue) return formatType(value.type).replace(/\(.*$/u, '');
  if (value instanceof CelList) return `[${value.items.map(memberText).join(', ')}]`;
  if (isMap(value)) return mapText(value);
  throw wrong(
    'string',
    'strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    value,
  );
}

function wholeOf(value: Value): bigint | undefined {
  if (value instanceof Uint) return value.value;
  return typeof value === 'bigint' ? value : undefined;
}

function decimal(value: Value): string {
  const whole = wholeOf(value);
  if (whole !== undefined) return String(whole);
  if (typeof value === 'number' && !Number.isFinite(value)) return doubleText(value);
  throw wrong('decimal', 'integers', value);
}

function hexadecimal(value: Value): string {
  const whole = wholeOf(value);
  if (whole !== undefined) return whole.toString(16);
  if (typeof value === 'string' || value instanceof Uint8Array)
    return Buffer.from(value as string).toString('hex');
  throw wrong('hex', 'integers, byte buffers, and strings', value);
}

function digits(value: Value, base: 2 | 8): string {
  const whole = typeof value === 'boolean' && base === 2 ? BigInt(value) : wholeOf(value);
  if (whole !== undefined) return whole.toString(base);
  throw base === 2 ? wrong('binary', 'integers and bools', value) : wrong('octal', 'integers', value);
}

/** With commas between thousands, as the API server's locale has it. */
function fixed(value: Value, precision: number): string {
  if (typeof value !== 'number') throw wrong('fixed-point', 'doubles', value);
  if (!Number.isFinite(value)) return doubleText(value);
  const [whole = '', fraction] = value.toFixed(precision).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function scientific(value: Value, precision: number): string {
  if (typeof value !== 'number') throw wrong('scientific', 'doubles', value);
  if (!Number.isFinite(value)) return doubleText(value);
  const [mantissa = '', exponent = '0'] = value.toExponential(precision).split('e');
  const size = exponent.replace(/^[-+]/u, '').padStart(2, '0');
  const raised = size.replaceAll(/\d/gu, (digit) => SUPERSCRIPTS[Number(digit)] ?? '');
  return `${mantissa}×10${exponent.startsWith('-') ? '⁻' : ''}${raised}`;
}

function clauseText(clause: string, precision: number, value: Value): string {
  switch (clause) {
    case 's':
      return plainText(value);
    case 'd':
      return decimal(value);
    case 'f':
      return fixed(value, precision);
    case 'e':
      return scientific(value, precision);
    case 'b':
      return digits(value, 2);
    case 'o':
      return digits(value, 8);
    case 'x':
      return hexadecimal(value);
    case 'X':
      return hexadecimal(value).toUpperCase();
    default:
      throw new CelError(`could not parse formatting clause: unrecognized formatting clause "${clause}"`);
  }
}

/** A percent sign that is not doubled, with the precision and the letter behind it. */
const CLAUSE = /%(?:%|(?:\.(\d+))?(.?))/gsu;

/**
 * Puts arguments into the clauses of a template.
 *
 * @param text gives the text of a clause; the default formats. The checker puts its own in to see what fits.
 * @throws CelError when a clause has no argument, or none of its kind.
 */
export function formatText(template: string, args: readonly Value[]): string {
  let next = 0;
  return template.replaceAll(CLAUSE, (whole, precision: string | undefined, clause: string | undefined) => {
    if (whole === '%%') return '%';
    if (clause === undefined || clause === '') throw new CelError('unexpected end of string');
    const index = next++;
    const value = args[index];
    if (value === undefined) throw new CelError(`index ${index} out of range`);
    return clauseText(clause, precision === undefined ? PRECISION : Number(precision), value);
  });
}

/** `"%d apples".format([3])`. */
export const TEXT_FORMAT_FUNCTIONS: readonly Overload[] = [
  declare('string.format(list(dyn)): string', (template: string, args: CelList) =>
    formatText(template, args.items),
  ),
];
