import type { Context } from '../../../context/index.ts';
import type { Client } from '../../../lib/client/client.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../../lib/client/transport.ts';
import { type Outcome, processDelete, processUpdate } from '../../../lib/framework/resources/process.ts';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { type Kind, type KubernetesObject, keyOf } from '../../../lib/object/kubernetes-object.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { OWNED_BY_LABEL } from '../../../resource/k8s/marks.ts';
import { ownedObjects, type OwnedObjectsResource } from '../../../resource/k8s/owned-objects.ts';
import {
  type DesiredObject,
  kindOf,
  type OwnedObjectsOptions,
} from '../../../resource/k8s/owned-objects-options.ts';
import { defined } from '../../kit/assert.ts';
import { testServer, type TestServer } from '../../kit/server.ts';
import type { TestContext } from '../../kit/suite.ts';
import { tier } from '../../kit/tier.ts';

/** How long anything may take here, in milliseconds. */
export const PATIENCE_MS: number = tier() === 'real' ? 30_000 : 10_000;

/** Notes each request that is no list and no watch, as `PATCH configmaps/a`. */
class NotedTransport implements Transport {
  readonly notes: string[] = [];
  readonly bodies: string[] = [];
  /** Called before a request that is noted; may throw. */
  before: (note: string, body: string) => void | Promise<void> = () => {};
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  get host(): string {
    return this.#inner.host;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { method, path, body } = request;
    const [place = '', query = ''] = path.split('?');
    const isRead = method === 'GET' && /labelSelector|watch=|limit=/.test(query);
    const isDiscovery = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)$/.test(place);
    if (!isRead && !isDiscovery) {
      this.notes.push(`${method} ${place.split('/').slice(-2).join('/')}`);
      this.bodies.push(String(body));
      await this.before(this.notes.at(-1)!, String(body));
    }
    return await this.#inner.send(request);
  }

  async close(): Promise<void> {}
}

export type StageOptions = Partial<Omit<OwnedObjectsOptions<ConfigMap>, 'client' | 'owner' | 'desired'>>;

/** A resource of owned objects, its informers running, and an owner of its own. */
export class Stage {
  readonly server: TestServer;
  readonly ctx: Context;
  /** Not noted. */
  readonly client: Client;
  readonly owner: ConfigMap;
  /** What the owner shall have. */
  desired: readonly object[] = [];
  resource: OwnedObjectsResource<ConfigMap>;
  /** How often `desired` was asked for. */
  asked = 0;
  readonly #options: StageOptions;
  readonly #transport: NotedTransport;
  #stop = new AbortController();
  #runs: readonly Promise<void>[] = [];

  private constructor(t: TestContext, server: TestServer, owner: ConfigMap, options: StageOptions) {
    this.server = server;
    this.ctx = server.ctx;
    this.client = server.client;
    this.owner = owner;
    this.#options = options;
    this.#transport = new NotedTransport(server.client.transport);
    this.resource = this.#start();
    t.defer(() => this.#end());
  }

  static async on(
    t: TestContext,
    options: StageOptions = {},
    name = 'owner',
    on?: TestServer,
  ): Promise<Stage> {
    const server = on ?? (await testServer(t));
    const { namespace } = server;
    const owner = await server.client.create(server.ctx, ConfigMap, { metadata: { name, namespace } });
    return new Stage(t, server, owner, options);
  }

  get namespace(): string {
    return this.server.namespace;
  }

  /** Reconciles the owner, which has these objects from now on. @returns the requests that it took. */
  async reconcile(desired: readonly object[] = this.desired, ctx: Context = this.ctx): Promise<string[]> {
    this.desired = desired;
    await processUpdate(ctx, this.owner, [this.resource]);
    return this.requests();
  }

  /** Reconciles, and what the informers then tell of, until no request comes any more. */
  async converge(desired: readonly object[]): Promise<string[]> {
    const requests = await this.reconcile(desired);
    await this.caughtUp();
    return [...requests, ...(await this.reconcile())];
  }

  async deleteOwner(owner: ConfigMap = this.owner): Promise<Outcome> {
    const deletionTimestamp = '2026-01-02T15:04:05Z';
    return await processDelete(this.ctx, { ...owner, metadata: { ...owner.metadata, deletionTimestamp } }, [
      this.resource,
    ]);
  }

  /** Since the last call. */
  requests(): string[] {
    this.#transport.bodies.splice(0);
    return this.#transport.notes.splice(0);
  }

  /** Does something before each request that is noted, which may fail it. */
  before(work: (note: string, body: string) => void | Promise<void>): void {
    this.#transport.before = work;
  }

  get bodies(): readonly string[] {
    return this.#transport.bodies;
  }

  /** The same resource as after a restart of the process. */
  async restart(): Promise<void> {
    await this.#end();
    this.resource = this.#start();
    await this.caughtUp();
  }

  /** Waits until the informers have what the server has. */
  async caughtUp(): Promise<void> {
    for (const [index, { informer }] of this.resource.watches.entries()) {
      const kind = kindOf(defined(this.#kinds[index]));
      const labelSelector = `${OWNED_BY_LABEL}=${this.resource.name}`;
      await eventually(
        async () => {
          if (informer.health().lists === 0 && informer.health().synced) return ['', '']; // An absent kind.
          const listed = await this.client.listAll(this.ctx, kind, {
            labelSelector,
            namespace: this.namespace,
          });
          return [versionsOf(listed), versionsOf(informer.list())];
        },
        ([there, here]) => there === here,
        { what: `the informer of ${kind.kind}`, deadlineMs: PATIENCE_MS, signal: this.ctx.signal },
      );
    }
  }

  async get<T extends KubernetesObject>(kind: Kind<T>, name: string): Promise<T> {
    return await this.client.get(this.ctx, kind, { name, namespace: this.namespace });
  }

  async find<T extends KubernetesObject>(kind: Kind<T>, name: string): Promise<T | undefined> {
    return await this.client.tryGet(this.ctx, kind, { name, namespace: this.namespace });
  }

  /** What somebody else writes, as a merge patch. */
  async change(kind: Kind, name: string, value: object, fieldManager = 'somebody'): Promise<void> {
    const ref = { name, namespace: this.namespace };
    await this.client.patch(this.ctx, kind, ref, { type: 'merge', value }, { fieldManager });
  }

  get #kinds(): NonNullable<StageOptions['kinds']> {
    return this.#options.kinds ?? [ConfigMap];
  }

  #start(): OwnedObjectsResource<ConfigMap> {
    const resource = ownedObjects<ConfigMap>({
      name: 'children',
      namespace: this.#options.namespaces ? undefined! : this.namespace,
      ...this.#options,
      kinds: this.#kinds,
      owner: ConfigMap,
      client: newClient({ transport: this.#transport }),
      desired: () => {
        this.asked += 1;
        return this.desired as readonly DesiredObject[];
      },
    });
    this.#stop = new AbortController();
    const ctx = this.ctx.withSignal(this.#stop.signal);
    this.#runs = resource.watches.map(async ({ informer }) => await informer.run(ctx));
    return resource;
  }

  async #end(): Promise<void> {
    this.#stop.abort(new Error('the stage is over'));
    await Promise.all(this.#runs);
  }
}

function versionsOf(objects: readonly KubernetesObject[]): string {
  return objects
    .map((obj) => `${keyOf(obj)} ${obj.metadata?.resourceVersion}`)
    .toSorted()
    .join(', ');
}

/** A ConfigMap to be owned. */
export function map(name: string, data: Readonly<Record<string, string>> = { a: '1' }): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}
