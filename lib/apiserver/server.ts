import { setImmediate } from 'node:timers/promises';

import { silentLogger, systemClock } from '../../context/index.ts';
import type { Clock, Logger } from '../../context/index.ts';
import type { Transport } from '../client/transport.ts';
import { Access } from './access/access.ts';
import type { TokenUser } from './access/authenticator.ts';
import { installDefaultRoles, loadDefaultRoles } from './access/default-roles.ts';
import type { DefaultRoles } from './access/default-roles.ts';
import { REVIEW_DEFINITIONS } from './access/review-definitions.ts';
import { RoleAggregator } from './access/role-aggregator.ts';
import { FieldManager } from './apply/field-manager.ts';
import { bootstrap, FIRST_NAMESPACES } from './bootstrap.ts';
import { loadBuiltins } from './builtin/load-builtins.ts';
import { loadRuleEngine } from './cel/loading.ts';
import { CustomResourceController } from './controllers/custom-resource-controller.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { NamespaceController } from './controllers/namespace-controller.ts';
import { VolumeProtection } from './controllers/volume-protection.ts';
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
import { ObjectContents } from './storage/object-contents.ts';
import type { Storage, StoredState } from './storage.ts';
import { checkTlsFiles, selfSigned } from './tls.ts';
import type { TlsFiles } from './tls.ts';

/** Options of {@link startApiServer}. */
export interface ApiServerOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. Whoever can reach it can do everything, unless {@link tokens} or {@link rbac} say no. */
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
  /**
   * HTTPS instead of HTTP: true makes a certificate authority and a certificate for `localhost` and the like.
   * Default false.
   */
  readonly tls?: boolean | TlsFiles;
  /**
   * Users by their bearer tokens. Given (an empty list will do), requests without a valid token are answered
   * with 401, or are anonymous where {@link rbac} is on.
   */
  readonly tokens?: Readonly<Record<string, TokenUser>>;
  /**
   * Roles and their bindings decide who may do what; the roles of a new cluster are there. Default false:
   * everybody may do everything.
   */
  readonly rbac?: boolean;
  /** What an earlier server held. Watches from before it get 410. Default: nothing. */
  readonly restored?: StoredState;
  /** Wraps its routes, faults included: to see or to change all requests and answers. Called once. */
  readonly wrap?: (handler: ApiHandler) => ApiHandler;
}

/** As whom a client calls. */
export interface CredentialOptions {
  /** A bearer token. Default: that of an administrator, where one is needed. */
  readonly token?: string;
}

/**
 * An API server in this process.
 *
 * **Guarantees.** It answers as soon as it is there. Its objects are in memory and end with it. `close` ends all
 * watches and connections, and leaves no timer behind.
 */
export interface ApiServer extends AsyncDisposable {
  /** `http://127.0.0.1:12345`, or `https`; empty where it does not listen. */
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
  transport(options?: CredentialOptions): Transport;
  /** For all others: a kubeconfig's text, with token and CA where they are needed. @throws where it does not listen. */
  kubeconfig(options?: CredentialOptions): string;
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
  // What is restored may have rules, and is served at once.
  if (options.restored !== undefined) await loadRuleEngine();
  const server = new InProcessServer(options, {
    registry: new ResourceRegistry([...(await loadBuiltins()), ...REVIEW_DEFINITIONS]),
    roles: options.rbac === true ? await loadDefaultRoles() : {},
    tls: tlsFiles(options),
  });
  // Custom kinds that are restored are served from the first request on.
  if (options.restored !== undefined) await server.idle();
  if (options.listen !== false) await server.resume();
  return server;
}

/** What is loaded or made before the server can be. */
interface Prepared {
  readonly registry: ResourceRegistry;
  readonly roles: DefaultRoles;
  readonly tls: TlsFiles | undefined;
}

type Controller =
  GarbageCollector | NamespaceController | CustomResourceController | RoleAggregator | VolumeProtection;

/** How the API server is called by those who run in its cluster, beside its own host. */
const SERVING_NAMES = [
  'localhost',
  '127.0.0.1',
  '::1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  '10.96.0.1',
];

function tlsFiles({ tls = false, host = '127.0.0.1' }: ApiServerOptions): TlsFiles | undefined {
  if (tls === false) return undefined;
  // Clients check the dates by the real time, whatever this server's clock says.
  if (tls === true) return selfSigned([...new Set([...SERVING_NAMES, host])], systemClock.now());
  checkTlsFiles(tls);
  return tls;
}

/** The handler for calls that bring no credentials. */
function withToken(handler: ApiHandler, token: string | undefined): ApiHandler {
  if (token === undefined) return handler;
  const authorization = `Bearer ${token}`;
  return (request) => handler({ ...request, headers: { authorization, ...request.headers } });
}

class InProcessServer implements ApiServer {
  readonly faults: FaultInjector;
  readonly storage: Storage;
  readonly handler: ApiHandler;
  readonly #host: string;
  readonly #parts: ApiParts;
  readonly #listener: HttpListener | undefined;
  readonly #controllers: readonly Controller[];
  readonly #scheme: string;
  #closing: Promise<void> | undefined;

  constructor(options: ApiServerOptions, { registry, roles, tls }: Prepared) {
    const { clock = systemClock, logger = silentLogger, host = '127.0.0.1', port = 0 } = options;
    this.#host = host;
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.#parts = newParts(options, { clock, logger, registry, rootCertificate: tls?.ca ?? '' });
    this.storage = this.#parts.storage;
    bootstrap(this.#parts);
    installDefaultRoles(this.#parts, roles);
    this.#controllers = startControllers(this.#parts, logger, options.restored !== undefined);
    this.#listener =
      options.listen === false
        ? undefined
        : new HttpListener({ host, port, logger, tls, handler: (request) => this.handler(request) });
    this.faults = new FaultInjector({
      clock,
      listener: this.#listener,
      compact: () => this.storage.compact(this.storage.revision),
      endStreams: () => this.#parts.watches.end(),
    });
    const handler = this.faults.wrap(newApiHandler(this.#parts));
    this.handler = options.wrap?.(handler) ?? handler;
  }

  get port(): number {
    return this.#listener?.port ?? 0;
  }

  get url(): string {
    if (this.#listener === undefined) return '';
    const host = this.#host.includes(':') ? `[${this.#host}]` : this.#host;
    return `${this.#scheme}://${host}:${this.port}`;
  }

  transport({ token = this.#parts.access.adminToken }: CredentialOptions = {}): Transport {
    return directTransport(withToken(this.handler, token), {
      isRefusing: () => this.faults.refusing || this.#closing !== undefined,
    });
  }

  kubeconfig({ token = this.#parts.access.adminToken }: CredentialOptions = {}): string {
    return kubeconfigText({ url: this.url, ca: this.#parts.rootCertificate, token });
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
    // Their readers get the end of their streams before their connections go: a turn for what waits, one for the end.
    await setImmediate();
    await setImmediate();
    await this.#listener?.stop();
    for (const controller of this.#controllers) await controller[Symbol.asyncDispose]();
  }
}

function newParts(
  options: ApiServerOptions,
  given: Pick<ApiParts, 'clock' | 'logger' | 'registry' | 'rootCertificate'>,
): ApiParts {
  const { historyMs, historyLimit, restored, tokens, rbac = false } = options;
  const contents = new ObjectContents();
  const storage = new MemoryStorage({
    contents,
    clock: given.clock,
    restored,
    ...(historyMs === undefined ? {} : { historyMs }),
    ...(historyLimit === undefined ? {} : { historyLimit }),
  });
  return {
    ...given,
    storage,
    owners: new FieldManager(given.clock),
    objects: new ObjectStore(storage, given.clock),
    access: new Access({ storage, clock: given.clock, tokens, rbac }),
    encoder: new ObjectEncoder(contents),
    watches: new WatchHub(),
  };
}

function startControllers(parts: ApiParts, logger: Logger, isRestored: boolean): readonly Controller[] {
  const namespaces = new NamespaceController(parts, logger);
  for (const name of FIRST_NAMESPACES) namespaces.sync(name);
  const aggregator = new RoleAggregator(parts, logger);
  // The default roles come with what they select; restored ones may have been written by an older version.
  if (isRestored) aggregator.syncAll();
  return [
    new CustomResourceController(parts, logger),
    new GarbageCollector(parts, logger),
    aggregator,
    namespaces,
    new VolumeProtection(parts, logger),
  ];
}
