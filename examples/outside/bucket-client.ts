import type { Context } from 'operatorkit/context';

import type { StoredBucket } from './bucket-service.ts';

export type BucketSettings = Pick<StoredBucket, 'quota' | 'accessKey'>;

/** The service says no. Its `kind` and `description` become an event about the object, see docs/events.md. */
export class BucketServiceError extends Error {
  readonly kind = 'BucketServiceFailed';
  readonly description: string;

  constructor(method: string, name: string, status: number, words: string) {
    super(`cannot ${method} bucket ${name}: the service answers ${status} ${words}`);
    this.description = `the bucket service answers ${status} ${words}`;
  }
}

/** Talks to the bucket service. Requests end with the context's signal. */
export class BucketClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Undefined where there is none. */
  async get(ctx: Context, name: string): Promise<StoredBucket | undefined> {
    const response = await this.#send(ctx, 'GET', name);
    return response && ((await response.json()) as StoredBucket);
  }

  /** Creates it, or changes its settings. */
  async put(ctx: Context, name: string, settings: BucketSettings): Promise<void> {
    await this.#send(ctx, 'PUT', name, settings);
  }

  /** Begins to empty it; it is gone some time later. */
  async delete(ctx: Context, name: string): Promise<void> {
    await this.#send(ctx, 'DELETE', name);
  }

  urlOf(name: string): string {
    return `${this.#url}/buckets/${encodeURIComponent(name)}`;
  }

  /** @returns undefined for 404. Rejects for what else is no success, with the service's own words. */
  async #send(ctx: Context, method: string, name: string, body?: object): Promise<Response | undefined> {
    const response = await fetch(this.urlOf(name), {
      method,
      signal: ctx.signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const words = await response.text();
    if (response.status === 404) return undefined;
    throw new BucketServiceError(method, name, response.status, words);
  }
}
