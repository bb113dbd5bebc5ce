import { addAll } from '../add-all.ts';
import { textAt } from '../fields.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { methodNotAllowed } from '../requests/route.ts';
import { writeOptions } from '../requests/write-options.ts';
import { checkSentVersion } from '../objects/custom-type.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { checkPlace, checkUid } from '../objects/update-preconditions.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { isCreatedByUpdate } from './created-by-update.ts';
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
  const { object, duplicates } = decodeBody(request.request, definition);
  const { draft, warnings } = decodeDraft(definition, object, {
    duplicates,
    validation: fieldValidation,
  });
  const all = [...warnings];
  return warnEvenOnError(all, () => {
    checkSentVersion(definition, object);
    const ownership = trackingOf(parts, request, options);
    const warn = (texts: readonly string[]): void => addAll(all, texts);
    const created = parts.objects.create(definition, namespace, draft, { dryRun, ownership, warn });
    return objectAnswer(parts, request, created, { status: 201, warnings: all });
  });
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
  const { object, duplicates } = decodeBody(request.request, place.definition);
  const { draft, warnings } = decodeDraft(place.definition, object, {
    duplicates,
    validation: fieldValidation,
  });
  const all = [...warnings];
  return warnEvenOnError(all, () => {
    checkSentVersion(place.definition, object);
    checkPlace(draft, place.name, place.namespace);
    const ownership = trackingOf(parts, request, query);
    const warn = (texts: readonly string[]): void => addAll(all, texts);
    const { definition, namespace } = place;
    if (isCreatedByUpdate(parts, place)) {
      const { uid } = draft.metadata;
      checkUid(definition, textAt({ uid }, 'uid'), { name: place.name, namespace, uid: '' }, dryRun);
      const options = { dryRun, ownership, warn, scope, updates: true };
      const created = parts.objects.create(definition, namespace, draft, options);
      return objectAnswer(parts, request, created, { status: 201, warnings: all });
    }
    const options = { dryRun, replaces: true, scope, ownership, warn };
    const updated = parts.objects.update(place, () => draft, options);
    return objectAnswer(parts, request, updated, { warnings: all });
  });
}
