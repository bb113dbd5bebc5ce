/** Bytes that are no message of the kind that they should be. The message says why, without showing any. */
export class ProtobufError extends Error {
  override readonly name: string = 'ProtobufError';
}

/** What a field of a message holds: a number in 1 to 10 bytes, or the bytes of 8 or 4 or any number. */
export type WireValue = bigint | Buffer;

export interface WireField {
  readonly number: number;
  readonly wireType: number;
  readonly value: WireValue;
}

const SHORT_BYTES = 4;
const LONGEST_BYTES = 10;

/**
 * The fields of a message, one after the other. Groups are passed over: no kind has any.
 *
 * @param title whose message it is, for errors.
 * @throws ProtobufError in the words of what Go's generated code says.
 * @see https://protobuf.dev/programming-guides/encoding/
 * @see gogo/protobuf:plugin/unmarshal/unmarshal.go
 */
export function* wireFields(bytes: Buffer, title: string): Generator<WireField, void, undefined> {
  const reader = new WireReader(bytes);
  while (!reader.atEnd) {
    const field = reader.field(title);
    if (field !== undefined) yield field;
  }
}

/** Reads bytes from first to last. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Undefined: a group. @throws ProtobufError. */
  field(title: string): WireField | undefined {
    const tag = this.varint();
    const wireType = Number(tag & 7n);
    const number = Number(BigInt.asIntN(32, tag >> 3n));
    if (wireType === 4) throw new ProtobufError(`proto: ${title}: wiretype end group for non-group`);
    if (number <= 0) throw new ProtobufError(`proto: ${title}: illegal tag ${number} (wire type ${tag})`);
    if (wireType === 3) return this.#skipGroup();
    return { number, wireType, value: this.#value(wireType) };
  }

  #value(wireType: number): WireValue {
    switch (wireType) {
      case 0:
        return this.varint();
      case 1:
        return this.#take(8);
      case 2:
        return this.#take(this.#length());
      case 5:
        return this.#take(4);
      default:
        throw new ProtobufError(`proto: illegal wireType ${wireType}`);
    }
  }

  #skipGroup(): undefined {
    for (let depth = 1; depth > 0;) {
      const wireType = Number(this.varint() & 7n);
      if (wireType === 3) depth++;
      else if (wireType === 4) depth--;
      else this.#value(wireType);
    }
  }

  #length(): number {
    const length = BigInt.asIntN(64, this.varint());
    if (length < 0n) throw new ProtobufError('proto: negative length found during unmarshaling');
    // What no buffer holds is too long anyway.
    return Number(length);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw unexpectedEnd();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** An integer in 64 bits. @throws ProtobufError. */
  varint(): bigint {
    let low = 0;
    let high = 0n;
    for (let count = 0; ; count++) {
      if (count === LONGEST_BYTES) throw new ProtobufError('proto: integer overflow');
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw unexpectedEnd();
      this.#at++;
      if (count < SHORT_BYTES) low |= (byte & 0x7f) << (7 * count);
      else high |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) return BigInt.asUintN(64, high | BigInt(low));
    }
  }
}

function unexpectedEnd(): ProtobufError {
  return new ProtobufError('unexpected EOF');
}
