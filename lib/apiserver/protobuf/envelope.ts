import { ProtobufError, wireFields } from './wire-reader.ts';
import type { WireField } from './wire-reader.ts';
import { bytesField } from './wire-writer.ts';

/** What every body begins with: `k8s` and a zero. */
const MAGIC: Buffer = Buffer.from('k8s\0');

/** An object in bytes, and what it is. */
export interface Envelope {
  /** Empty where the sender did not say. */
  readonly apiVersion: string;
  /** Empty where the sender did not say. */
  readonly kind: string;
  /** The message of the object. */
  readonly raw: Buffer;
}

/**
 * Opens a body.
 *
 * @throws ProtobufError in the words of Kubernetes' decoder.
 * @see kubernetes/apimachinery:pkg/runtime/serializer/protobuf/protobuf.go
 * @see kubernetes/apimachinery:pkg/runtime/generated.proto (Unknown)
 */
export function openEnvelope(body: Buffer): Envelope {
  if (body.length === 0) throw new ProtobufError('empty data');
  if (!body.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${[...MAGIC].join(' ')}]`,
    );
  if (body.length === MAGIC.length) throw new ProtobufError('empty body');
  const fields = [...wireFields(body.subarray(MAGIC.length), 'Unknown')];
  const type = [...wireFields(bytesOf(fields, 1, 'TypeMeta'), 'TypeMeta')];
  const textOf = (number: number, name: string): string => bytesOf(type, number, name).toString('utf8');
  return { apiVersion: textOf(1, 'APIVersion'), kind: textOf(2, 'Kind'), raw: bytesOf(fields, 2, 'Raw') };
}

/** The last one counts; none is empty. */
function bytesOf(fields: readonly WireField[], number: number, name: string): Buffer {
  const last = fields.findLast((field) => field.number === number);
  if (last === undefined) return Buffer.alloc(0);
  if (last.value instanceof Buffer && last.wireType === 2) return last.value;
  throw new ProtobufError(`proto: wrong wireType = ${last.wireType} for field ${name}`);
}

/** Puts the message of an object into a body. Neither its encoding nor its type of content is told. */
export function closeEnvelope({ apiVersion, kind, raw }: Envelope): Buffer {
  const type = [bytesField(1, Buffer.from(apiVersion)), bytesField(2, Buffer.from(kind))];
  const parts = [Buffer.concat(type), raw, Buffer.alloc(0), Buffer.alloc(0)];
  return Buffer.concat([MAGIC, ...parts.map((part, index) => bytesField(index + 1, part))]);
}
