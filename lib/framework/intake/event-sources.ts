import type { InformerEvent } from '../../informer/informer.ts';

/** Streams of objects and errors; each may be left out. */
export interface EventSources<T> {
  /** Objects that are being deleted, or are gone. */
  readonly deletes?: AsyncIterable<T>;
  /** Objects that were created or changed. */
  readonly updates?: AsyncIterable<T>;
  /** What went wrong in a source. Ends nothing. */
  readonly errors?: AsyncIterable<unknown>;
}

/**
 * Joins streams into one of events, for `Framework.processEvents`; operatorkit's three channels.
 *
 * **Guarantees:** order is kept within a source, and not promised between them. Each source is asked for its
 * next value only when the one before was taken. A source that throws becomes an error event and has ended; the
 * others go on. The stream ends when all sources have; leaving it early closes them.
 */
export function merge<T>(sources: EventSources<T>): AsyncIterableIterator<InformerEvent<T>, undefined> {
  const { deletes, updates, errors } = sources;
  const merged = new MergedEvents<T>();
  if (deletes) merged.add(deletes, (object) => ({ type: 'delete', object, stale: false }));
  if (updates) merged.add(updates, (object) => ({ type: 'update', object, initial: false }));
  if (errors) merged.add(errors, (error) => ({ type: 'error', error }));
  return merged;
}

type Result<T> = IteratorResult<InformerEvent<T>, undefined>;

/** An event that was not taken yet, and how to ask its source for the next one. */
interface Arrival<T> {
  readonly event: InformerEvent<T>;
  readonly taken: () => void;
}

/**
 * Not an async generator: one that waits for a source cannot be closed before that source says something.
 */
class MergedEvents<T> implements AsyncIterableIterator<InformerEvent<T>, undefined> {
  readonly #arrivals: Arrival<T>[] = [];
  readonly #readers: ((result: Result<T>) => void)[] = [];
  readonly #open = new Set<AsyncIterator<unknown>>();
  #closed = false;

  add<V>(source: AsyncIterable<V>, toEvent: (value: V) => InformerEvent<T>): void {
    const iterator = source[Symbol.asyncIterator]();
    this.#open.add(iterator);
    const ask = (): void => void this.#ask(iterator, toEvent, ask);
    ask();
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<InformerEvent<T>, undefined> {
    return this;
  }

  async next(): Promise<Result<T>> {
    const arrival = this.#closed ? undefined : this.#arrivals.shift();
    if (arrival !== undefined) {
      arrival.taken();
      return { done: false, value: arrival.event };
    }
    if (this.#closed || this.#open.size === 0) return { done: true, value: undefined };
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    this.#readers.push(resolve);
    return await promise;
  }

  async return(): Promise<Result<T>> {
    this.#closed = true;
    this.#arrivals.length = 0;
    this.#endReaders();
    for (const iterator of this.#open) void this.#closeQuietly(iterator);
    this.#open.clear();
    return { done: true, value: undefined };
  }

  /** Never rejects. */
  async #ask<V>(
    iterator: AsyncIterator<V>,
    toEvent: (value: V) => InformerEvent<T>,
    again: () => void,
  ): Promise<void> {
    try {
      const result = await iterator.next();
      if (result.done === true) this.#end(iterator);
      else this.#deliver({ event: toEvent(result.value), taken: again });
    } catch (error) {
      this.#deliver({ event: { type: 'error', error }, taken: () => this.#end(iterator) });
    }
  }

  #deliver(arrival: Arrival<T>): void {
    if (this.#closed) return;
    const reader = this.#readers.shift();
    if (reader === undefined) {
      this.#arrivals.push(arrival);
      return;
    }
    reader({ done: false, value: arrival.event });
    arrival.taken();
  }

  #end(iterator: AsyncIterator<unknown>): void {
    this.#open.delete(iterator);
    if (this.#open.size === 0) this.#endReaders();
  }

  #endReaders(): void {
    for (const reader of this.#readers.splice(0)) reader({ done: true, value: undefined });
  }

  async #closeQuietly(iterator: AsyncIterator<unknown>): Promise<void> {
    try {
      await iterator.return?.();
    } catch {
      // Nobody reads this source any more, so its last words have no listener.
    }
  }
}
