import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { methodNotAllowed } from '../requests/route.ts';
import { writeOptions } from '../requests/write-options.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { Decoded } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { warnEvenOnError } from './warned-error.ts';

/** POST to a collection. */
export function createObject(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { definition, namespace } = request.route;
  if (definition.namespaced && namespace === undefined) throw methodNotAllowed();
  const { dryRun, fieldValidation } = writeOptions(request.query, 'CreateOptions');
  const { object, duplicates } = decodeBody(request.request, definition.kind);
  const { draft, warnings } = decodeDraft(definition, object, duplicates, fieldValidation);
  return warnEvenOnError(warnings, () => {
    const created = parts.objects.create(definition, namespace, draft, { dryRun });
    return objectAnswer(parts, request, created, { status: 201, warnings });
  });
}

/** PUT of an object, or of its status. */
export function replaceObject(
  parts: ApiParts,
  request: ResourceRequest,
  scope: UpdateScope = 'main',
): ApiResponse {
  const place = placeOf(request);
  const { dryRun, fieldValidation } = writeOptions(request.query, 'UpdateOptions');
  const { object, duplicates } = decodeBody(request.request, place.definition.kind);
  const { draft, warnings }: Decoded = decodeDraft(place.definition, object, duplicates, fieldValidation);
  checkPlace(draft, place.name, place.namespace);
  return warnEvenOnError(warnings, () => {
    const options = { dryRun, replaces: true, scope };
    return objectAnswer(
      parts,
      request,
      parts.objects.update(place, () => draft, options),
      { warnings },
    );
  });
}
