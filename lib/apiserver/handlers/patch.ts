import { addAll } from '../add-all.ts';
import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { definedStruct } from '../builtin/defined-struct.ts';
import { invalidCause, forbiddenCause } from '../field-causes.ts';
import { at } from '../fields.ts';
import { asConverter, asDecoder } from '../objects/decoding-problem.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { Decoded, Draft } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { inStructOrder } from '../objects/struct-order.ts';
import { withWrappedIntegers } from '../objects/wrapped-integers.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import type { JsonPatchOperation } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { goText } from '../patch/strategic-directives.ts';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts';
import type { ApiResponse } from '../request.ts';
import { decodePatch, unsupportedMediaType } from '../requests/body.ts';
import { contentType } from '../requests/media-types.ts';
import { goTypeOf } from '../requests/go-type.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { FieldValidation, WriteOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { badRequest, invalid, StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import { APPLY_PATCH, applyObject, isApply } from './apply.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { trackingOf } from './tracking.ts';
import { warnEvenOnError } from './warned-error.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';

/** A patch that is read and only needs something to work on. */
export interface ReadPatch {
  readonly apply: (to: JsonObject) => JsonValue;
  readonly duplicates: readonly string[];
  /** What is in the patch itself and means nothing. */
  readonly strays: readonly string[];
  /** Strategic merge patches are worked on as Go's values, and what does not fit is reported as such. */
  readonly asValues: boolean;
  /** The patch. */
  readonly value: JsonValue;
}

/** Reads a patch of what is there, by its content type, and its options. @throws 400, 404, 415, 422. */
export function readPatch(
  { objects }: ApiParts,
  resource: ResourceRequest,
): {
  readonly patch: ReadPatch;
  readonly options: WriteOptions;
} {
  const { request, query, route } = resource;
  const { definition } = route;
  const type = contentType(request.headers['content-type']);
  const patcher = patcherOf(type, definition);
  const why = 'may not be specified for non-apply patch';
  const force = query.flag('force') === undefined ? [] : [forbiddenCause('force', why)];
  const options = writeOptions(query, 'PatchOptions', force);
  objects.get(placeOf(resource));
  const { value, duplicates } = decodePatch(request);
  const strays = type === JSON_PATCH ? strayMembers(value) : [];
  const asValues = type === STRATEGIC_MERGE_PATCH;
  return { options, patch: { apply: patcher(value), duplicates, strays, asValues, value } };
}

const OPERATION_MEMBERS: ReadonlySet<string> = new Set(['from', 'op', 'path', 'value']);

function strayMembers(operations: JsonValue): readonly string[] {
  if (!Array.isArray(operations)) return [];
  return (operations as readonly JsonValue[]).flatMap((operation, index) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter((name) => !OPERATION_MEMBERS.has(name))
      .map((name) => `json patch unknown field "[${index}].${name}"`),
  );
}

type Patcher = (patch: JsonValue) => (to: JsonObject) => JsonValue;

function patcherOf(type: string, definition: ResourceDefinition): Patcher {
  const { custom, schema } = definition;
  if (type === JSON_PATCH) return (patch) => jsonPatcher(definition, patch);
  if (type === MERGE_PATCH) return mergePatcher;
  if (type === STRATEGIC_MERGE_PATCH && !custom && schema !== undefined)
    return (patch) => (to) => {
      const { apiVersion, kind } = to;
      return { ...applyStrategicMergePatch(to, patch, schema), apiVersion, kind };
    };
  if (custom) throw unsupportedMediaType([JSON_PATCH, MERGE_PATCH, APPLY_PATCH]);
  throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
}

function jsonPatcher(definition: ResourceDefinition, patch: JsonValue): (to: JsonObject) => JsonValue {
  if (!Array.isArray(patch))
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
  const operations = patch as readonly (JsonPatchOperation & JsonObject)[];
  // The order of what is there already shows where it is copied or moved to.
  const struct = operations.some((one) => at(one, 'from') !== undefined)
    ? definedStruct(definition)
    : undefined;
  return (to) => applyJsonPatch(struct === undefined ? to : inStructOrder(struct, to), operations);
}

function mergePatcher(patch: JsonValue): (to: JsonObject) => JsonValue {
  if (isJsonObject(patch)) return (to) => applyMergePatch(to, patch);
  if (patch === null) throw badRequest('Invalid JSON Patch');
  throw badRequest(
    `error decoding patch: json: cannot unmarshal ${goTypeOf(patch)} into Go value of type map[string]interface {}`,
  );
}

/** PATCH of an object, or of its status. */
export function patchObject(
  parts: ApiParts,
  request: ResourceRequest,
  scope: UpdateScope = 'main',
): ApiResponse {
  if (isApply(request.request)) return applyObject(parts, request, scope);
  const place = placeOf(request);
  const { patch, options } = readPatch(parts, request);
  const { dryRun, fieldValidation } = options;
  const warnings: string[] = [];
  return warnEvenOnError(warnings, () => {
    const change = (old: ApiObject): Draft => {
      const decoded = patchedDraft(place.definition, patch, old, fieldValidation);
      addAll(warnings, decoded.warnings);
      return decoded.draft;
    };
    const ownership = trackingOf(parts, request, options);
    const warn = (texts: readonly string[]): void => addAll(warnings, texts);
    const patched = parts.objects.update(place, change, { dryRun, scope, ownership, warn });
    return objectAnswer(parts, request, patched, { warnings });
  });
}

/** What a patch makes of an object. @throws 422. */
export function patchedDraft(
  definition: ResourceDefinition,
  patch: ReadPatch,
  old: ApiObject,
  validation: FieldValidation,
): Decoded {
  const result = patch.apply(old);
  const refuse = (why: string): StatusError =>
    patch.asValues ? badPatch(patch.value, why) : badResult(result, why);
  const strays = validation === 'Ignore' ? [] : patch.strays;
  if (validation === 'Strict' && strays.length > 0)
    throw refuse(`strict decoding error: ${strays.join(', ')}`);
  if (!isJsonObject(result)) throw refuse('json: cannot unmarshal into a Kubernetes object');
  const wording = patch.asValues ? asConverter : asDecoder;
  const { schema } = definition;
  const { draft, warnings } = decodeDraft(
    definition,
    patch.asValues && schema !== undefined ? withWrappedIntegers(schema, result) : result,
    { duplicates: patch.duplicates, validation },
    { refuse, wording, patched: true },
  );
  return { draft, warnings: [...strays, ...warnings] };
}

/** 422: what the patch says is nothing for an object of this kind. */
function badPatch(patch: JsonValue, why: string): StatusError {
  return invalid('', '', '', [invalidCause('patch', goText(patch), why)]);
}

/** 422: the patch applies, but what comes of it is no object of its kind. */
function badResult(result: JsonValue, why: string): StatusError {
  return invalid('', '', '', [invalidCause('patch', JSON.stringify(result), why)]);
}
