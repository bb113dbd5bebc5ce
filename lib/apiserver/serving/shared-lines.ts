/** What a reader who fell far behind gets is nobody else's. */
const LARGEST_KEPT_BYTES = 1024 * 1024;

/** Lines that were put together, and what became of them. */
interface Joined {
  readonly lines: readonly Buffer[];
  readonly bytes: Buffer;
}

/**
 * Puts lines together, once for all watches that have the same ones waiting: a hundred watches of a collection
 * share the copy, as they share each line.
 */
export class SharedLines {
  /** The latest only: watches of one collection take their lines one after the other. */
  #latest: Joined | undefined;

  join(lines: readonly Buffer[]): Buffer {
    if (lines.length === 1) return lines[0]!;
    const known = this.#latest;
    if (known !== undefined && isSame(known.lines, lines)) return known.bytes;
    const bytes = Buffer.concat(lines);
    if (bytes.length <= LARGEST_KEPT_BYTES) this.#latest = { lines, bytes };
    return bytes;
  }
}

function isSame(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
