import { setImmediate } from 'node:timers/promises';

import { silentLogger, systemClock } from '../../context/index.ts';
import type { Clock, Logger } from '../../context/index.ts';
import type { Transport } from '../client/transport.ts';
import { bootstrap, FIRST_NAMESPACES } from './bootstrap.ts';
import { loadBuiltins } from './builtin/load-builtins.ts';
import { CustomResourceController } from './controllers/custom-resource-controller.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { NamespaceController } from './controllers/namespace-controller.ts';
import { directTransport } from './direct-transport.ts';
import { FaultInjector } from './fault-injector.ts';
import type { Faults } from './faults.ts';
import type { ApiParts } from './handlers/api-parts.ts';
import { HttpListener } from './http-listener.ts';
import { kubeconfigText } from './kubeconfig-text.ts';
import { MemoryStorage } from './memory-storage.ts';
import { ObjectStore } from './objects/object-store.ts';
import type { ApiHandler } from './request.ts';
import { ResourceRegistry } from './resource-registry.ts';
import { newApiHandler } from './router.ts';
import { ObjectEncoder } from './serving/object-encoder.ts';
import { WatchHub } from './serving/watch-hub.ts';
import type { Storage } from './storage.ts';

/** Options of {@link startApiServer}. */
export interface ApiServerOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. Whoever can reach it can do everything. */
  readonly host?: string;
  /** False: no socket at all; clients use {@link ApiServer.transport}. Default true. */
  readonly listen?: boolean;
  /** Timestamps, timeouts and bookmarks go by it. Default: the real time. */
  readonly clock?: Clock;
  /** Default: silent. */
  readonly logger?: Logger;
  /** How long changes can be watched and lists continued after the fact, in milliseconds. Default 5 minutes. */
  readonly historyMs?: number;
  /** How many changes are remembered at most. Default 100,000. */
  readonly historyLimit?: number;
}

/**
 * An API server in this process.
 *
 * **Guarantees.** It answers as soon as it is there. Its objects are in memory and end with it. `close` ends all
 * watches and connections, and leaves no timer behind.
 */
export interface ApiServer extends AsyncDisposable {
  /** `http://127.0.0.1:12345`; empty where it does not listen. */
  readonly url: string;
  /** 0 where it does not listen. */
  readonly port: number;
  /** What goes wrong on demand. */
  readonly faults: Faults;
  /** Its data, for tests that look behind the scenes. */
  readonly storage: Storage;
  /** Its routes as a function, faults included. */
  readonly handler: ApiHandler;
  /** For clients in this process. Each call makes a new one, which its client closes. */
  transport(): Transport;
  /** For all others: a kubeconfig's text. @throws where it does not listen. */
  kubeconfig(): string;
  /** Resolves when all that follows from the writes so far is done: garbage is collected, namespaces emptied. */
  idle(): Promise<void>;
  /** Goes down, as a process that ends: connections break, new ones are refused. The data stays. */
  stop(): Promise<void>;
  /** Comes back on the same port. */
  resume(): Promise<void>;
  /** Ends it. Idempotent. */
  close(): Promise<void>;
}

/** Starts an API server, in some tens of milliseconds. @throws InvalidConfigError when its port is taken. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = new InProcessServer(options, new ResourceRegistry(await loadBuiltins()));
  if (options.listen !== false) await server.resume();
  return server;
}

class InProcessServer implements ApiServer {
  readonly faults: FaultInjector;
  readonly storage: Storage;
  readonly handler: ApiHandler;
  readonly #host: string;
  readonly #parts: ApiParts;
  readonly #listener: HttpListener | undefined;
  readonly #controllers: readonly (GarbageCollector | NamespaceController | CustomResourceController)[];
  #closing: Promise<void> | undefined;

  constructor(options: ApiServerOptions, registry: ResourceRegistry) {
    const { clock = systemClock, logger = silentLogger, host = '127.0.0.1', port = 0 } = options;
    this.#host = host;
    this.#parts = newParts(options, { clock, logger, registry });
    this.storage = this.#parts.storage;
    bootstrap(this.#parts);
    this.#controllers = startControllers(this.#parts, logger);
    this.#listener =
      options.listen === false
        ? undefined
        : new HttpListener({ host, port, logger, handler: (request) => this.handler(request) });
    this.faults = new FaultInjector({
      clock,
      listener: this.#listener,
      compact: () => this.storage.compact(this.storage.revision),
      endStreams: () => this.#parts.watches.end(),
    });
    this.handler = this.faults.wrap(newApiHandler(this.#parts));
  }

  get port(): number {
    return this.#listener?.port ?? 0;
  }

  get url(): string {
    if (this.#listener === undefined) return '';
    const host = this.#host.includes(':') ? `[${this.#host}]` : this.#host;
    return `http://${host}:${this.port}`;
  }

  transport(): Transport {
    return directTransport(this.handler, {
      isRefusing: () => this.faults.refusing || this.#closing !== undefined,
    });
  }

  kubeconfig(): string {
    return kubeconfigText(this.url);
  }

  async idle(): Promise<void> {
    // Each may give the others work, in the worst case in a circle that its own end breaks.
    for (let revision = -1; revision !== this.storage.revision;) {
      ({ revision } = this.storage);
      for (const controller of this.#controllers) await controller.idle();
    }
  }

  stop(): Promise<void> {
    return this.faults.stop();
  }

  resume(): Promise<void> {
    return this.faults.resume();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    await this.faults.close();
    this.#parts.watches.end();
    // Their readers get the end of their streams before their connections go.
    await setImmediate();
    await this.#listener?.stop();
    for (const controller of this.#controllers) await controller[Symbol.asyncDispose]();
  }
}

function newParts(
  options: ApiServerOptions,
  given: { readonly clock: Clock; readonly logger: Logger; readonly registry: ResourceRegistry },
): ApiParts {
  const { historyMs, historyLimit } = options;
  const storage = new MemoryStorage({
    clock: given.clock,
    ...(historyMs === undefined ? {} : { historyMs }),
    ...(historyLimit === undefined ? {} : { historyLimit }),
  });
  return {
    ...given,
    storage,
    objects: new ObjectStore(storage, given.clock),
    encoder: new ObjectEncoder(),
    watches: new WatchHub(),
  };
}

function startControllers(
  parts: ApiParts,
  logger: Logger,
): readonly (GarbageCollector | NamespaceController | CustomResourceController)[] {
  const namespaces = new NamespaceController(parts, logger);
  for (const name of FIRST_NAMESPACES) namespaces.sync(name);
  return [new CustomResourceController(parts, logger), new GarbageCollector(parts, logger), namespaces];
}
