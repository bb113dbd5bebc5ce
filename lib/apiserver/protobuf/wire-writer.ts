const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

/** A number that takes one byte is below this. */
const ONE_BYTE = 0x80;

/** An integer in as few bytes as it takes; negative ones take ten. */
export function varint(value: number): Buffer {
  if (value >= 0 && value < ONE_BYTE) return Buffer.of(value);
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | ONE_BYTE);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

function tag(number: number, wireType: number): Buffer {
  return varint(number * 8 + wireType);
}

/** A field that holds an integer. */
export function integerField(number: number, value: number): Buffer {
  return Buffer.concat([tag(number, VARINT), varint(value)]);
}

/** A field that holds a floating-point number. */
export function doubleField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([tag(number, FIXED_64), bytes]);
}

/** A field that holds a text, bytes or a message. */
export function bytesField(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([tag(number, LENGTH_DELIMITED), varint(bytes.length), bytes]);
}
