import type { ApiObject } from '../api-object.ts';
import type { Deleted, Place } from '../objects/object-store.ts';
import type { ApiRequest, ApiResponse } from '../request.ts';
import { decodeBody, DELETE_OPTIONS } from '../requests/body.ts';
import { listOptions } from '../requests/list-options.ts';
import { methodNotAllowed } from '../requests/route.ts';
import { deleteOptions } from '../requests/write-options.ts';
import type { DeleteOptions } from '../requests/write-options.ts';
import { collectionOf } from '../resource-registry.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { StatusError } from '../status-error.ts';
import { jsonAnswer, objectAnswer, successStatus, warningHeaders } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { listAnswer, wholeListMetadata } from './list.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { selectionOf } from './selection.ts';
import { warnEvenOnError, withWarnings } from './warned-error.ts';

/** A delete of these answers with the object even when it is gone. */
const ANSWER_WITH_OBJECT: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'serviceaccounts',
  'podtemplates',
  'resourcequotas',
  'persistentvolumes',
  'persistentvolumeclaims',
]);

const ORPHANED_PODS =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

function optionsOf({ query, request }: ResourceRequest): DeleteOptions {
  return deleteOptions(query, hasBody(request) ? decodeBody(request, DELETE_OPTIONS).object : undefined);
}

function hasBody({ body }: ApiRequest): boolean {
  return body.length > 0;
}

/** DELETE of one object. */
export function deleteObject(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const place = placeOf(request);
  const options = optionsOf(request);
  const warnings = orphanWarnings(place.definition, options);
  return warnEvenOnError(warnings, () =>
    deletedAnswer(parts, request, parts.objects.delete(place, options), warnings),
  );
}

function orphanWarnings(definition: ResourceDefinition, { propagation }: DeleteOptions): readonly string[] {
  return propagation === undefined && collectionOf(definition) === 'jobs.batch' ? [ORPHANED_PODS] : [];
}

function deletedAnswer(
  parts: ApiParts,
  request: ResourceRequest,
  deleted: Deleted,
  warnings: readonly string[],
): ApiResponse {
  const { definition, name } = placeOf(request);
  if (!deleted.gone || ANSWER_WITH_OBJECT.has(collectionOf(definition)))
    return objectAnswer(parts, request, deleted.object, { warnings });
  const group = definition.group === '' ? {} : { group: definition.group };
  const details = { name, ...group, kind: definition.plural, uid: deleted.object.metadata.uid };
  return jsonAnswer(200, successStatus(details), warningHeaders(warnings));
}

/** DELETE of a collection: each object by itself; what is gone meanwhile does not matter. */
export function deleteCollection(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { definition, namespace } = request.route;
  if (definition.namespaced && namespace === undefined) throw methodNotAllowed();
  const options = optionsOf(request);
  const { collection, prefix, filter } = selectionOf(request, listOptions(request.query));
  const { items, revision } = parts.storage.list(collection, {
    prefix,
    ...(filter === undefined ? {} : { filter }),
  });
  for (const item of items)
    deleteIfThere(parts, { definition, namespace, name: item.metadata.name }, options);
  const answer = listAnswer(parts, request, items, wholeListMetadata(request, String(revision)));
  return withWarnings(answer, orphanWarnings(definition, options));
}

function deleteIfThere(parts: ApiParts, place: Place, options: DeleteOptions): ApiObject | undefined {
  try {
    return parts.objects.delete(place, options).object;
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) return undefined;
    throw error;
  }
}
