// Walking through JSON as bytes. All of its structure is ASCII, and no byte of a longer UTF-8 character looks like
// one, so characters need not be known. These loops see every byte that an informer receives: their shape is
// what the compiler makes the fastest code of.

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** `[` and `{`, `]` and `}` differ in this bit only. */
const BRACKET_BIT = 0x20;

export function isSpace(byte: number): boolean {
  return byte <= SPACE;
}

/** Whether an array or an object begins. */
export function opens(byte: number): boolean {
  return (byte | BRACKET_BIT) === OPEN_OBJECT;
}

/** Whether an array or an object ends. */
export function closes(byte: number): boolean {
  return (byte | BRACKET_BIT) === CLOSE_OBJECT;
}

/** Whether a number or a word ends before this byte. */
export function endsScalar(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || closes(byte);
}

/**
 * @param from anywhere in a string but within an escape.
 * @returns the index after the closing quote; where there is none, -1 minus the index to go on from, which is
 * one past the end when an escape begins at the end.
 */
export function stringEnd(json: Buffer, from: number): number {
  const { length } = json;
  let at = from;
  while (at < length) {
    const byte = json[at]!;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return -1 - at;
}

/** The index of the first byte that is no space; the length where there is none. */
export function skipSpace(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at]! <= SPACE) at += 1;
  return at;
}
