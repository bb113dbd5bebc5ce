import type { GoField, ScalarName } from '../builtin/go-structs.ts';
import { ProtobufError, WireReader } from './wire-reader.ts';
import type { WireField } from './wire-reader.ts';

type Scalar = string | number | boolean | null;

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

const NOTHING = Buffer.alloc(0);
const INTEGERS: ReadonlySet<ScalarName> = new Set<ScalarName>(['bool', 'int32', 'int64']);

/** The last of the values counts; a zero if there are none, which is null for bytes. @throws ProtobufError. */
export function lastScalar(name: ScalarName, found: readonly WireField[], field: GoField): Scalar {
  const last = found.at(-1);
  if (name === 'bytes') return last === undefined ? null : bytesOf(last, field).toString('base64');
  if (INTEGERS.has(name)) return integer(name, last === undefined ? 0n : varintOf(last, field));
  if (name === 'float64') return last === undefined ? 0 : double(last, field);
  return last === undefined ? '' : bytesOf(last, field).toString('utf8');
}

/** One value of a list, or all of them where numbers come packed in one. @throws ProtobufError. */
export function scalarsIn(name: ScalarName, one: WireField, field: GoField): readonly Scalar[] {
  if (!INTEGERS.has(name) || one.wireType !== LENGTH_DELIMITED) return [lastScalar(name, [one], field)];
  const reader = new WireReader(bytesOf(one, field));
  const values: Scalar[] = [];
  while (!reader.atEnd) values.push(integer(name, reader.varint()));
  return values;
}

/** Several messages of one field are one message, in parts. @throws ProtobufError. */
export function joined(found: readonly WireField[], field: GoField): Buffer {
  const [first, ...more] = found.map((one) => bytesOf(one, field));
  return first === undefined || more.length > 0 ? Buffer.concat([first ?? NOTHING, ...more]) : first;
}

function integer(name: ScalarName, value: bigint): Scalar {
  if (name === 'bool') return value !== 0n;
  return Number(BigInt.asIntN(name === 'int32' ? 32 : 64, value));
}

function double(one: WireField, field: GoField): number {
  if (one.wireType !== FIXED_64) throw wrongWireType(one, field);
  const value = (one.value as Buffer).readDoubleLE();
  if (Number.isFinite(value)) return value;
  throw new ProtobufError('json: unsupported value: no finite number');
}

function varintOf(one: WireField, field: GoField): bigint {
  if (one.wireType !== VARINT) throw wrongWireType(one, field);
  return one.value as bigint;
}

function bytesOf(one: WireField, field: GoField): Buffer {
  if (one.wireType !== LENGTH_DELIMITED) throw wrongWireType(one, field);
  return one.value as Buffer;
}

function wrongWireType({ wireType }: WireField, field: GoField): ProtobufError {
  return new ProtobufError(`proto: wrong wireType = ${wireType} for field ${nameInGo(field)}`);
}

function nameInGo({ name = '', type }: GoField): string {
  // Metadata is embedded there, under the name of its type.
  const title = name === 'metadata' && type.kind === 'struct' ? type.name.split('.').at(-1)! : name;
  return title.charAt(0).toUpperCase() + title.slice(1);
}
