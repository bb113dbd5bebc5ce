import type { Context } from '../../context/index.ts';
import type { Client, KindRef, RawResponse } from '../client/client.ts';
import { pathOf } from '../client/path.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';

export interface ResourceRequestsOptions<T extends KubernetesObject> {
  readonly client: Client;
  readonly kind: KindRef<T>;
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly metadataOnly: boolean;
  readonly watchTimeoutSeconds: () => number;
}

export interface PageRequest {
  /** 0: no limit. */
  readonly limit: number;
  /** From the page before; undefined for the first. */
  readonly continueToken: string | undefined;
}

/**
 * The requests of one stream.
 *
 * Lists ask for the newest state, never for `resourceVersion=0`: that may be answered with a state older than
 * what this operator saw and acted on before it was restarted, and it ignores the page size. Since Kubernetes
 * 1.31 the server’s cache answers such lists too (pages after the first since 1.34), so they cost etcd nothing.
 *
 * No compression: within a cluster the network is faster than the server's gzip.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 * @internal
 */
export class ResourceRequests<T extends KubernetesObject> {
  readonly #options: ResourceRequestsOptions<T>;

  constructor(options: ResourceRequestsOptions<T>) {
    this.#options = options;
  }

  /**
   * A failed first page is the caller's, so that it shows at once in the health; the client repeats others, since
   * starting again costs all pages before.
   */
  async page(ctx: Context, { limit, continueToken }: PageRequest): Promise<RawResponse> {
    const query = { limit: limit === 0 ? undefined : limit, continue: continueToken };
    return await this.#get(ctx, 'list', query, continueToken !== undefined);
  }

  async watch(ctx: Context, resourceVersion: string): Promise<RawResponse> {
    return await this.#watch(ctx, { resourceVersion });
  }

  /** A watch that begins with all objects, as of now. */
  async watchList(ctx: Context): Promise<RawResponse> {
    return await this.#watch(ctx, { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' });
  }

  async #watch(ctx: Context, query: Record<string, string | boolean>): Promise<RawResponse> {
    const timeoutSeconds = Math.round(this.#options.watchTimeoutSeconds());
    return await this.#get(
      ctx,
      'watch',
      { watch: true, allowWatchBookmarks: true, timeoutSeconds, ...query },
      false,
    );
  }

  async #get(
    ctx: Context,
    verb: 'list' | 'watch',
    query: Readonly<Record<string, string | number | boolean | undefined>>,
    retry: boolean,
  ): Promise<RawResponse> {
    const { client, kind, namespace, labelSelector, fieldSelector, metadataOnly } = this.#options;
    const resolved = await client.resolve(ctx, kind);
    const as = verb === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
    return await client.raw(ctx, {
      method: 'GET',
      path: pathOf(resolved, namespace === undefined ? {} : { namespace }),
      query: { ...query, labelSelector, fieldSelector },
      headers: metadataOnly ? { accept: `application/json;as=${as};g=meta.k8s.io;v=v1` } : {},
      verb,
      retry,
    });
  }
}
