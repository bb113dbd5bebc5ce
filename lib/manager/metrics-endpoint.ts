import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Context, Logger } from '../../context/index.ts';
import { withDeadline } from '../abort.ts';
import { ExecutionFailedError, InvalidConfigError, checkNumber, requireOption } from '../errors.ts';
import type { Registry } from '../metrics.ts';
import { type Answer, NOT_FOUND, decoded } from './answer.ts';
import { type Check, type CheckResult, Checks } from './check.ts';
import { DebugObjects, type ExplainOption } from './debug-objects.ts';

export interface MetricsEndpointOptions {
  readonly registry: Registry;
  readonly logger: Logger;
  /**
   * The address to listen on. Default: in a pod (`KUBERNETES_SERVICE_HOST` is set) all of them, since the kubelet
   * and Prometheus come from outside; elsewhere `127.0.0.1`. There is no authentication: what is served names
   * no objects, unless {@link explain} is given, but keep it inside the cluster.
   */
  readonly host?: string;
  /** Default 8080; 0 takes any free one, see {@link MetricsEndpoint.url}. */
  readonly port?: number;
  /** The checks of `/healthz` by name: a failure has the kubelet restart the container. Default none. */
  readonly healthChecks?: Readonly<Record<string, Check>>;
  /** The checks of `/readyz` by name: a failure takes the pod out of its Services. Default none. */
  readonly readyChecks?: Readonly<Record<string, Check>>;
  /** A check that takes longer fails. Default 800 ms: the kubelet waits for one second. */
  readonly checkTimeoutMs?: number;
  /**
   * Serves what a framework did to each object, and why: `/debug/objects`, `/debug/objects/<namespace>/<name>` and,
   * for objects without a namespace, `/debug/objects/<name>`; of several frameworks by their names. Default: there
   * are no such pages.
   *
   * NOTE: they name objects and show their fields to everyone who can reach the port, though no secrets that are
   * known as such. Keep the port closed to others: listen on `127.0.0.1` and use `kubectl port-forward`, or have a
   * NetworkPolicy.
   */
  readonly explain?: ExplainOption;
}

/** Collecting the metrics may take this long, in milliseconds: Prometheus' own default. */
const SCRAPE_TIMEOUT_MS = 10_000;

/** A client must have sent its request within this time, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

const MAX_CONNECTIONS = 256;

/** Makes a {@link MetricsEndpoint}; it listens once it is started. */
export function newMetricsEndpoint(options: MetricsEndpointOptions): MetricsEndpoint {
  return new MetricsEndpoint(options);
}

/**
 * Serves `/metrics` to Prometheus, and `/healthz` and `/readyz` to the kubelet, each check also by itself as
 * `/healthz/<check>`. With `?verbose` all checks are listed; why one failed is in the log only. Explanations of
 * objects are served where they are asked for, as text, or as JSON to `Accept: application/json` and `?format=json`.
 *
 * **Guarantees:** a check or metric that fails or hangs never ends the endpoint; `close` ends open connections.
 *
 * @see kubernetes-sigs/controller-runtime:pkg/healthz/healthz.go
 */
export class MetricsEndpoint {
  readonly #options: MetricsEndpointOptions;
  readonly #checks: ReadonlyMap<string, Checks>;
  readonly #debugObjects: DebugObjects | undefined;
  #server: Server | undefined;
  #listening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: MetricsEndpointOptions) {
    requireOption('MetricsEndpointOptions.registry', options.registry);
    requireOption('MetricsEndpointOptions.logger', options.logger);
    checkNumber('MetricsEndpointOptions.port', options.port, { max: 65_535, integer: true });
    const { healthChecks = {}, readyChecks = {}, checkTimeoutMs = 800 } = options;
    checkNumber('MetricsEndpointOptions.checkTimeoutMs', checkTimeoutMs, { min: 1 });
    this.#options = options;
    const { explain } = options;
    this.#debugObjects = explain && new DebugObjects('MetricsEndpointOptions.explain', explain);
    this.#checks = new Map([
      ['healthz', new Checks(healthChecks, checkTimeoutMs)],
      ['readyz', new Checks(readyChecks, checkTimeoutMs)],
    ]);
  }

  /**
   * Resolves when it listens. It closes by itself when the context is aborted; give it a context that lives
   * longer than the work it reports on, so that it answers while that is being stopped.
   *
   * @throws InvalidConfigError when the address cannot be listened on, ExecutionFailedError when it was started
   * or closed before.
   */
  async start(ctx: Context): Promise<void> {
    ctx.signal.throwIfAborted();
    if (this.#server !== undefined || this.#closing !== undefined) {
      throw new ExecutionFailedError('cannot start the metrics endpoint: it was started or closed before');
    }
    const server = this.#newServer(ctx.withLogger(this.#options.logger));
    this.#server = server;
    const close = (): void => void this.close();
    ctx.signal.addEventListener('abort', close, { once: true });
    server.once('close', () => ctx.signal.removeEventListener('abort', close));
    try {
      this.#listening = this.#listen(server);
      await this.#listening;
    } catch (error) {
      ctx.signal.removeEventListener('abort', close);
      this.#server = undefined;
      throw error;
    }
    ctx.signal.throwIfAborted();
  }

  /** Where it listens, such as `http://127.0.0.1:8080`. Undefined unless it does. */
  get url(): string | undefined {
    const address = this.#server?.address();
    if (address === null || address === undefined || typeof address === 'string') return undefined;
    return urlOf(address);
  }

  /** Ends it and all its connections. Idempotent, also when it was never started. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const server = this.#server;
    await this.#listening?.catch(() => {}); // Whoever called start is told.
    if (server?.listening !== true) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  }

  #newServer(ctx: Context): Server {
    const server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => void this.#serve(ctx, request, response),
    );
    server.maxConnections = MAX_CONNECTIONS;
    return server;
  }

  async #listen(server: Server): Promise<void> {
    const { host = defaultHost(process.env), port = 8080 } = this.#options;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
          server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      throw cannotListen(host, port, error);
    }
    server.on('error', (error) => this.#options.logger.warn('metrics endpoint has an error', { error }));
  }

  async #serve(ctx: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, headers } = await this.#answer(ctx, request);
    response.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Never rejects. */
  async #answer(ctx: Context, request: IncomingMessage): Promise<Answer> {
    const url = URL.parse(request.url ?? '', 'http://endpoint');
    const page = url === null ? undefined : this.#page(ctx, url, request);
    if (page === undefined) return NOT_FOUND;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 405, body: 'only GET and HEAD are allowed\n', headers: { allow: 'GET, HEAD' } };
    }
    return await page();
  }

  /** What is at this place; undefined: nothing. */
  #page(ctx: Context, url: URL, request: IncomingMessage): (() => Promise<Answer>) | undefined {
    const [, root = '', ...rest] = url.pathname.split('/');
    if (root === 'metrics') return rest.length === 0 ? async () => await this.#metrics(ctx) : undefined;
    if (root === 'debug') return this.#debugPage(ctx, rest, wantsJson(url, request));
    const [checks, check] = [this.#checks.get(root), decoded(rest.join('/'))];
    if (checks === undefined || !knows(checks, check)) return undefined;
    return async () => {
      const results = await checks.run(ctx, check === '' ? undefined : [check ?? '']);
      return report(root, results, url.searchParams.has('verbose'));
    };
  }

  #debugPage(
    ctx: Context,
    [what, ...rest]: readonly string[],
    json: boolean,
  ): (() => Promise<Answer>) | undefined {
    const page = what === 'objects' ? this.#debugObjects?.page(rest) : undefined;
    if (page === undefined) return undefined;
    return async () => {
      try {
        return page({ json, now: new Date(ctx.clock.now()) });
      } catch (error) {
        ctx.logger.error('cannot explain', { error });
        return { status: 500, body: 'cannot explain: reason withheld\n' };
      }
    };
  }

  async #metrics(ctx: Context): Promise<Answer> {
    const { registry } = this.#options;
    try {
      const collect = async (): Promise<string> => await registry.metrics();
      const body = await withDeadline(ctx, SCRAPE_TIMEOUT_MS, collect, 'collecting the metrics');
      return { status: 200, body, headers: { 'content-type': registry.contentType } };
    } catch (error) {
      if (!ctx.signal.aborted) ctx.logger.error('cannot collect metrics', { error });
      return { status: 500, body: 'cannot collect metrics: reason withheld\n' };
    }
  }
}

/** Whether the name is that of a check, or empty, which stands for all. */
function knows(checks: Checks, name: string | undefined): boolean {
  return name === '' || (name !== undefined && checks.has(name));
}

function wantsJson(url: URL, { headers }: IncomingMessage): boolean {
  const format = url.searchParams.get('format');
  return format === null ? headers.accept?.includes('application/json') === true : format === 'json';
}

/** As Kubernetes' own health endpoints answer: all checks are listed when one fails, or when asked for. */
function report(root: string, results: readonly CheckResult[], verbose: boolean): Answer {
  const ok = results.every((result) => result.ok);
  if (ok && !verbose) return { status: 200, body: 'ok' };
  const lines = results.map(({ name, ok: passed }) =>
    passed ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`,
  );
  return { status: ok ? 200 : 500, body: `${lines.join('')}${root} check ${ok ? 'passed' : 'failed'}\n` };
}

/** Undefined: all addresses, of both families where there are two. */
function defaultHost(env: NodeJS.ProcessEnv): string | undefined {
  return env['KUBERNETES_SERVICE_HOST'] === undefined ? '127.0.0.1' : undefined;
}

function urlOf(address: AddressInfo): string {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function cannotListen(host: string | undefined, port: number, cause: unknown): InvalidConfigError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
  const where = `${host ?? 'all addresses'}, port ${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another process or endpoint listens there; choose another port, or 0 for any free one',
    EACCES: 'this process may not use that port; choose one from 1024 up',
    EADDRNOTAVAIL: 'this machine has no such address; change MetricsEndpointOptions.host',
    ENOTFOUND: 'this host name is not known; change MetricsEndpointOptions.host',
  };
  return new InvalidConfigError(
    `MetricsEndpointOptions.port: cannot listen on ${where}: ${reasons[code] ?? code}`,
    { cause },
  );
}
