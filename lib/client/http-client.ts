import type { Context } from '../../context/index.ts';
import { checkNumber, requireOption } from '../errors.ts';
import { type Registry, clientMetrics } from '../metrics.ts';
import type { JsonObject } from '../object/json.ts';
import { Pod, type Scale } from '../object/kinds.ts';
import type { Kind, KubernetesObject, ObjectRef } from '../object/kubernetes-object.ts';
import type { Status } from '../object/status.ts';
import { readJson } from './body.ts';
import type {
  ApplyOptions,
  Client,
  DeleteOptions,
  GetOptions,
  KindRef,
  ListOptions,
  Page,
  PatchBody,
  RawRequest,
  RawResponse,
  SubresourceOptions,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client.ts';
import { Discovery } from './discovery.ts';
import { isNotFound } from './errors.ts';
import { splitLines } from './lines.ts';
import { listRequest, parseList } from './list-pages.ts';
import { type PathRef, pathOf } from './path.ts';
import { Requester } from './requester.ts';
import { isMadeUp } from './status-error.ts';
import type { Transport } from './transport.ts';
import { parseWatchEvent, watchRequest } from './watch-events.ts';
import { complete, creationRef, refOf } from './wire-object.ts';
import { checkFieldManager, deleteBody, patchContent, writeQuery } from './write-query.ts';

export interface ClientOptions {
  readonly transport: Transport;
  /** Owns the fields that this client writes. Default `operatorkit`; 1 to 128 characters. */
  readonly fieldManager?: string;
  /** Default `operatorkit (node/<version>)`. */
  readonly userAgent?: string;
  /** Where `rest_client_*` metrics go. Default: nowhere. */
  readonly registry?: Registry;
  /**
   * For one request with all its retries, until the head of the answer is there; and for the longest silence
   * within a body that is read at once. Milliseconds, default 30,000.
   */
  readonly timeoutMs?: number;
  /** Objects in a page of a list. Default 500. */
  readonly pageSize?: number;
  /** Most repetitions of one request. Default 10; 0 switches them off. */
  readonly maxRetries?: number;
}

/** Makes a client on a transport; the client closes it. See `connect` for the usual way to one. */
export function newClient(options: ClientOptions): Client {
  return new HttpClient(options);
}

/** A kind's subresource names the object within it, so its own kind may be another (`scale`, `eviction`). */
const OF_THE_SAME_KIND: ReadonlySet<string | undefined> = new Set([
  undefined,
  'status',
  'ephemeralcontainers',
  'resize',
]);

class HttpClient implements Client {
  readonly transport: Transport;
  readonly #requester: Requester;
  readonly #discovery: Discovery;
  readonly #fieldManager: string;
  readonly #pageSize: number;

  constructor(options: ClientOptions) {
    this.transport = requireOption('ClientOptions.transport', options.transport);
    const { fieldManager = 'operatorkit', timeoutMs = 30_000, pageSize = 500, maxRetries = 10 } = options;
    checkFieldManager('ClientOptions.fieldManager', fieldManager);
    checkNumber('ClientOptions.timeoutMs', timeoutMs, { min: 1 });
    checkNumber('ClientOptions.pageSize', pageSize, { integer: true });
    checkNumber('ClientOptions.maxRetries', maxRetries, { integer: true });
    this.#fieldManager = fieldManager;
    this.#pageSize = pageSize;
    this.#requester = new Requester({
      transport: this.transport,
      userAgent: options.userAgent ?? `operatorkit (node/${process.versions.node})`,
      timeoutMs,
      maxRetries,
      metrics: options.registry === undefined ? undefined : clientMetrics(options.registry),
    });
    this.#discovery = new Discovery((ctx, path) => this.#json(ctx, { method: 'GET', path }));
  }

  async get<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: GetOptions = {},
  ): Promise<T> {
    const path = await this.#pathOf(ctx, kind, ref);
    return await this.#object<T>(ctx, { method: 'GET', path, query: { ...options } });
  }

  async tryGet<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: GetOptions = {},
  ): Promise<T | undefined> {
    const path = await this.#pathOf(ctx, kind, ref);
    try {
      return await this.#object<T>(ctx, { method: 'GET', path, query: { ...options } });
    } catch (error) {
      // A made-up Status means that the whole kind is missing, which is not "no such object".
      if (isNotFound(error) && !isMadeUp(error)) return undefined;
      throw error;
    }
  }

  async *list<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: ListOptions = {},
  ): AsyncGenerator<Page<T>, void, undefined> {
    const resolved = await this.resolve(ctx, kind);
    const limit = options.limit ?? this.#pageSize;
    let token: string | undefined;
    do {
      const list = await this.#json(ctx, listRequest(resolved, options, limit, token));
      const { page, continueToken } = parseList(resolved, list);
      yield page;
      token = continueToken;
    } while (token !== undefined);
  }

  async listAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: ListOptions = {},
  ): Promise<readonly T[]> {
    const pages: (readonly T[])[] = [];
    for await (const page of this.list(ctx, kind, options)) pages.push(page.items);
    return pages.flat();
  }

  async create<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const resolved = await this.resolve(ctx, kind);
    const path = pathOf(resolved, creationRef(resolved, obj));
    return await this.#write<T>(ctx, 'POST', path, complete(resolved, obj), options);
  }

  async update<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options: WriteOptions & SubresourceOptions = {},
  ): Promise<T> {
    const { path, body } = await this.#target(ctx, kind, obj, options);
    return await this.#write<T>(ctx, 'PUT', path, body, options);
  }

  async patch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    patch: PatchBody,
    options: WriteOptions & SubresourceOptions = {},
  ): Promise<T> {
    const path = await this.#pathOf(ctx, kind, ref, options.subresource);
    const { type, body } = patchContent(patch);
    return await this.#object<T>(ctx, {
      method: 'PATCH',
      path,
      query: writeQuery(options, this.#fieldManager),
      headers: { 'content-type': type },
      body,
    });
  }

  async apply<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options: ApplyOptions & SubresourceOptions = {},
  ): Promise<T> {
    const { path, body } = await this.#target(ctx, kind, obj, options);
    return await this.#object<T>(ctx, {
      method: 'PATCH',
      verb: 'apply',
      path,
      query: { ...writeQuery(options, this.#fieldManager), force: options.force },
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify(body),
    });
  }

  async delete<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: DeleteOptions = {},
  ): Promise<T | Status> {
    const path = await this.#pathOf(ctx, kind, ref);
    return await this.#object<T | Status>(ctx, { method: 'DELETE', path, ...json(deleteBody(options)) });
  }

  async deleteAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: DeleteOptions & Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> = {},
  ): Promise<void> {
    const { namespace, labelSelector, fieldSelector, ...deletion } = options;
    const resolved = await this.resolve(ctx, kind);
    if (resolved.namespaced) requireOption('namespace', namespace);
    await this.#json(ctx, {
      method: 'DELETE',
      verb: 'deletecollection',
      path: pathOf(resolved, namespace === undefined ? {} : { namespace }),
      query: { labelSelector, fieldSelector },
      ...json(deleteBody(deletion)),
    });
  }

  async *watch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>, void, undefined> {
    const resolved = await this.resolve(ctx, kind);
    const request = watchRequest(resolved, options);
    const { body } = await this.raw(ctx, request);
    for await (const lines of splitLines(body)) {
      for (const line of lines) yield parseWatchEvent(request, resolved, line);
    }
  }

  async getScale<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>, ref: ObjectRef): Promise<Scale> {
    const path = await this.#pathOf(ctx, kind, ref, 'scale');
    return await this.#object<Scale>(ctx, { method: 'GET', path });
  }

  async updateScale<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    replicas: number,
    options: WriteOptions = {},
  ): Promise<Scale> {
    checkNumber('replicas', replicas, { integer: true });
    const path = await this.#pathOf(ctx, kind, ref, 'scale');
    const scale: Scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { ...ref },
      spec: { replicas },
    };
    return await this.#write<Scale>(ctx, 'PUT', path, scale, options);
  }

  async evict(ctx: Context, ref: ObjectRef, options: DeleteOptions = {}): Promise<void> {
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { ...ref },
      deleteOptions: deleteBody(options),
    };
    await this.#json(ctx, { method: 'POST', path: pathOf(Pod, ref, 'eviction'), ...json(eviction) });
  }

  async resolve<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>): Promise<Kind<T>> {
    return await this.#discovery.resolve(ctx, kind);
  }

  async raw(ctx: Context, request: RawRequest): Promise<RawResponse> {
    return await this.#requester.stream(ctx, request);
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #pathOf<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    subresource?: string,
  ): Promise<string> {
    const named: PathRef = { ...ref, name: requireOption('name', ref.name) };
    return pathOf(await this.resolve(ctx, kind), named, subresource);
  }

  async #target<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    { subresource }: SubresourceOptions,
  ): Promise<{ readonly path: string; readonly body: T }> {
    const resolved = await this.resolve(ctx, kind);
    const path = pathOf(resolved, refOf(obj), subresource);
    return { path, body: OF_THE_SAME_KIND.has(subresource) ? complete(resolved, obj) : obj };
  }

  async #write<T extends KubernetesObject>(
    ctx: Context,
    method: 'POST' | 'PUT',
    path: string,
    obj: KubernetesObject,
    options: WriteOptions,
  ): Promise<T> {
    const query = writeQuery(options, this.#fieldManager);
    return await this.#object<T>(ctx, { method, path, query, ...json(obj) });
  }

  /** The server's word that it is a T is taken: only it knows the schema. */
  async #object<T>(ctx: Context, request: RawRequest): Promise<T> {
    return (await this.#json(ctx, request)) as unknown as T;
  }

  async #json(ctx: Context, request: RawRequest): Promise<JsonObject> {
    return await this.#requester.whole(ctx, request, (response) => readJson(request, response));
  }
}

function json(value: object): Pick<RawRequest, 'headers' | 'body'> {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
