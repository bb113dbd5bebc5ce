import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { invalidCause, forbiddenCause } from '../field-causes.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import type { JsonPatchOperation } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts';
import type { ApiResponse } from '../request.ts';
import { decodePatch, unsupportedMediaType } from '../requests/body.ts';
import { contentType } from '../requests/media-types.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { badRequest, invalid, StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** A patch that is read and only needs something to work on. */
export interface ReadPatch {
  readonly apply: (to: JsonObject) => JsonValue;
  readonly duplicates: readonly string[];
}

/** Reads the body of a patch by its content type. @throws 400, 415, 422. */
export function readPatch({ request, query, route: { definition } }: ResourceRequest): ReadPatch {
  const type = contentType(request.headers['content-type']);
  if (type === APPLY_PATCH)
    throw new StatusError(
      415,
      'UnsupportedMediaType',
      'server-side apply is not supported by this API server yet',
    );
  if (query.flag('force') !== undefined)
    throw invalid('meta.k8s.io', 'PatchOptions', '', [
      forbiddenCause('force', 'may not be specified for non-apply patch'),
    ]);
  const patcher = patcherOf(type, definition);
  const { value, duplicates } = decodePatch(request);
  return { apply: patcher(value), duplicates };
}

type Patcher = (patch: JsonValue) => (to: JsonObject) => JsonValue;

function patcherOf(type: string, definition: ResourceDefinition): Patcher {
  const { custom, schema } = definition;
  if (type === JSON_PATCH) return jsonPatcher;
  if (type === MERGE_PATCH) return mergePatcher;
  if (type === STRATEGIC_MERGE_PATCH && !custom && schema !== undefined)
    return (patch) => (to) => applyStrategicMergePatch(to, patch, schema);
  throw unsupportedMediaType([JSON_PATCH, MERGE_PATCH, ...(custom ? [] : [STRATEGIC_MERGE_PATCH])]);
}

function jsonPatcher(patch: JsonValue): (to: JsonObject) => JsonValue {
  if (Array.isArray(patch)) return (to) => applyJsonPatch(to, patch as readonly JsonPatchOperation[]);
  throw badRequest(
    'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
  );
}

function mergePatcher(patch: JsonValue): (to: JsonObject) => JsonValue {
  if (isJsonObject(patch)) return (to) => applyMergePatch(to, patch);
  const type = Array.isArray(patch) ? 'array' : typeof patch;
  throw badRequest(
    `error decoding patch: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
  );
}

/** PATCH of an object, or of its status. */
export function patchObject(
  parts: ApiParts,
  request: ResourceRequest,
  scope: UpdateScope = 'main',
): ApiResponse {
  const place = placeOf(request);
  const { dryRun, fieldValidation } = writeOptions(request.query, 'PatchOptions');
  const patch = readPatch(request);
  let warnings: readonly string[] = [];
  const patched = parts.objects.update(
    place,
    (old) => {
      const result = patch.apply(old);
      const refuse = (why: string): StatusError => badResult(result, why);
      if (!isJsonObject(result)) throw refuse('json: cannot unmarshal into a Kubernetes object');
      const decoded = decodeDraft(place.definition, result, patch.duplicates, fieldValidation, refuse);
      ({ warnings } = decoded);
      return decoded.draft;
    },
    { dryRun, scope },
  );
  return objectAnswer(parts, request, patched, { warnings });
}

/** 422: the patch applies, but what comes of it is no object of its kind. */
function badResult(result: JsonValue, why: string): StatusError {
  return invalid('', '', '', [invalidCause('patch', JSON.stringify(result), why)]);
}
