import { UnreachableError } from './errors.ts';

export interface LineOptions {
  /**
   * A longer line ends the stream with an error instead of filling the memory. Bytes, default 256 MiB: far
   * above any object (etcd takes 1.5 MiB), and below the longest string of V8.
   */
  readonly maxLineBytes?: number;
}

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Cuts a stream of bytes into lines. Each iteration yields all lines that a chunk completed, without their
 * newline, at least one; empty lines are left out. Batches, because a turn of an async loop costs more than
 * finding a line.
 *
 * A line that lies within a chunk is a view of it, not a copy: who keeps the line keeps the chunk. A line that
 * came in several chunks is joined once, so the cost stays linear however small the chunks are.
 *
 * **Guarantees:** a last line without its newline is never delivered: the stream then ends with an
 * {@link UnreachableError}, after all lines before it. Leaving the loop early closes `chunks`.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  options: LineOptions = {},
): AsyncGenerator<readonly Buffer[], void, undefined> {
  const tail = new Tail(options.maxLineBytes ?? MAX_LINE_BYTES);
  for await (const chunk of chunks) {
    const first = chunk.indexOf(NEWLINE);
    if (first < 0) {
      tail.push(chunk);
      continue;
    }
    const lines: Buffer[] = [];
    const head = tail.finish(chunk.subarray(0, first));
    if (head.length > 0) lines.push(head);
    const rest = cut(chunk, first + 1, lines);
    if (rest.length > 0) tail.push(rest);
    if (lines.length > 0) yield lines;
  }
  if (tail.bytes > 0) {
    throw new UnreachableError(
      `cannot read the stream: it ended within a line, after ${tail.bytes} bytes of it`,
    );
  }
}

/** Adds all whole lines from `start` on to `lines`. @returns what follows the last newline. */
function cut(chunk: Buffer, start: number, lines: Buffer[]): Buffer {
  let from = start;
  for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
    if (end > from) lines.push(chunk.subarray(from, end));
    from = end + 1;
  }
  return chunk.subarray(from);
}

/** The beginning of a line whose end has not come yet. */
class Tail {
  bytes = 0;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(part: Buffer): void {
    this.#parts.push(part);
    this.bytes += part.length;
    if (this.bytes > this.#maxBytes)
      throw new UnreachableError(`cannot read the stream: a line is longer than ${this.#maxBytes} bytes`);
  }

  /** The whole line; the tail is empty then. */
  finish(end: Buffer): Buffer {
    if (this.bytes === 0) return end;
    this.push(end);
    const line = Buffer.concat(this.#parts, this.bytes);
    this.#parts = [];
    this.bytes = 0;
    return line;
  }
}
