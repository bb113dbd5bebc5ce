import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { methodNotAllowed } from '../requests/route.ts';
import { writeOptions } from '../requests/write-options.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { Decoded } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { storageKey } from '../objects/object-store.ts';
import type { Place } from '../objects/object-store.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import { collectionOf } from '../resource-registry.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { trackingOf } from './tracking.ts';
import { warnEvenOnError } from './warned-error.ts';

/** POST to a collection. */
export function createObject(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { definition, namespace } = request.route;
  if (definition.namespaced && namespace === undefined) throw methodNotAllowed();
  const options = writeOptions(request.query, 'CreateOptions');
  const { dryRun, fieldValidation } = options;
  const { object, duplicates } = decodeBody(request.request, definition.kind);
  const { draft, warnings } = decodeDraft(definition, object, {
    duplicates,
    validation: fieldValidation,
  });
  return warnEvenOnError(warnings, () => {
    const ownership = trackingOf(parts, request, options);
    const created = parts.objects.create(definition, namespace, draft, { dryRun, ownership });
    const all = [...warnings, ...(definition.strategy?.warnings?.(created) ?? [])];
    return objectAnswer(parts, request, created, { status: 201, warnings: all });
  });
}

/** Built-in kinds that a PUT makes where they are not. */
const CREATED_BY_PUT: ReadonlySet<string> = new Set([
  'endpoints',
  'events',
  'leases.coordination.k8s.io',
  'limitranges',
  'services',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
]);

function isCreatedByPut({ storage }: ApiParts, { definition, namespace, name }: Place): boolean {
  const collection = collectionOf(definition);
  return CREATED_BY_PUT.has(collection) && storage.get(collection, storageKey(namespace, name)) === undefined;
}

/** PUT of an object, or of its status. */
export function replaceObject(
  parts: ApiParts,
  request: ResourceRequest,
  scope: UpdateScope = 'main',
): ApiResponse {
  const place = placeOf(request);
  const query = writeOptions(request.query, 'UpdateOptions');
  const { dryRun, fieldValidation } = query;
  const { object, duplicates } = decodeBody(request.request, place.definition.kind);
  const { draft, warnings }: Decoded = decodeDraft(place.definition, object, {
    duplicates,
    validation: fieldValidation,
  });
  checkPlace(draft, place.name, place.namespace);
  return warnEvenOnError(warnings, () => {
    const ownership = trackingOf(parts, request, query);
    const { definition, namespace } = place;
    if (scope === 'main' && isCreatedByPut(parts, place)) {
      const created = parts.objects.create(definition, namespace, draft, { dryRun, ownership });
      return objectAnswer(parts, request, created, { status: 201, warnings });
    }
    const options = { dryRun, replaces: true, scope, ownership };
    const updated = parts.objects.update(place, () => draft, options);
    const all = [...warnings, ...(definition.strategy?.warnings?.(updated) ?? [])];
    return objectAnswer(parts, request, updated, { warnings: all });
  });
}
