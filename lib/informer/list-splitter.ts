import { CorruptStreamError } from './corrupt-stream-error.ts';
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
  isSpace,
  opens,
  stringEnd,
} from './json-bytes.ts';

/** What the `metadata` of a list says about it. */
export interface ListMetadata {
  readonly resourceVersion?: string;
  /** Asks for the next page; missing or empty on the last one. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

const BACKSLASH = 0x5c;
/** A longer name at the top of a list is none of ours, and no reason to fill the memory. */
const LONGEST_NAME = 64;
/** What an item has soon after its beginning, up to where items begin to differ. */
const METADATA_BEGINS = '"metadata":{"';
/** An item that has it later than after so many bytes begins with more than its kind. */
const LONGEST_BEGINNING = 512;

/** What comes next at the place that was reached. */
type Expects = 'start' | 'member' | 'name' | 'colon' | 'value' | 'item' | 'rest of value' | 'end';

/**
 * Cuts the body of a LIST into its items while it arrives, so that neither the body nor a page of objects is
 * ever one string: V8 has none longer than 512 MiB, and parsing it at once would stop the event loop.
 *
 * Looks only at the top of the list: members of items may have any name. `metadata` may stand before or after
 * the items.
 *
 * Items of one list begin alike, so the end of one is looked for by the beginning of the next, which is several
 * times as fast as counting brackets. Since no beginning of a JSON object is itself JSON, nor is what goes on
 * after its end, the guess was right if the item can be parsed; else, brackets are counted for the rest of the
 * list.
 *
 * **Guarantees:** linear in the number of bytes, whatever the chunks. An item that lies within a chunk is a
 * view of it; others are joined once.
 */
export class ListSplitter<T> {
  /** As soon as it was seen: mostly before the first item. */
  metadata: ListMetadata | undefined;
  readonly #parse: (item: Buffer) => T;
  /** The end of an item, the comma, and the beginning of the next; null: not to be relied on in this list. */
  #separator: Buffer | null | undefined;
  /** Whether the chunk may have another separator. */
  #separates = false;
  #expects: Expects = 'start';
  #name = '';
  #sawItems = false;
  #inItems = false;
  /** Of the value under way. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #keeps = false;
  #start = 0;
  #parts: Buffer[] = [];

  /**
   * @param parse must throw for what is not JSON; may be given bytes that are none, whose error is then dropped.
   * Called once for each item that it takes.
   */
  constructor(parse: (item: Buffer) => T) {
    this.#parse = parse;
  }

  /**
   * @returns the items that the chunk completed.
   * @throws CorruptStreamError when this is no list, and what `parse` throws for an item.
   */
  push(chunk: Buffer): readonly T[] {
    const items: T[] = [];
    this.#start = 0;
    this.#separates = true;
    let at = 0;
    while (at < chunk.length) at = this.#step(chunk, at, items);
    if (this.#keeps && this.#start < chunk.length) this.#parts.push(chunk.subarray(this.#start));
    return items;
  }

  /** @throws CorruptStreamError unless the list is complete. */
  end(): ListMetadata {
    if (this.#expects !== 'end' || !this.#sawItems || this.metadata === undefined)
      throw new CorruptStreamError('cannot read the list: it ended early');
    return this.metadata;
  }

  /** Consumes at least one byte, or changes what it expects. @returns where to go on. */
  #step(chunk: Buffer, at: number, items: T[]): number {
    if (this.#expects === 'rest of value') return this.#restOfValue(chunk, at, items);
    if (this.#expects === 'name') return this.#restOfName(chunk, at);
    const byte = chunk[at]!;
    if (isSpace(byte)) return at + 1;
    if (this.#expects === 'start') return this.#take(byte === OPEN_OBJECT, at, 'member');
    if (this.#expects === 'member') return this.#member(byte, at);
    if (this.#expects === 'colon') return this.#take(byte === COLON, at, 'value');
    if (this.#expects === 'value') return this.#value(byte, at);
    if (this.#expects === 'item') return this.#item(chunk, at, items);
    return this.#take(false, at, 'end');
  }

  #take(isExpected: boolean, at: number, next: Expects): number {
    if (!isExpected) throw new CorruptStreamError(`cannot read the list: expected ${this.#expects}`);
    this.#expects = next;
    return at + 1;
  }

  #member(byte: number, at: number): number {
    if (byte === COMMA) return at + 1;
    if (byte === CLOSE_OBJECT) return this.#take(true, at, 'end');
    this.#name = '';
    return this.#take(byte === QUOTE, at, 'name');
  }

  #restOfName(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === QUOTE && !this.#escaped) return this.#take(true, at, 'colon');
      this.#escaped = byte === BACKSLASH && !this.#escaped;
      if (this.#name.length < LONGEST_NAME) this.#name += String.fromCodePoint(byte);
    }
    return chunk.length;
  }

  #value(byte: number, at: number): number {
    if (this.#name === 'items') {
      this.#sawItems = true;
      this.#inItems = byte === OPEN_ARRAY; // An empty list may also be null.
      if (this.#inItems) return this.#take(true, at, 'item');
    }
    return this.#begin(byte, at, this.#name === 'metadata');
  }

  #item(chunk: Buffer, at: number, items: T[]): number {
    const byte = chunk[at]!;
    if (byte === COMMA) return at + 1;
    if (byte !== CLOSE_ARRAY) return this.#guess(chunk, at, items) ?? this.#begin(byte, at, true);
    this.#inItems = false;
    return this.#take(true, at, 'member');
  }

  /** @returns where the item ends that begins there; undefined where that cannot be told so simply. */
  #guess(chunk: Buffer, at: number, items: T[]): number | undefined {
    const separator = this.#separator;
    if (!this.#separates || separator === undefined || separator === null) return undefined;
    const found = chunk.indexOf(separator, at);
    this.#separates = found >= 0;
    if (found < 0) return undefined;
    try {
      items.push(this.#parse(chunk.subarray(at, found + 1)));
      return found + 1;
    } catch {
      this.#separator = null; // An item is not to cost more than twice because of what is in it.
      return undefined;
    }
  }

  #begin(byte: number, at: number, keeps: boolean): number {
    this.#keeps = keeps;
    this.#start = at;
    this.#depth = opens(byte) ? 1 : 0;
    this.#inString = byte === QUOTE;
    this.#expects = 'rest of value';
    return at + 1;
  }

  #restOfValue(chunk: Buffer, from: number, items: T[]): number {
    const at = this.#inString ? this.#string(chunk, this.#escaped ? from + 1 : from) : from;
    if (this.#inString) return chunk.length;
    if (this.#depth > 0) return this.#restOfContainer(chunk, at, items);
    return at > from ? this.#endOfValue(chunk, at, items) : this.#restOfScalar(chunk, from, items);
  }

  /** The hot loop: nearly all bytes of a list pass here. */
  #restOfContainer(chunk: Buffer, from: number, items: T[]): number {
    const { length } = chunk;
    let depth = this.#depth;
    let at = from;
    while (at < length) {
      const byte = chunk[at]!;
      if (byte === QUOTE) {
        at = this.#string(chunk, at + 1);
        continue;
      }
      if (opens(byte)) depth += 1;
      else if (closes(byte)) {
        depth -= 1;
        if (depth === 0) return this.#endOfValue(chunk, at + 1, items);
      }
      at += 1;
    }
    this.#depth = depth;
    return length;
  }

  /** @returns the index after the string; where the chunk ends in it, that is remembered. */
  #string(chunk: Buffer, from: number): number {
    const end = stringEnd(chunk, from);
    this.#inString = end < 0;
    this.#escaped = end < -1 - chunk.length;
    return end < 0 ? chunk.length : end;
  }

  #restOfScalar(chunk: Buffer, from: number, items: T[]): number {
    let at = from;
    while (at < chunk.length && !endsScalar(chunk[at]!)) at += 1;
    return at < chunk.length ? this.#endOfValue(chunk, at, items) : at;
  }

  #endOfValue(chunk: Buffer, end: number, items: T[]): number {
    this.#expects = this.#inItems ? 'item' : 'member';
    if (!this.#keeps) return end;
    const bytes = this.#taken(chunk.subarray(this.#start, end));
    if (this.#inItems) this.#takeItem(bytes, items);
    else this.metadata = parseMetadata(bytes);
    return end;
  }

  #takeItem(bytes: Buffer, items: T[]): void {
    if (this.#separator === undefined) this.#separator = separatorOf(bytes);
    items.push(this.#parse(bytes));
  }

  #taken(last: Buffer): Buffer {
    this.#keeps = false;
    if (this.#parts.length === 0) return last;
    const whole = Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    return whole;
  }
}

/** What stands between this item and the next if both begin with the same members. */
function separatorOf(item: Buffer): Buffer | null {
  const length = item.subarray(0, LONGEST_BEGINNING).indexOf(METADATA_BEGINS);
  if (length < 0) return null;
  return Buffer.concat([Buffer.from('},'), item.subarray(0, length + METADATA_BEGINS.length)]);
}

function parseMetadata(bytes: Buffer): ListMetadata {
  try {
    return (JSON.parse(bytes.toString()) ?? {}) as ListMetadata;
  } catch (error) {
    throw new CorruptStreamError('cannot read the metadata of the list', { cause: error });
  }
}
