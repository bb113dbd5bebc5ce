import { type JsonObject, isJsonObject } from '../object/json.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';
import type { ListOptions, Page, RawRequest } from './client.ts';
import { pathOf } from './path.ts';
import { completeItem } from './wire-object.ts';

/** A page, and the token that leads to the next. */
export interface ListAnswer<T> {
  readonly page: Page<T>;
  /** Undefined on the last page. */
  readonly continueToken: string | undefined;
}

/**
 * The request for a page. The token already stands for a version of the list, so the API server refuses it
 * together with a version of one's own.
 */
export function listRequest<T extends KubernetesObject>(
  kind: Kind<T>,
  options: ListOptions,
  limit: number,
  continueToken: string | undefined,
): RawRequest {
  const { namespace, labelSelector, fieldSelector, resourceVersion, resourceVersionMatch } = options;
  const version = continueToken === undefined ? { resourceVersion, resourceVersionMatch } : {};
  return {
    method: 'GET',
    verb: 'list',
    path: pathOf(kind, namespace === undefined ? {} : { namespace }),
    query: {
      labelSelector,
      fieldSelector,
      limit: limit === 0 ? undefined : limit,
      ...version,
      continue: continueToken,
    },
    headers: { 'accept-encoding': 'gzip' },
  };
}

/** Reads the answer; items get the kind's `apiVersion` and `kind`. */
export function parseList<T extends KubernetesObject>(kind: Kind<T>, list: JsonObject): ListAnswer<T> {
  const metadata = isJsonObject(list['metadata']) ? list['metadata'] : {};
  const items = Array.isArray(list['items']) ? (list['items'] as readonly unknown[]) : [];
  const { resourceVersion, continue: token, remainingItemCount: remaining } = metadata;
  return {
    page: {
      items: items.map((item) => completeItem(kind, item)),
      resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
      ...(typeof remaining === 'number' ? { remaining } : {}),
    },
    continueToken: typeof token === 'string' && token !== '' ? token : undefined,
  };
}
