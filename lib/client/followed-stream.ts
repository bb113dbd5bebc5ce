export interface FollowOptions {
  /** Called once when the stream has ended, failed, or been left, before whoever reads it knows. */
  readonly onEnd?: () => void;
  /** What the reader gets instead of the stream's own error. */
  readonly explain?: (error: unknown) => unknown;
}

/**
 * The same stream, to be read once, with somebody who learns of its end. A delegating iterator, because another
 * async generator around each chunk costs a watch of many small events several percent.
 */
export function followStream<T>(stream: AsyncIterable<T>, options: FollowOptions): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => new FollowedIterator<T>(stream, options) };
}

class FollowedIterator<T> implements AsyncIterator<T, undefined, undefined> {
  readonly #inner: AsyncIterator<T>;
  readonly #options: FollowOptions;
  #ended = false;

  constructor(stream: AsyncIterable<T>, options: FollowOptions) {
    this.#inner = stream[Symbol.asyncIterator]();
    this.#options = options;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    try {
      const result = await this.#inner.next();
      if (result.done !== true) return result;
    } catch (error) {
      this.#end();
      throw this.#options.explain?.(error) ?? error;
    }
    this.#end();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#end();
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onEnd?.();
  }
}
