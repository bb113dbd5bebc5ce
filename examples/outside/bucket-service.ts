import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A bucket as the service tells of it. */
export interface StoredBucket {
  readonly quota: number;
  readonly accessKey: string;
  readonly state: 'ready' | 'emptying';
}

interface Answer {
  readonly code: number;
  readonly body?: object;
}

/** How often a deleted bucket is still to be seen before it has been emptied. */
const LOOKS = 2;

/**
 * Stands in for a cloud's bucket service: `PUT`, `GET` and `DELETE /buckets/<name>` in JSON. A deletion takes a
 * while, and errors quote what is wrong, as they do out there.
 */
export class BucketService implements AsyncDisposable {
  readonly buckets: Map<string, StoredBucket> = new Map();
  /** What it was asked for: `PUT media`. */
  readonly requests: string[] = [];
  /** Whether it answers everything with 503. */
  isDown = false;
  readonly #server: Server;
  readonly #looks = new Map<string, number>();

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ code, body }) => {
        response.writeHead(code, { 'content-type': 'application/json', connection: 'close' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
    });
  }

  static async start(): Promise<BucketService> {
    const service = new BucketService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    this.requests.push(`${request.method} ${name}`);
    const body = await text(request);
    if (this.isDown) return { code: 503, body: { error: 'the service is being maintained' } };
    if (request.method === 'PUT') return this.#put(name, body);
    return request.method === 'DELETE' ? this.#delete(name) : this.#get(name);
  }

  #put(name: string, body: string): Answer {
    const { quota, accessKey } = JSON.parse(body) as Omit<StoredBucket, 'state'>;
    if (accessKey.includes(' '))
      return {
        code: 422,
        body: { error: `access key ${JSON.stringify(accessKey)} must not contain spaces` },
      };
    if (this.buckets.get(name)?.state === 'emptying')
      return { code: 409, body: { error: 'the bucket is being emptied' } };
    this.buckets.set(name, { quota, accessKey, state: 'ready' });
    return { code: 200 };
  }

  #get(name: string): Answer {
    const bucket = this.buckets.get(name);
    if (bucket?.state === 'emptying') this.#look(name);
    return bucket === undefined ? { code: 404 } : { code: 200, body: bucket };
  }

  #delete(name: string): Answer {
    const bucket = this.buckets.get(name);
    if (bucket === undefined) return { code: 404 };
    this.buckets.set(name, { ...bucket, state: 'emptying' });
    return { code: 202 };
  }

  #look(name: string): void {
    const looks = (this.#looks.get(name) ?? 0) + 1;
    this.#looks.set(name, looks);
    if (looks < LOOKS) return;
    this.#looks.delete(name);
    this.buckets.delete(name);
  }
}
