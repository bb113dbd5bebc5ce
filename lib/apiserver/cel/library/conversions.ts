import { literalType } from '../literal-type.ts';
import { declare, type Overload } from '../declarations.ts';
import { DURATION, DYN, listOf, mapOf, optionalOf, TIMESTAMP, typeOf, type CelType } from '../types.ts';
import {
  CelError,
  CelList,
  isMap,
  newInt,
  Optional,
  typeName,
  TypeValue,
  Uint,
  Opaque,
  type CelMap,
  type Duration,
  type Timestamp,
  type Value,
} from '../values.ts';
import { durationText, parseDuration } from './duration-text.ts';
import { doubleText } from './number-text.ts';
import { parseTimestamp, timestampText } from './timestamp-text.ts';

const BILLION = 1_000_000_000n;

function conversionError(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`);
}

function wholeOf(text: string, type: string): bigint {
  if (!/^[-+]?\d+$/u.test(text)) throw conversionError('string', type);
  return BigInt(text.replace(/^\+/u, ''));
}

function truncated(value: number, type: string): bigint {
  if (!Number.isFinite(value))
    throw new CelError(`${type === 'int' ? 'integer' : 'unsigned integer'} overflow`);
  return BigInt(Math.trunc(value));
}

function doubleOf(text: string): number {
  const special = /^[-+]?(?:inf|infinity)$/iu.exec(text);
  if (special !== null) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/iu.test(text)) return Number.NaN;
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(text)) throw conversionError('string', 'double');
  return Number(text);
}

function boolOf(text: string): boolean {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return false;
  throw conversionError('string', 'bool');
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw Object.assign(new CelError('invalid UTF-8 in bytes, cannot convert to string'), { cause: error });
  }
}

function typeOfValue(value: Value): CelType {
  if (value instanceof CelList) return listOf(DYN);
  if (value instanceof Optional) return optionalOf(DYN);
  if (value instanceof TypeValue) return typeOf(value.type);
  if (isMap(value)) return mapOf(DYN, DYN);
  const name = typeName(value);
  if (name === 'timestamp') return TIMESTAMP;
  return name === 'duration' ? DURATION : value instanceof Opaque ? { name, of: [] } : literalType(value);
}

const NUMBERS: readonly Overload[] = [
  declare('int(int): int', (value: bigint) => value),
  declare('int(uint): int', ({ value }: Uint) => newInt(value)),
  declare('int(double): int', (value: number) => newInt(truncated(value, 'int'))),
  declare('int(string): int', (text: string) => newInt(wholeOf(text, 'int'))),
  declare(
    'int(timestamp): int',
    ({ nanos }: Timestamp) => (nanos - (((nanos % BILLION) + BILLION) % BILLION)) / BILLION,
  ),
  declare('int(duration): int', ({ nanos }: Duration) => nanos),
  declare('uint(uint): uint', (value: Uint) => value),
  declare('uint(int): uint', (value: bigint) => new Uint(value)),
  declare('uint(double): uint', (value: number) => new Uint(truncated(value, 'uint'))),
  declare('uint(string): uint', (text: string) => new Uint(wholeOf(text, 'uint'))),
  declare('double(double): double', (value: number) => value),
  declare('double(int): double', Number),
  declare('double(uint): double', ({ value }: Uint) => Number(value)),
  declare('double(string): double', doubleOf),
];

const TEXTS: readonly Overload[] = [
  declare('string(string): string', (value: string) => value),
  declare('string(bool): string', String),
  declare('string(int): string', String),
  declare('string(uint): string', ({ value }: Uint) => String(value)),
  declare('string(double): string', doubleText),
  declare('string(bytes): string', utf8),
  declare('string(timestamp): string', timestampText),
  declare('string(duration): string', durationText),
  declare('string(net.IP): string', ({ text }: Opaque) => text),
  declare('string(net.CIDR): string', ({ text }: Opaque) => text),
  declare('bytes(bytes): bytes', (value: Uint8Array) => value),
  declare('bytes(string): bytes', (text: string) => Buffer.from(text)),
];

function sizeOfText(text: string): bigint {
  return BigInt([...text].length);
}

/** Methods and functions of one name. */
function sizes(type: string, size: (value: never) => bigint): readonly Overload[] {
  return [declare(`size(${type}): int`, size), declare(`${type}.size(): int`, size)];
}

/** How CEL makes values of one type from those of another, and asks for types and sizes. */
export const CONVERSION_FUNCTIONS: readonly Overload[] = [
  ...NUMBERS,
  ...TEXTS,
  declare('bool(bool): bool', (value: boolean) => value),
  declare('bool(string): bool', boolOf),
  declare('timestamp(timestamp): timestamp', (value: Timestamp) => value),
  declare('timestamp(string): timestamp', parseTimestamp),
  declare('timestamp(int): timestamp', (seconds: bigint) => parseTimestamp(seconds)),
  declare('duration(duration): duration', (value: Duration) => value),
  declare('duration(string): duration', parseDuration),
  declare('duration(int): duration', (nanos: bigint) => parseDuration(nanos)),
  declare('dyn(A): dyn', (value: Value) => value),
  declare('type(A): type(A)', (value: Value) => new TypeValue(typeOfValue(value))),
  ...sizes('string', sizeOfText),
  ...sizes('bytes', (bytes: Uint8Array) => BigInt(bytes.length)),
  ...sizes('list(A)', (list: CelList) => BigInt(list.items.length)),
  ...sizes('map(A, B)', (map: CelMap) => BigInt(map.size)),
];
