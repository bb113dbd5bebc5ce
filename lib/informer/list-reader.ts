import type { Context } from '../../context/index.ts';
import type { RawResponse } from '../client/client.ts';
import { type ListMetadata, ListSplitter } from './list-splitter.ts';
import { CorruptStreamError } from './corrupt-stream-error.ts';

/** Asks for a page: the first, or the one that the token names. */
export type FetchPage = (ctx: Context, continueToken: string | undefined) => Promise<RawResponse>;

export interface ListReaderOptions<T> {
  readonly fetch: FetchPage;
  /** @see ListSplitter */
  readonly parse: (item: Buffer) => T;
  /** Called with the items of each piece of a page, in order. */
  readonly take: (items: readonly T[]) => Promise<void> | void;
  /** Something came. */
  readonly heard: () => void;
}

/** A transport in this process may hand over a whole list at once, and others want their turn in between. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads all pages. The next one is asked for as soon as its token is known, which is mostly before the items of
 * the current one have come: the server prepares it while this process parses.
 *
 * @param ctx must be aborted when the attempt is over, so that a page that nobody reads is given up.
 * @returns the version of the whole list.
 */
export async function readList<T>(ctx: Context, options: ListReaderOptions<T>): Promise<string> {
  let page: Promise<RawResponse> | undefined = options.fetch(ctx, undefined);
  let version: string | undefined;
  while (page !== undefined) {
    const reading = new PageReader(ctx, options);
    const metadata: ListMetadata = await reading.read(await page);
    version ??= metadata.resourceVersion;
    page = reading.next;
  }
  if (version === undefined) throw new CorruptStreamError('cannot read the list: it has no resourceVersion');
  return version;
}

class PageReader<T> {
  /** The request for the next page; undefined after the last. */
  next: Promise<RawResponse> | undefined;
  readonly #ctx: Context;
  readonly #options: ListReaderOptions<T>;
  readonly #splitter: ListSplitter<T>;

  constructor(ctx: Context, options: ListReaderOptions<T>) {
    this.#ctx = ctx;
    this.#options = options;
    this.#splitter = new ListSplitter(options.parse);
  }

  async read(response: RawResponse): Promise<ListMetadata> {
    for await (const chunk of response.body) {
      this.#options.heard();
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        await this.#piece(chunk.subarray(at, at + PIECE_BYTES));
    }
    const metadata = this.#splitter.end();
    this.#fetchNext(metadata);
    return metadata;
  }

  async #piece(piece: Buffer): Promise<void> {
    const items = this.#splitter.push(piece);
    if (this.#splitter.metadata !== undefined) this.#fetchNext(this.#splitter.metadata);
    if (items.length > 0) await this.#options.take(items);
  }

  #fetchNext(metadata: ListMetadata): void {
    const token = metadata.continue;
    if (this.next !== undefined || token === undefined || token === '') return;
    this.next = this.#options.fetch(this.#ctx, token);
    // The current page may fail first; then the end of the attempt aborts this request, and nobody else asks.
    this.next.catch(() => {});
  }
}
