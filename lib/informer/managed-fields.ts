import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  closes,
  endsScalar,
  opens,
  skipSpace,
  stringEnd,
} from './json-bytes.ts';

/** What the bytes hold: an object, or a watch event with the object in its member `object`. */
export type JsonShape = 'object' | 'event';

const OBJECT = Buffer.from('object');
const METADATA = Buffer.from('metadata');
const MANAGED_FIELDS = Buffer.from('managedFields');

const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** Enough for nearly all objects; a larger one makes it grow. Bytes. */
const SCRATCH_BYTES = 64 * 1024;

/**
 * Makes text of JSON, without the object's `metadata.managedFields`. These fields are often half of an object,
 * and no reconcile reads them: not parsing them makes an informer about 1.5 times as fast.
 *
 * Knows depth, strings and escapes, so only that very member goes, wherever else its name occurs. What is not
 * well-formed stays as it is, for the parser to refuse. Of a name that comes twice or is written with escapes,
 * something may stay too.
 *
 * @internal
 */
export class ManagedFieldsCutter {
  /** Joining bytes here costs less than joining strings, which the parser would have to copy. */
  #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

  /** Leaves the bytes as they are: others may read them too. */
  text(json: Buffer, shape: JsonShape): string {
    const cut = findManagedFields(json, shape);
    if (cut === undefined) return json.toString();
    if (json.length > this.#scratch.length) this.#scratch = Buffer.allocUnsafe(2 * json.length);
    json.copy(this.#scratch, 0, 0, cut.start);
    const end = cut.start + json.copy(this.#scratch, cut.start, cut.end);
    return this.#scratch.toString('utf8', 0, end);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The bytes to leave out: the member with one of the commas around it. */
function findManagedFields(json: Buffer, shape: JsonShape): Range | undefined {
  const root = skipSpace(json, 0);
  const object = shape === 'object' ? root : findMember(json, root, OBJECT)?.value;
  const metadata = object === undefined ? undefined : findMember(json, object, METADATA)?.value;
  const member = metadata === undefined ? undefined : findMember(json, metadata, MANAGED_FIELDS);
  if (member === undefined) return undefined;
  const end = endOfEntries(json, member.value) ?? skipValue(json, member.value);
  if (end < 0) return undefined;
  const next = skipSpace(json, end);
  if (json[next] === COMMA) return { start: member.start, end: next + 1 };
  return { start: member.previousEnd ?? member.start, end };
}

interface Member {
  /** Where its name starts, with the quote. */
  readonly start: number;
  readonly value: number;
  /** Where the member before it ends; undefined for the first. */
  readonly previousEnd: number | undefined;
}

/** The object's member of that name; undefined if there is none, or if the JSON is broken before it. */
function findMember(json: Buffer, open: number, name: Buffer): Member | undefined {
  if (json[open] !== OPEN_OBJECT) return undefined;
  let start = skipSpace(json, open + 1);
  let previousEnd: number | undefined;
  while (json[start] === QUOTE) {
    const nameEnd = stringEnd(json, start + 1);
    const colon = nameEnd < 0 ? -1 : skipSpace(json, nameEnd);
    if (json[colon] !== COLON) return undefined;
    const value = skipSpace(json, colon + 1);
    if (isName(json, start + 1, nameEnd - 1, name)) return { start, value, previousEnd };
    previousEnd = skipValue(json, value);
    if (previousEnd < 0) return undefined;
    const comma = skipSpace(json, previousEnd);
    if (json[comma] !== COMMA) return undefined;
    start = skipSpace(json, comma + 1);
  }
  return undefined;
}

function isName(json: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i += 1) if (json[start + i] !== name[i]) return false;
  return true;
}

/** @returns the index after the value; negative if it does not end. */
function skipValue(json: Buffer, from: number): number {
  const first = json[from];
  if (first === undefined) return -1;
  if (first === QUOTE) return stringEnd(json, from + 1);
  return opens(first) ? skipContainer(json, from) : skipScalar(json, from);
}

/**
 * The end of an array of objects without arrays in them, as API servers write managedFields, before another
 * member: `}],"name`. Such bytes are never within a string, where the quote would end it, nor is the bracket any
 * other array's, if there is none. Finds it several times as fast as by counting brackets.
 */
function endOfEntries(json: Buffer, open: number): number | undefined {
  if (json[open] !== OPEN_ARRAY) return undefined;
  const close = json.indexOf(CLOSE_ARRAY, open);
  if (close < 0 || json[close - 1] !== CLOSE_OBJECT) return undefined;
  if (json[close + 1] !== COMMA || json[close + 2] !== QUOTE || !isLetter(json[close + 3])) return undefined;
  const inner = json.subarray(open + 1, close).indexOf(OPEN_ARRAY);
  return inner < 0 ? close + 1 : undefined;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= LETTER_A && byte <= LETTER_Z;
}

function skipContainer(json: Buffer, open: number): number {
  const { length } = json;
  let depth = 0;
  let at = open;
  while (at >= 0 && at < length) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      at = stringEnd(json, at + 1);
      continue;
    }
    if (opens(byte)) depth += 1;
    else if (closes(byte)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return -1;
}

function skipScalar(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && !endsScalar(json[at]!)) at += 1;
  return at < json.length ? at : -1;
}
