import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { invalidCause } from '../field-causes.ts';
import { at, numberAt, withAt } from '../fields.ts';
import { selectorText } from '../label-selector-text.ts';
import type { Draft } from '../objects/draft.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition, ScalePaths } from '../resource-definition.ts';
import { badRequest, invalid } from '../status-error.ts';
import { encoded } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { readPatch } from './patch.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';

/** `.spec.replicas` as names. */
function pathOf(jsonPath: string): readonly string[] {
  return jsonPath.split('.').filter((name) => name !== '');
}

/** How many replicas an object wants and has, in the same form for all kinds that have any. */
function scaleOf(obj: ApiObject, paths: ScalePaths): Draft {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = obj.metadata;
  const selector =
    paths.labelSelectorPath === undefined ? '' : selectorAt(at(obj, ...pathOf(paths.labelSelectorPath)));
  const replicas = numberAt(obj, ...pathOf(paths.statusReplicasPath));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: { replicas: numberAt(obj, ...pathOf(paths.specReplicasPath)) },
    status: { replicas, ...(selector === '' ? {} : { selector }) },
  };
}

/** Built-in kinds have a selector there, custom ones its text. */
function selectorAt(value: JsonValue | undefined): string {
  if (isJsonObject(value)) return selectorText(value);
  return typeof value === 'string' ? value : '';
}

function scaleAnswer(request: ResourceRequest, obj: ApiObject, paths: ScalePaths): ApiResponse {
  return encoded(200, Buffer.from(`${JSON.stringify(scaleOf(obj, paths))}\n`), request.format);
}

/** GET of an object's scale. */
export function readScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  return scaleAnswer(request, parts.objects.get(placeOf(request)), paths);
}

/** PUT of an object's scale. */
export function replaceScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const { object } = decodeBody(request.request, 'Scale');
  return changeScale(parts, request, paths, () => object);
}

/** PATCH of an object's scale. */
export function patchScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const patch = readPatch(request);
  return changeScale(parts, request, paths, patch.apply);
}

function changeScale(
  parts: ApiParts,
  request: ResourceRequest,
  paths: ScalePaths,
  change: (scale: JsonObject) => JsonValue,
): ApiResponse {
  const place = placeOf(request);
  const { dryRun } = writeOptions(request.query, 'UpdateOptions');
  const updated = parts.objects.update(
    place,
    (old) => {
      const scale = asScale(change(scaleOf(old, paths)));
      checkPlace(scale, place.name, place.namespace);
      const scaled = withAt(
        old,
        pathOf(paths.specReplicasPath),
        replicasOf(scale, place.definition, place.name),
      );
      const { resourceVersion = '' } = scale.metadata;
      return { ...scaled, metadata: { ...old.metadata, resourceVersion } };
    },
    { dryRun },
  );
  return scaleAnswer(request, updated, paths);
}

function asScale(value: JsonValue): Draft {
  if (isJsonObject(value) && isJsonObject(value['metadata'])) return value as Draft;
  throw badRequest('cannot read the Scale: it must be an object with metadata');
}

function replicasOf(scale: JsonObject, { group, kind }: ResourceDefinition, name: string): number {
  const replicas = at(scale, 'spec', 'replicas') ?? 0;
  if (!Number.isInteger(replicas))
    throw badRequest('cannot read the Scale: spec.replicas must be an integer');
  if (Number(replicas) >= 0) return Number(replicas);
  throw invalid(group, kind, name, [
    invalidCause('.spec.replicas', replicas, 'should be a non-negative integer'),
  ]);
}
