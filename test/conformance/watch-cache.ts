import { at } from '../../lib/apiserver/fields.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { isJsonObject } from '../../lib/object/json.ts';
import { exchange, type RawAnswer } from './exchange.ts';
import type { Request } from './step.ts';

/**
 * The watch cache of a real server. A write begins with what the cache has, which may be older than what the writer
 * was answered last: it is begun anew then, but what the first try warned of is told all the same. Waiting for the
 * cache between two writes makes their answers the same in every run.
 */
export class WatchCache {
  readonly #transport: Transport;
  /** Versions that were written and may not be there yet, by collection. */
  readonly #written = new Map<string, string>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** To be told of each answer. */
  noticed({ method, path }: Request, { status, body }: RawAnswer): void {
    const version = isJsonObject(body) ? at(body, 'metadata', 'resourceVersion') : undefined;
    const key = keyOf(collectionOf(path));
    if (method !== 'GET' && status < 300 && typeof version === 'string') this.#written.set(key, version);
  }

  /** Waits until what was written to the collection of this path is in the cache. */
  async caughtUp({ method, path }: Request, signal: AbortSignal): Promise<void> {
    const collection = collectionOf(path);
    const key = keyOf(collection);
    const version = this.#written.get(key);
    if (method === 'GET' || method === 'POST' || version === undefined) return;
    this.#written.delete(key);
    const query = `resourceVersion=${version}&resourceVersionMatch=NotOlderThan&limit=1`;
    await exchange(this.#transport, { method: 'GET', path: `${collection}?${query}` }, signal);
  }
}

/** The path of the objects of one kind, in their namespace if they have one. */
function collectionOf(path: string): string {
  return /^(?:\/api|\/apis\/[^/?]+)\/[^/?]+(?:\/namespaces\/[^/?]+)?\/[^/?]+/.exec(path)?.[0] ?? path;
}

/** The same for all versions of a kind. */
function keyOf(collection: string): string {
  return collection.replace(/\/v\d\w*\//, '/');
}
