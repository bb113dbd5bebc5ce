import {
  GROUP,
  KIND,
  type Scenario,
  VERSION,
  eventVersion,
  listVersion,
  listedVersion,
  objectJson,
} from './objects.ts';

/**
 * Bytes as they go over the wire, made before anything is measured. Each item of a list and each event is one
 * chunk of HTTP's chunked encoding, as a Go server writes objects of this size: larger than the 2 KiB buffer
 * of its response, each Write becomes a chunk.
 */

const DIGITS = 10;
/** Four digits and a line end: `0a3f\r\n`. */
const HEADER_BYTES = 6;

/** Chunks one after the other. */
class Frames {
  readonly bytes: Buffer;
  /** Where each begins, and where the last ends. */
  readonly starts: Uint32Array;

  constructor(count: number, payloadOf: (index: number) => string) {
    const frames = Array.from({ length: count }, (_, index) => frame(Buffer.from(payloadOf(index))));
    this.bytes = Buffer.concat(frames);
    this.starts = new Uint32Array(count + 1);
    for (let at = 0; at < count; at += 1) this.starts[at + 1] = this.starts[at]! + frames[at]!.length;
  }

  /** @param end not included. */
  slice(start: number, end: number): Buffer {
    return this.bytes.subarray(this.starts[start], this.starts[end]);
  }

  payload(index: number): Buffer {
    return this.bytes.subarray(this.starts[index]! + HEADER_BYTES, this.starts[index + 1]! - 2);
  }
}

/** One chunk. */
export function frame(payload: Buffer): Buffer {
  const size = payload.length.toString(16).padStart(4, '0');
  return Buffer.concat([Buffer.from(`${size}\r\n`), payload, Buffer.from('\r\n')]);
}

/** The list, in pages or whole. */
export class ListFrames {
  readonly #scenario: Scenario;
  /** Items with the comma before them; only the first of a page has none. */
  readonly #items: Frames;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#items = new Frames(scenario.objects, (index) => `,${objectJson(index, listedVersion(index))}`);
  }

  /** The chunks of a page without the closing one, to be sent in order. `limit` 0 means all that is left. */
  page(first: number, limit: number): readonly Buffer[] {
    const { objects } = this.#scenario;
    const end = limit === 0 ? objects : Math.min(objects, first + limit);
    const head = Buffer.from(this.#head(end));
    if (first >= end) return [frame(head), frame(Buffer.from(']}\n'))];
    return [
      frame(head),
      frame(this.#items.payload(first).subarray(1)),
      this.#items.slice(first + 1, end),
      frame(Buffer.from(']}\n')),
    ];
  }

  #head(end: number): string {
    const remaining = this.#scenario.objects - end;
    const metadata =
      remaining === 0
        ? { resourceVersion: String(listVersion(this.#scenario)) }
        : {
            continue: String(end),
            remainingItemCount: remaining,
            resourceVersion: String(listVersion(this.#scenario)),
          };
    const open = `{"apiVersion":"${GROUP}/${VERSION}","kind":"${KIND}List"`;
    return `${open},"metadata":${JSON.stringify(metadata)},"items":[`;
  }
}

/** The events. Only their versions differ from round to round, so one of each object is kept and overwritten. */
export class EventFrames {
  readonly #scenario: Scenario;
  readonly #events: Frames;
  /** Where each one's version stands, from the beginning of its chunk. */
  readonly #versionAt: Uint32Array;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const count = scenario.events === 0 ? 0 : scenario.objects;
    this.#events = new Frames(
      count,
      (index) => `{"type":"MODIFIED","object":${objectJson(index, eventVersion(scenario, index))}}\n`,
    );
    this.#versionAt = Uint32Array.from({ length: count }, (_, index) => {
      const marker = `"resourceVersion":"${eventVersion(scenario, index)}"`;
      return this.#events.slice(index, index + 1).indexOf(marker) + '"resourceVersion":"'.length;
    });
  }

  /**
   * Events from the given one on: about `bytes` of them, at least one, never past the last object, so that
   * they lie side by side. The buffer is a fresh one: the former may still be on its way.
   *
   * @returns how many events it holds.
   */
  batch(first: number, bytes: number): { readonly buffer: Buffer; readonly count: number } {
    const { objects, events } = this.#scenario;
    const index = first % objects;
    const most = Math.min(objects - index, events - first);
    const count = Math.min(most, Math.max(1, Math.round((bytes * objects) / this.#events.bytes.length)));
    const buffer = Buffer.from(this.#events.slice(index, index + count));
    for (let at = 0; at < count; at += 1) this.#writeVersion(buffer, index, at, first + at);
    return { buffer, count };
  }

  #writeVersion(buffer: Buffer, index: number, at: number, event: number): void {
    const start = this.#events.starts[index + at]! - this.#events.starts[index]!;
    const version = String(eventVersion(this.#scenario, event));
    buffer.write(version, start + this.#versionAt[index + at]!, DIGITS, 'latin1');
  }
}
