import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { Ownership } from '../apply/field-manager.ts';
import { invalidCause } from '../field-causes.ts';
import { at, numberAt, withAt } from '../fields.ts';
import { selectorText } from '../label-selector-text.ts';
import type { Draft } from '../objects/draft.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { readConfig } from '../requests/apply-body.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition, ScalePaths } from '../resource-definition.ts';
import { badRequest, invalid, StatusError } from '../status-error.ts';
import { encoded, warningHeaders } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { applyOptions, checkConfig, isApply } from './apply.ts';
import { readPatch } from './patch.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { trackingOf } from './tracking.ts';

const SCALE_VERSION = 'autoscaling/v1';

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
  const wanted = numberAt(obj, ...pathOf(paths.specReplicasPath));
  return {
    kind: 'Scale',
    apiVersion: SCALE_VERSION,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas, ...(selector === '' ? {} : { selector }) },
  };
}

/** An object whose number is not set has no scale that can be read or patched, though one can be written. */
function checked(obj: ApiObject, { specReplicasPath }: ScalePaths): ApiObject {
  if (at(obj, ...pathOf(specReplicasPath)) !== undefined) return obj;
  const why = `the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`;
  throw new StatusError(500, 'InternalError', `Internal error occurred: ${why}`, {
    causes: [{ message: why }],
  });
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
  return scaleAnswer(request, checked(parts.objects.get(placeOf(request)), paths), paths);
}

/** PUT of an object's scale. */
export function replaceScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const { object } = decodeBody(request.request, 'Scale');
  return changeScale(parts, request, paths, () => object);
}

/** PATCH of an object's scale. */
export function patchScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  if (isApply(request.request)) return applyScale(parts, request, paths);
  const patch = readPatch(request);
  checked(parts.objects.get(placeOf(request)), paths);
  return changeScale(parts, request, paths, patch.apply);
}

function changeScale(
  parts: ApiParts,
  request: ResourceRequest,
  paths: ScalePaths,
  change: (scale: JsonObject) => JsonValue,
): ApiResponse {
  const place = placeOf(request);
  const options = writeOptions(request.query, 'UpdateOptions');
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
    { dryRun: options.dryRun, ownership: trackingOf(parts, request, options) },
  );
  return scaleAnswer(request, updated, paths);
}

/** Applies the number of replicas as a configuration of the object itself, with a manager of the scale's own. */
function applyScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const place = placeOf(request);
  const { dryRun, fieldValidation, fieldManager } = applyOptions(request);
  const { config, warnings } = readConfig(request.request, fieldValidation);
  checkConfig(config, SCALE_VERSION, 'Scale');
  const scale = asScale({ metadata: {}, ...config });
  checkPlace(
    withAt(scale, ['metadata', 'name'], scale.metadata['name'] ?? place.name),
    place.name,
    place.namespace,
  );
  const options = {
    manager: fieldManager,
    subresource: 'scale',
    force: request.query.flag('force') ?? false,
    shownVersion: SCALE_VERSION,
  };
  let ownership: Ownership | undefined;
  const change = (old: ApiObject): Draft => {
    const { apiVersion, kind } = old;
    const replicas = replicasOf(scale, place.definition, place.name);
    const wanted = withAt<JsonObject>({ apiVersion, kind }, pathOf(paths.specReplicasPath), replicas);
    const applied = parts.owners.apply(place.definition, old, wanted, options);
    if (place.definition.custom) throw cannotConvert(place.name);
    ({ ownership } = applied);
    return applied.object as Draft;
  };
  const updated = parts.objects.update(place, change, { dryRun, ownership: (write) => ownership?.(write) });
  return { ...scaleAnswer(request, updated, paths), ...(warnings.length === 0 ? {} : warned(warnings)) };
}

function warned(warnings: readonly string[]): Pick<ApiResponse, 'headers'> {
  return { headers: { 'content-type': 'application/json', ...warningHeaders(warnings) } };
}

/** What a real API server answers: it cannot apply the scale of custom resources. */
function cannotConvert(name: string): StatusError {
  const message = `failed to convert new object (/${name}; ${SCALE_VERSION}, Kind=Scale) to proper version: request to convert CR to an invalid group/version: ${SCALE_VERSION}`;
  return new StatusError(500, '', message);
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
