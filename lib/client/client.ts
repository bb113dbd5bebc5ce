import type { Context } from '../../context/index.ts';
import type { JsonValue } from '../object/json.ts';
import type { Scale } from '../object/kinds.ts';
import type { Kind, KindName, KubernetesObject, ObjectRef } from '../object/kubernetes-object.ts';
import type { Status } from '../object/status.ts';
import type { Transport } from './transport.ts';

/** A kind by value, or by name alone; then discovery says where it is, once per client. */
export type KindRef<T extends KubernetesObject> = Kind<T> | KindName;

/**
 * Reads from an API server or from a cache. A cache's reader is another object with the same methods, so that
 * the code shows which one it uses.
 */
export interface Reader {
  /** Rejects with an error for which `isNotFound` holds when there is no such object. */
  get<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options?: GetOptions,
  ): Promise<T>;
  /** Like `get`, but undefined when there is no such object. */
  tryGet<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options?: GetOptions,
  ): Promise<T | undefined>;
  /**
   * All objects, page by page; each is fetched when the loop asks for it. Items have `apiVersion` and `kind`,
   * which the wire omits. A continue token that expired in between rejects with `isGone`.
   */
  list<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options?: ListOptions,
  ): AsyncIterable<Page<T>>;
  /** All objects at once. Prefer `list` where there may be many. */
  listAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options?: ListOptions,
  ): Promise<readonly T[]>;
}

/**
 * Talks to one API server.
 *
 * **Guarantees:** every failure is an `ApiError` (the server said no; see `isNotFound`, `isConflict`, …), an
 * `UnreachableError` (it did not answer), or the reason of the context's signal. Requests that are safe to
 * repeat (reads, and whatever was answered with 429 or 503 and `Retry-After`) are retried a bounded number of
 * times, within the request's deadline.
 *
 * Writes without a `fieldManager` use the client's own.
 */
export interface Client extends Reader {
  readonly transport: Transport;
  create<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Replaces the whole object. With a `metadata.resourceVersion`, only that version: else `isConflict`.
   */
  update<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options?: WriteOptions & SubresourceOptions,
  ): Promise<T>;
  patch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    patch: PatchBody,
    options?: WriteOptions & SubresourceOptions,
  ): Promise<T>;
  /** Server-side apply: creates the object, or makes the fields given in `obj` so. */
  apply<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    obj: T,
    options?: ApplyOptions & SubresourceOptions,
  ): Promise<T>;
  /**
   * @returns the object, when it still exists because of finalizers, a grace period, or foreground deletion;
   * else the server's Status.
   */
  delete<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    options?: DeleteOptions,
  ): Promise<T | Status>;
  /** Deletes all objects that the selectors match, in one request (deletecollection). */
  deleteAll<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options?: DeleteOptions & Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): Promise<void>;
  /**
   * One watch request: ends when the server ends it. An informer is the better choice for nearly everybody.
   * An ERROR event rejects, so that a loop over events sees objects only.
   */
  watch<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    options?: WatchOptions,
  ): AsyncIterable<WatchEvent<T>>;
  getScale<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>, ref: ObjectRef): Promise<Scale>;
  updateScale<T extends KubernetesObject>(
    ctx: Context,
    kind: KindRef<T>,
    ref: ObjectRef,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>;
  /** Asks for a Pod's eviction, which respects disruption budgets: `isTooManyRequests` when one forbids it. */
  evict(ctx: Context, ref: ObjectRef, options?: DeleteOptions): Promise<void>;
  /** The kind's place in the API; asks discovery where only its name is known. */
  resolve<T extends KubernetesObject>(ctx: Context, kind: KindRef<T>): Promise<Kind<T>>;
  /**
   * One request as it is, for what the methods do not cover: retries and metrics, but no parsing of the
   * body. Rejects for status codes from 400 on, with the body's Status in the error.
   */
  raw(ctx: Context, request: RawRequest): Promise<RawResponse>;
  /** Ends open requests and connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface GetOptions {
  /** `'0'` allows an old answer from the server's cache. Default: the newest. */
  readonly resourceVersion?: string;
}

export interface ListOptions extends GetOptions {
  /** Default: all namespaces. */
  readonly namespace?: string;
  /** `app=web,tier!=db`. Default: everything. */
  readonly labelSelector?: string;
  /** `metadata.name=a`. Default: everything. */
  readonly fieldSelector?: string;
  /** Objects in a page. Default 500; 0 asks for everything in one answer. */
  readonly limit?: number;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The version of the whole list, from which to watch. The same on all pages. */
  readonly resourceVersion: string;
  /** How many objects follow, where the server says so. */
  readonly remaining?: number;
}

export interface WriteOptions {
  /** Everything happens but the write. Default false. */
  readonly dryRun?: boolean;
  /** Who owns the fields written here. Default: the client's. At most 128 characters. */
  readonly fieldManager?: string;
  /** What happens to fields that the schema does not know. Default: the server's, `Warn`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface ApplyOptions extends WriteOptions {
  /** Take fields from other managers instead of failing with `isConflict`. Default false. */
  readonly force?: boolean;
}

export interface SubresourceOptions {
  /** Default: the object itself. */
  readonly subresource?: 'status' | 'ephemeralcontainers' | 'resize' | (string & {});
}

export interface DeleteOptions {
  readonly dryRun?: boolean;
  /** Default: the kind's; 0 removes at once. Seconds. */
  readonly gracePeriodSeconds?: number;
  /** What happens to owned objects. Default: the kind's, mostly `Background`. */
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** Delete only this very object, else `isConflict`. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface WatchOptions extends Omit<ListOptions, 'limit'> {
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  /** When the server ends the watch. Default: the server's, 30 to 60 minutes. */
  readonly timeoutSeconds?: number;
}

export interface WatchEvent<T> {
  /** The object of a `BOOKMARK` has only `metadata.resourceVersion` and annotations. */
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

/** What a patch says, and in which of the formats. For server-side apply there is `apply`. */
export type PatchBody =
  /** RFC 6902: operations in order; one that fails fails them all. */
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }
  /** RFC 7386: members replace, `null` removes, lists are replaced whole. */
  | { readonly type: 'merge'; readonly value: object }
  /** Kubernetes' own, which merges lists by key. Built-in kinds only. */
  | { readonly type: 'strategic'; readonly value: object };

export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/v1/namespaces`, or what `pathOf` makes of a kind. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the metrics: `get`, `list`, `watch`, … Default: made of the method. */
  readonly verb?: string;
  /** Milliseconds until the answer's head must be there. Default: the client's. */
  readonly timeoutMs?: number;
  /** Default: the client's rule. */
  readonly retry?: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** See {@link TransportResponse.body}. */
  readonly body: AsyncIterable<Buffer>;
}
