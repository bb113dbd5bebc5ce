import type { Transport, TransportRequest, TransportResponse } from '../../../lib/client/transport.ts';
import { UnreachableError } from '../../../lib/client/errors.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { defineKind } from '../../../lib/object/kubernetes-object.ts';

export interface Website extends KubernetesObject {
  readonly spec?: { readonly value: number };
}

export const Website = defineKind<Website>({
  apiVersion: 'example.com/v1',
  kind: 'Website',
  plural: 'websites',
  namespaced: true,
});

/** How an open watch ends. */
export type Cut = 'end' | 'reset' | 'within a line';

/** Answers instead of the API; undefined lets it answer by itself. */
export type Interceptor = (query: URLSearchParams) => TransportResponse | Error | undefined;

interface LoggedEvent {
  readonly version: number;
  readonly namespace: string;
  readonly line: string;
}

/** One kind of an API server, without sockets, so that tests can break each byte of it. */
export class FakeApi implements Transport {
  readonly host = 'fake:443';
  /** The queries of all requests, by what they ask for. */
  readonly lists: URLSearchParams[] = [];
  readonly watches: URLSearchParams[] = [];
  readonly requests: TransportRequest[] = [];
  readonly objects = new Map<string, Website>();
  /** What the next lists and watches get, in order. */
  readonly nextLists: Interceptor[] = [];
  readonly nextWatches: Interceptor[] = [];
  /** Bytes per chunk of a list. */
  chunkBytes = 97;
  version = 100;
  #uids = 0;
  #log: LoggedEvent[] = [];
  #compactedTo = 0;
  readonly streams = new Set<Stream>();

  put(key: string): void {
    const [namespace = '', name = ''] = key.split('/');
    const old = this.objects.get(key);
    this.version += 1;
    this.#uids += old === undefined ? 1 : 0;
    const uid = old?.metadata?.uid ?? `uid-${this.#uids}`;
    const managedFields = [{ manager: 'test', operation: 'Apply', apiVersion: 'example.com/v1' }];
    this.#write(old === undefined ? 'ADDED' : 'MODIFIED', key, {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      metadata: { managedFields, name, namespace, resourceVersion: String(this.version), uid },
      spec: { value: this.version },
    });
  }

  delete(key: string): void {
    const old = this.objects.get(key);
    if (old === undefined) return;
    this.version += 1;
    const metadata = { ...old.metadata, resourceVersion: String(this.version) };
    this.#write('DELETED', key, { ...old, metadata });
  }

  /** Watches from before now are answered with 410. */
  compact(): void {
    this.#compactedTo = this.version;
    this.#log = [];
  }

  /** Loses everything, the time since then included. */
  restore(version: number): void {
    this.objects.clear();
    this.#log = [];
    this.version = version;
  }

  bookmark(version = this.version): void {
    this.inject(line('BOOKMARK', { kind: 'Website', metadata: { resourceVersion: String(version) } }));
  }

  /** Sends bytes on all open watches. */
  inject(text: string): void {
    for (const stream of this.streams) stream.push(text);
  }

  cut(how: Cut): void {
    for (const stream of this.streams) stream.end(how);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal.throwIfAborted();
    this.requests.push(request);
    const url = new URL(request.path, 'http://fake');
    const query = url.searchParams;
    const namespace = /namespaces\/([^/]+)/.exec(url.pathname)?.[1];
    const isWatch = query.get('watch') === 'true';
    (isWatch ? this.watches : this.lists).push(query);
    const answer = (isWatch ? this.nextWatches : this.nextLists).shift()?.(query);
    if (answer instanceof Error) throw answer;
    if (answer !== undefined) return answer;
    return isWatch ? this.#watch(query, namespace, request.signal) : this.#list(query, namespace);
  }

  async close(): Promise<void> {
    this.cut('end');
  }

  #write(type: string, key: string, obj: Website): void {
    if (type === 'DELETED') this.objects.delete(key);
    else this.objects.set(key, obj);
    const event = { version: this.version, namespace: key.split('/')[0]!, line: line(type, obj) };
    this.#log.push(event);
    for (const stream of this.streams) if (stream.takes(event.namespace)) stream.push(event.line);
  }

  /** The continue token is `version:offset`; pages are of the state now, which is enough for what is tested. */
  #list(query: URLSearchParams, namespace: string | undefined): TransportResponse {
    const all = [...this.objects.values()].filter((obj) => inNamespace(obj, namespace));
    const [version = String(this.version), from = '0'] = query.get('continue')?.split(':') ?? [];
    const end = Number(from) + Number(query.get('limit') ?? Infinity);
    const more = end < all.length;
    const metadata = { resourceVersion: version, ...(more ? { continue: `${version}:${end}` } : {}) };
    const items = all.slice(Number(from), end);
    return ok(chunked(JSON.stringify({ kind: 'WebsiteList', metadata, items }), this.chunkBytes));
  }

  #watch(query: URLSearchParams, namespace: string | undefined, signal: AbortSignal): TransportResponse {
    const stream = new Stream(namespace, signal, () => this.streams.delete(stream));
    if (query.get('sendInitialEvents') === 'true') this.#initialEvents(stream);
    else {
      const from = Number(query.get('resourceVersion'));
      if (from < this.#compactedTo) return refusal(410, 'Expired', 'too old resource version');
      for (const event of this.#log)
        if (event.version > from && stream.takes(event.namespace)) stream.push(event.line);
    }
    this.streams.add(stream);
    return ok(stream.read());
  }

  #initialEvents(stream: Stream): void {
    for (const obj of [...this.objects.values()].toReversed())
      if (stream.takes(obj.metadata!.namespace!)) stream.push(line('ADDED', obj));
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    stream.push(line('BOOKMARK', { metadata: { resourceVersion: String(this.version), annotations } }));
  }
}

/** One open watch. */
export class Stream {
  readonly #namespace: string | undefined;
  readonly #signal: AbortSignal;
  readonly #closed: () => void;
  #chunks: Buffer[] = [];
  #ending: Cut | undefined;
  #wake: () => void = () => {};

  constructor(namespace: string | undefined, signal: AbortSignal, closed: () => void) {
    this.#namespace = namespace;
    this.#signal = signal;
    this.#closed = closed;
  }

  takes(namespace: string): boolean {
    return this.#namespace === undefined || this.#namespace === namespace;
  }

  push(text: string): void {
    this.#chunks.push(Buffer.from(text));
    this.#wake();
  }

  end(how: Cut): void {
    this.#ending = how;
    this.#closed();
    this.#wake();
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    const abort = (): void => this.#wake();
    this.#signal.addEventListener('abort', abort);
    try {
      for (;;) {
        this.#signal.throwIfAborted();
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#ending === undefined)
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        else break;
      }
      if (this.#ending === 'within a line') yield Buffer.from('{"type":"MODIFIED","obj');
      if (this.#ending === 'reset') throw new UnreachableError('cannot read: connection reset');
    } finally {
      this.#signal.removeEventListener('abort', abort);
      this.#closed();
    }
  }
}

export function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}

export function ok(body: AsyncIterable<Buffer>): TransportResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

export async function* chunked(text: string, bytes: number): AsyncGenerator<Buffer, void, undefined> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

/** An answer with a Status. */
export function refusal(
  code: number,
  reason: string,
  message = reason,
  headers: Record<string, string> = {},
): TransportResponse {
  const status = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', message, reason, code };
  return {
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
    body: chunked(JSON.stringify(status), 1000),
  };
}

function inNamespace(obj: Website, namespace: string | undefined): boolean {
  return namespace === undefined || obj.metadata?.namespace === namespace;
}
