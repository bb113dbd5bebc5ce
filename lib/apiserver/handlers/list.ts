import type { ApiObject } from '../api-object.ts';
import type { ApiResponse } from '../request.ts';
import { decodeContinue, encodeContinue, expiredContinue } from '../requests/continue-token.ts';
import { listOptions } from '../requests/list-options.ts';
import type { ListOptions } from '../requests/list-options.ts';
import { badRequest, expired, StatusError } from '../status-error.ts';
import { CompactedError } from '../storage.ts';
import type { Storage, StoragePage } from '../storage.ts';
import { metaApiVersion } from '../requests/media-types.ts';
import { tableOf } from '../table.ts';
import { encoded, jsonAnswer, partialMetadata, tableOptions } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { goPackage } from './go-package.ts';
import { tooLargeRevision } from './read.ts';
import type { ResourceRequest } from './resource-request.ts';
import { selectionOf } from './selection.ts';
import type { Selection } from './selection.ts';

/** GET of a collection. */
export function listObjects(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const options = listOptions(request.query);
  const selection = selectionOf(request, options);
  const page = readPage(parts.storage, selection, options);
  return listAnswer(parts, request, page.items, metadataOf(page, selection, request));
}

function metadataOf(page: StoragePage, { prefix, filter }: Selection, request: ResourceRequest): object {
  const resourceVersion = String(page.revision);
  if (page.next === undefined) return wholeListMetadata(request, resourceVersion);
  return {
    resourceVersion,
    continue: encodeContinue({ revision: page.revision, after: page.next.slice(prefix.length) }),
    ...(filter === undefined ? { remainingItemCount: page.remaining } : {}),
  };
}

/** The metadata of a list that is complete; lists of custom resources say explicitly that nothing follows. */
export function wholeListMetadata({ route, format }: ResourceRequest, resourceVersion: string): object {
  const isSaid = route.definition.custom && format.shape === 'Object';
  return isSaid ? { continue: '', resourceVersion } : { resourceVersion };
}

/** A list in the shape that the client asked for. */
export function listAnswer(
  parts: ApiParts,
  request: ResourceRequest,
  stored: readonly ApiObject[],
  metadata: object,
): ApiResponse {
  const { definition } = request.route;
  const { custom, conversion, shown } = definition;
  const isStoredAsRead = !custom && conversion === undefined && shown === undefined;
  const items = isStoredAsRead ? stored : stored.map((item) => parts.objects.asRead(definition, item));
  const { shape } = request.format;
  switch (shape) {
    case 'Object':
      return encoded(200, parts.encoder.list(definition, items, metadata), request.format);
    case 'Table':
      return jsonAnswer(200, { ...tableOf(definition, items, tableOptions(parts, request)), metadata });
    case 'PartialObjectMetadataList': {
      const head = {
        kind: 'PartialObjectMetadataList',
        apiVersion: metaApiVersion(request.format),
        metadata,
      };
      return jsonAnswer(200, { ...head, items: items.map((item) => partialMetadata(item, request.format)) });
    }
    case 'PartialObjectMetadata': {
      const message = `you requested PartialObjectMetadata, but the requested object is a list (*${goPackage(definition)}.${definition.listKind})`;
      throw new StatusError(406, 'NotAcceptable', message);
    }
    default:
      return shape satisfies never;
  }
}

/** The page that the options ask for. @throws 400, 410, 504. */
function readPage(storage: Storage, selection: Selection, options: ListOptions): StoragePage {
  if (options.continue !== '') return continuedPage(storage, selection, options);
  const { resourceVersion, match } = options;
  // "0" means any state will do: the API server answers it from its cache, which knows no pages.
  const limit = resourceVersion === 0 ? 0 : options.limit;
  if (resourceVersion === undefined || resourceVersion === 0) return pageOf(storage, selection, { limit });
  if (resourceVersion > storage.revision) throw tooLargeRevision(resourceVersion, storage.revision);
  const exact = match === 'Exact' || (match === '' && limit > 0);
  if (!exact) return pageOf(storage, selection, { limit });
  try {
    return pageOf(storage, selection, { limit, revision: resourceVersion });
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    throw expired('The resourceVersion for the provided list is too old.');
  }
}

function continuedPage(storage: Storage, selection: Selection, options: ListOptions): StoragePage {
  const { resourceVersion } = options;
  const limit = resourceVersion === 0 ? 0 : options.limit;
  if (resourceVersion !== undefined && resourceVersion !== 0)
    throw badRequest('specifying resource version is not allowed when using continue');
  const token = decodeContinue(options.continue);
  const after = selection.prefix + token.after;
  try {
    if (token.revision === undefined) return pageOf(storage, selection, { limit, after });
    return pageOf(storage, selection, { limit, after, revision: token.revision });
  } catch (error) {
    if (error instanceof CompactedError) throw expiredContinue(token.after);
    throw error;
  }
}

interface PageQuery {
  /** 0: no limit. */
  readonly limit: number;
  readonly after?: string;
  readonly revision?: number;
}

function pageOf(storage: Storage, { collection, prefix, filter }: Selection, query: PageQuery): StoragePage {
  const { limit, ...rest } = query;
  return storage.list(collection, {
    prefix,
    ...rest,
    ...(limit === 0 ? {} : { limit }),
    ...(filter === undefined ? {} : { filter }),
  });
}
