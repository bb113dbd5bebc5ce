import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';

import { untilAborted } from '../abort.ts';
import { InvalidConfigError, isOperatorError, requireOption } from '../errors.ts';
import { unreachable } from './connection-failure.ts';
import {
  type ClientCertificate,
  type CredentialSource,
  type Credentials,
  isSameCertificate,
  sameCredentials,
} from './credentials.ts';
import { UnreachableError } from './errors.ts';
import { followStream } from './followed-stream.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface TlsOptions {
  /** PEM. Default: the authorities that Node trusts. */
  readonly ca?: string | Buffer;
  /** The client certificate, PEM. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The name that the server's certificate must have. Default: the host of `server`. */
  readonly serverName?: string;
  /** Takes any certificate, so that anybody in between can read and change everything. Default false. */
  readonly insecureSkipVerify?: boolean;
}

export interface UndiciTransportOptions {
  /** `https://10.0.0.1:6443`; a path in it is put before each request's. */
  readonly server: string;
  readonly tls?: TlsOptions;
  /** Default: no credentials but `tls` and `headers`. */
  readonly credentials?: CredentialSource;
  /** Sent with each request. Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** `http://`, `https://` or `socks5://`. Default: none; the environment is not looked at here. */
  readonly proxyUrl?: string;
  /**
   * Most connections for requests that end by themselves; further ones wait. Watches and followed logs have
   * connections of their own, one each, so that they never keep a request waiting. Default 32.
   */
  readonly connections?: number;
  /** How long an unused connection is kept, in milliseconds. Default 30,000: API servers keep theirs for 90 s. */
  readonly keepAliveMs?: number;
  /** How long connecting may take, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /**
   * Lets the server choose HTTP/2. Default false: over one connection it was slower for requests (3,900 against
   * 4,100 per second) and no faster for watches.
   */
  readonly http2?: boolean;
}

/** The pools of connections that present one client certificate. */
interface Pools {
  readonly certificate: ClientCertificate | undefined;
  readonly requests: Dispatcher;
  readonly streams: Dispatcher;
}

const MAX_HEADER_BYTES = 64 * 1024;
const TCP_KEEP_ALIVE_MS = 30_000;
const ENDLESS = /[?&](?:watch|follow)=(?:1|true)(?:&|$)/;

/**
 * HTTP to one API server, over connections that are reused.
 *
 * **Guarantees:** a 401 makes it renew the credentials and, if they changed, send the request again, once. It
 * limits neither the time to the head nor the silence within a body: deadlines are its callers'. Half-open
 * connections are found by TCP keep-alive.
 */
export function newUndiciTransport(options: UndiciTransportOptions): Transport {
  return new UndiciTransport(options, parseServer(options.server));
}

class UndiciTransport implements Transport {
  readonly host: string;
  readonly #options: UndiciTransportOptions;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #certificate: ClientCertificate | undefined;
  /** Pools of former certificates, and when their last request will have ended. */
  readonly #retired = new Map<Pools, Promise<unknown>>();
  #pools: Pools;
  #closed: Promise<void> | undefined;

  constructor(options: UndiciTransportOptions, server: URL) {
    this.#options = options;
    this.host = server.port === '' ? withDefaultPort(server) : server.host;
    this.#origin = server.origin;
    this.#prefix = server.pathname.replace(/\/+$/, '');
    this.#certificate = certificateOf(options.tls);
    this.#pools = newPools(options, this.#origin, this.#certificate);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal.throwIfAborted();
    const credentials = await this.#credentials(request, false);
    const response = await this.#exchange(request, credentials);
    if (response.status !== 401 || this.#options.credentials === undefined) return response;
    const renewed = await this.#renew(request, response);
    if (sameCredentials(credentials, renewed)) return response;
    await discard(response);
    return await this.#exchange(request, renewed);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#destroyAll();
    await this.#closed;
  }

  async #destroyAll(): Promise<void> {
    const all = [this.#pools, ...this.#retired.keys()];
    await Promise.all(all.flatMap((pools) => [pools.requests.destroy(), pools.streams.destroy()]));
    await Promise.all(this.#retired.values());
  }

  async #renew(request: TransportRequest, response: TransportResponse): Promise<Credentials> {
    try {
      return await this.#credentials(request, true);
    } catch (error) {
      await discard(response);
      throw error;
    }
  }

  async #credentials(request: TransportRequest, renew: boolean): Promise<Credentials> {
    const source = this.#options.credentials;
    if (source === undefined) return { headers: {} };
    try {
      return await untilAborted(source({ renew }), request.signal);
    } catch (error) {
      if (request.signal.aborted || isOperatorError(error)) throw error;
      throw new UnreachableError(`cannot get credentials for ${this.host}`, { cause: error });
    }
  }

  async #exchange(request: TransportRequest, credentials: Credentials): Promise<TransportResponse> {
    if (this.#closed !== undefined) throw this.#failure(request, new Error('the client has been closed'));
    const pools = this.#poolsFor(credentials);
    try {
      const { statusCode, headers, body } = await dispatcherFor(request, pools).request({
        origin: this.#origin,
        path: this.#prefix + request.path,
        method: request.method,
        headers: headersOf(this.#options.headers, credentials.headers, request.headers),
        body: request.body ?? null,
        signal: request.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const stream = decoded(body, headers['content-encoding']);
      return { status: statusCode, headers, body: this.#bytes(request, stream) };
    } catch (error) {
      throw this.#failure(request, error);
    }
  }

  #bytes(request: TransportRequest, stream: Readable): AsyncIterable<Buffer> {
    return followStream(stream as AsyncIterable<Buffer>, {
      onEnd: () => void stream.destroy(),
      explain: (error) => this.#failure(request, error),
    });
  }

  #failure(request: TransportRequest, error: unknown): unknown {
    return request.signal.aborted ? request.signal.reason : unreachable(this.host, request, error);
  }

  /** New connections for a new client certificate; the old ones end with the requests they still carry. */
  #poolsFor({ certificate }: Credentials): Pools {
    const wanted = certificate ?? this.#certificate;
    if (isSameCertificate(wanted, this.#pools.certificate)) return this.#pools;
    this.#retire(this.#pools);
    this.#pools = newPools(this.#options, this.#origin, wanted);
    return this.#pools;
  }

  #retire(pools: Pools): void {
    const ended = Promise.allSettled([pools.requests.close(), pools.streams.close()]);
    this.#retired.set(
      pools,
      ended.then(() => this.#retired.delete(pools)),
    );
  }
}

function parseServer(server: string): URL {
  requireOption('UndiciTransportOptions.server', server);
  const url = URL.parse(server);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidConfigError(
      'UndiciTransportOptions.server must be an http or https URL, such as https://10.0.0.1:6443',
    );
  }
  return url;
}

function withDefaultPort(server: URL): string {
  return `${server.hostname}:${server.protocol === 'https:' ? 443 : 80}`;
}

function certificateOf(tls: TlsOptions = {}): ClientCertificate | undefined {
  return tls.cert === undefined || tls.key === undefined ? undefined : { cert: tls.cert, key: tls.key };
}

function newPools(
  options: UndiciTransportOptions,
  origin: string,
  certificate: ClientCertificate | undefined,
): Pools {
  const make = (connections: number | null): Dispatcher =>
    newDispatcher(options, origin, certificate, connections);
  return { certificate, requests: make(options.connections ?? 32), streams: make(null) };
}

function newDispatcher(
  options: UndiciTransportOptions,
  origin: string,
  certificate: ClientCertificate | undefined,
  connections: number | null,
): Dispatcher {
  const { tls = {}, keepAliveMs = 30_000, connectTimeoutMs = 10_000, http2 = false } = options;
  const connect = {
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...certificate,
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
    ...(tls.insecureSkipVerify === true ? { rejectUnauthorized: false } : {}),
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
    timeout: connectTimeoutMs,
    allowH2: http2,
  };
  const pool = {
    connections,
    allowH2: http2,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (options.proxyUrl === undefined) return new Pool(origin, { ...pool, connect });
  return new ProxyAgent({ ...pool, uri: options.proxyUrl, requestTls: connect });
}

function dispatcherFor(request: TransportRequest, pools: Pools): Dispatcher {
  return ENDLESS.test(request.path) ? pools.streams : pools.requests;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Later ones win. Copied, since undici's type wants mutable lists. */
function headersOf(...all: readonly (Headers | undefined)[]): Record<string, string | string[]> {
  const merged: Record<string, string | string[]> = {};
  for (const headers of all) {
    for (const [name, value] of Object.entries(headers ?? {}))
      merged[name] = typeof value === 'string' ? value : [...value];
  }
  return merged;
}

function decoded(body: Readable, encoding: string | readonly string[] | undefined): Readable {
  if (encoding !== 'gzip') return body;
  // Its errors come out of the stream that pipeline returns, so the callback has nothing to do.
  return pipeline(body, createGunzip({ chunkSize: MAX_HEADER_BYTES }), () => {});
}

/** Leaves the body unread, which frees or closes its connection. */
async function discard(response: TransportResponse): Promise<void> {
  try {
    for await (const chunk of response.body) if (chunk.length > MAX_HEADER_BYTES) break;
  } catch {
    // Nobody wants this body, so nobody wants to know that it broke.
  }
}
