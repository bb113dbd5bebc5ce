import { type Context, dryRun } from '../../context/index.ts';
import { ExecutionFailedError, checkNumber, requireOption } from '../errors.ts';
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
import { type CallPlace, changed, noteSecrets, placeOf, told } from './told-call.ts';
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
    return await this.#get<T>(ctx, await this.#place(ctx, kind, ref), options);
  }

  async tryGet<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: GetOptions = {},
  ): Promise<T | undefined> {
    const place = await this.#place(ctx, kind, ref);
    try {
      return await this.#get<T>(ctx, place, options);
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
      const request = listRequest(resolved, options, limit, token);
      const list = await told(
        ctx,
        { verb: 'list', ...placeOf(resolved, options), dryRun: false },
        async (inner) => await this.#json(inner, request),
      );
      const { page, continueToken } = parseList<T>(resolved, list);
      noteSecrets(ctx, page);
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
    const ref = creationRef(resolved, obj);
    const { name } = obj.metadata ?? {};
    const named = name === undefined ? ref : { ...ref, name };
    const place = { ...placeOf(resolved, named), path: pathOf(resolved, ref) };
    return await this.#write<T>(ctx, 'create', place, complete(resolved, obj), options);
  }

  async update<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options: WriteOptions & SubresourceOptions = {},
  ): Promise<T> {
    const { place, body } = await this.#target(ctx, kind, obj, options);
    return await this.#write<T>(ctx, 'update', place, body, options);
  }

  async patch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    patch: PatchBody,
    options: WriteOptions & SubresourceOptions = {},
  ): Promise<T> {
    const { path, ...place } = await this.#place(ctx, kind, ref, options.subresource);
    const { type, body } = patchContent(patch);
    const shown = patch.type === 'json' ? patch.operations : patch.value;
    return await changed<T>(
      ctx,
      { verb: 'patch', ...place, body: shown },
      options,
      async (inner, dry) =>
        await this.#json(inner, {
          method: 'PATCH',
          path,
          query: writeQuery(dry, this.#fieldManager),
          headers: { 'content-type': type },
          body,
        }),
    );
  }

  async apply<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options: ApplyOptions & SubresourceOptions = {},
  ): Promise<T> {
    const {
      place: { path, ...place },
      body,
    } = await this.#target(ctx, kind, obj, options);
    return await changed<T>(
      ctx,
      { verb: 'apply', ...place, body },
      options,
      async (inner, dry) =>
        await this.#json(inner, {
          method: 'PATCH',
          verb: 'apply',
          path,
          query: { ...writeQuery(dry, this.#fieldManager), force: options.force },
          headers: { 'content-type': 'application/apply-patch+yaml' },
          body: JSON.stringify(body),
        }),
    );
  }

  async delete<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options: DeleteOptions = {},
  ): Promise<T | Status> {
    const { path, ...place } = await this.#place(ctx, kind, ref);
    return await changed<T | Status>(
      ctx,
      { verb: 'delete', ...place },
      options,
      async (inner, dry) => await this.#json(inner, { method: 'DELETE', path, ...json(deleteBody(dry)) }),
    );
  }

  async deleteAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: DeleteOptions & Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> = {},
  ): Promise<void> {
    const { namespace, labelSelector, fieldSelector, ...deletion } = options;
    const resolved = await this.resolve(ctx, kind);
    if (resolved.namespaced) requireOption('namespace', namespace);
    const within = namespace === undefined ? {} : { namespace };
    const call = { verb: 'deletecollection', ...placeOf(resolved, within) } as const;
    await changed(
      ctx,
      call,
      deletion,
      async (inner, dry) =>
        await this.#json(inner, {
          method: 'DELETE',
          verb: 'deletecollection',
          path: pathOf(resolved, within),
          query: { labelSelector, fieldSelector },
          ...json(deleteBody(dry)),
        }),
    );
  }

  async *watch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>, void, undefined> {
    const resolved = await this.resolve(ctx, kind);
    const request = watchRequest(resolved, options);
    const call = { verb: 'watch', ...placeOf(resolved, options), dryRun: false } as const;
    const { body } = await told(ctx, call, async (inner) => await this.raw(inner, request));
    for await (const lines of splitLines(body)) {
      for (const line of lines) yield parseWatchEvent(request, resolved, line);
    }
  }

  async getScale<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>, ref: ObjectRef): Promise<Scale> {
    return await this.#get<Scale>(ctx, await this.#place(ctx, kind, ref, 'scale'), {});
  }

  async updateScale<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    replicas: number,
    options: WriteOptions = {},
  ): Promise<Scale> {
    checkNumber('replicas', replicas, { integer: true });
    const place = await this.#place(ctx, kind, ref, 'scale');
    const scale: Scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { ...ref },
      spec: { replicas },
    };
    return await this.#write<Scale>(ctx, 'update', place, scale, options);
  }

  async evict(ctx: Context, ref: ObjectRef, options: DeleteOptions = {}): Promise<void> {
    const call = { verb: 'create', ...placeOf(Pod, ref, 'eviction') } as const;
    await changed(ctx, call, options, async (inner, dry) => {
      const deleteOptions = deleteBody(dry);
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { ...ref }, deleteOptions };
      return await this.#json(inner, {
        method: 'POST',
        path: pathOf(Pod, ref, 'eviction'),
        ...json(eviction),
      });
    });
  }

  async resolve<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>): Promise<Kind<T>> {
    return await this.#discovery.resolve(ctx, kind);
  }

  async raw(ctx: Context, request: RawRequest): Promise<RawResponse> {
    if (request.method !== 'GET' && dryRun.isSet(ctx))
      throw new ExecutionFailedError(
        `cannot send a raw ${request.method} in a dry run: whether it would change something is unknown; use a method of the client, or leave it out where dryRun.isSet(ctx)`,
      );
    return await this.#requester.stream(ctx, request);
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #place<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    subresource?: string,
  ): Promise<CallPlace> {
    const named: PathRef = { ...ref, name: requireOption('name', ref.name) };
    const resolved = await this.resolve(ctx, kind);
    return { ...placeOf(resolved, named, subresource), path: pathOf(resolved, named, subresource) };
  }

  async #target<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    { subresource }: SubresourceOptions,
  ): Promise<{ readonly place: CallPlace; readonly body: T }> {
    const resolved = await this.resolve(ctx, kind);
    const place = await this.#place(ctx, resolved, refOf(obj), subresource);
    return { place, body: OF_THE_SAME_KIND.has(subresource) ? complete(resolved, obj) : obj };
  }

  async #get<T>(ctx: Context, { path, ...place }: CallPlace, options: GetOptions): Promise<T> {
    const request = { method: 'GET', path, query: { ...options } } as const;
    return await told(
      ctx,
      { verb: 'get', ...place, dryRun: false },
      async (inner) => await this.#object<T>(inner, request),
    );
  }

  async #write<T extends KubernetesObject>(
    ctx: Context,
    verb: 'create' | 'update',
    { path, ...place }: CallPlace,
    body: KubernetesObject,
    options: WriteOptions,
  ): Promise<T> {
    const method = verb === 'create' ? 'POST' : 'PUT';
    return await changed<T>(
      ctx,
      { verb, ...place, body },
      options,
      async (inner, dry) =>
        await this.#json(inner, { method, path, query: writeQuery(dry, this.#fieldManager), ...json(body) }),
    );
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
