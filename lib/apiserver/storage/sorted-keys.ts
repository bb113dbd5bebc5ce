const LARGEST_CHUNK = 512;

/**
 * A sorted set of strings, in chunks: insertion and removal move at most one chunk, so that a hundred thousand
 * keys cost no more per write than a few do. Strings are compared by UTF-16 code units, which for the names of
 * Kubernetes objects (ASCII) is etcd's order.
 */
export class SortedKeys {
  readonly #chunks: string[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds the key, which must not be there yet. */
  add(key: string): void {
    this.#size++;
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push([key]);
      return;
    }
    chunk.splice(lowerBound(chunk, key), 0, key);
    if (chunk.length > LARGEST_CHUNK)
      this.#chunks.splice(at + 1, 0, chunk.splice(cutOf(chunk, at, this.#chunks)));
  }

  /** Removes the key, which must be there. */
  delete(key: string): void {
    this.#size--;
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at]!;
    chunk.splice(lowerBound(chunk, key), 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The keys from the first that is not less than `from`, in order. */
  *from(from: string): Generator<string, void, undefined> {
    let at = this.#chunkOf(from);
    let index = lowerBound(this.#chunks[at] ?? [], from);
    for (; at < this.#chunks.length; at++, index = 0) {
      const chunk = this.#chunks[at]!;
      for (; index < chunk.length; index++) yield chunk[index]!;
    }
  }

  /** How many keys are less than this one. */
  rank(key: string): number {
    const at = this.#chunkOf(key);
    let before = 0;
    for (let index = 0; index < at; index++) before += this.#chunks[index]!.length;
    return before + lowerBound(this.#chunks[at] ?? [], key);
  }

  /** The last chunk that starts at or before the key; the first one if there is none. */
  #chunkOf(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#chunks[middle]![0]! <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** Where a full chunk is cut: keys that come in order fill chunks, others leave room on both sides. */
function cutOf(chunk: readonly string[], at: number, chunks: readonly (readonly string[])[]): number {
  return at === chunks.length - 1 ? chunk.length - 1 : chunk.length >>> 1;
}

/** The index of the first key that is not less than the given one. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The least string that is greater than all that start with the prefix. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\uFFFF`;
}
