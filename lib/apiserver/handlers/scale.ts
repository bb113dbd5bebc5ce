import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { Ownership } from '../apply/field-manager.ts';
import { invalidCause } from '../field-causes.ts';
import { at, numberAt, textAt, withAt } from '../fields.ts';
import { selectorText } from '../label-selector-text.ts';
import type { Draft } from '../objects/draft.ts';
import type { Place } from '../objects/object-store.ts';
import { checkPlace, checkUid } from '../objects/update-preconditions.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { readConfig } from '../requests/apply-body.ts';
import { goTypeOf } from '../requests/go-type.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition, ScalePaths } from '../resource-definition.ts';
import { badRequest, invalid, StatusError } from '../status-error.ts';
import { encoded, warningHeaders } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { applyOptions, checkConfig, isApply } from './apply.ts';
import { badResult, readPatch } from './patch.ts';
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
  const { kind = 'Scale', apiVersion = SCALE_VERSION } = object;
  const place = placeOf(request);
  const refuse = (why: string): StatusError =>
    badRequest(`Scale in version "v1" cannot be handled as a Scale: ${why}`);
  if (kind !== 'Scale' || apiVersion !== SCALE_VERSION) throw noScale(place.definition, object);
  return changeScale(parts, request, { paths, replaces: true, refuse }, () => object);
}

/** PATCH of an object's scale. */
export function patchScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  if (isApply(request.request)) return applyScale(parts, request, paths);
  const patch = readPatch(request);
  const { apply } = patch;
  const refuse = (why: string, result: JsonValue): StatusError => badResult(result, why);
  // A custom resource without the number is as if it had 0 here, though its scale cannot be read.
  if (!placeOf(request).definition.custom) checked(parts.objects.get(placeOf(request)), paths);
  return changeScale(parts, request, { paths, replaces: false, refuse }, apply);
}

/** 400, in the words of Go's table of types. */
function noScale({ custom }: ResourceDefinition, sent: JsonObject): StatusError {
  const kind = textAt(sent, 'kind');
  const version = textAt(sent, 'apiVersion').split('/').at(-1) ?? '';
  const why = custom
    ? `unexpected kind ${JSON.stringify(kind)}`
    : `converting (${version}.${kind}) to (autoscaling.Scale): unknown conversion`;
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a Scale: ${why}`);
}

interface ScaleWrite {
  readonly paths: ScalePaths;
  readonly replaces: boolean;
  /** Makes the error of a Scale that cannot be decoded. */
  readonly refuse: (why: string, scale: JsonValue) => StatusError;
}

function changeScale(
  parts: ApiParts,
  request: ResourceRequest,
  { paths, replaces, refuse }: ScaleWrite,
  change: (scale: JsonObject) => JsonValue,
): ApiResponse {
  const place = placeOf(request);
  const options = writeOptions(request.query, 'UpdateOptions');
  const updated = parts.objects.update(
    place,
    (old) => {
      const scale = asScale(change(scaleOf(old, paths)));
      checkPlace(scale, place.name, place.namespace);
      const replicas = replicasOf(scale, place, paths, (why) => refuse(why, scale));
      const { resourceVersion = '', uid = '' } = scale.metadata;
      const metadata = { ...old.metadata, resourceVersion };
      if (replaces) checkScaleUid(place, old, uid);
      return { ...withAt(old, pathOf(paths.specReplicasPath), replicas), metadata };
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
    const replicas = replicasOf(scale, place, paths, badRequest);
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

/** The UID is a precondition of the object below. @throws 409. */
function checkScaleUid(place: Place, old: ApiObject, uid: JsonValue): void {
  checkUid(place.definition, textAt({ uid }, 'uid'), old);
}

/** Of custom resources, the object is refused; of others, the Scale. */
function replicasOf(
  scale: JsonObject,
  { definition, name }: Place,
  { specReplicasPath }: ScalePaths,
  refuse: (why: string) => StatusError,
): number {
  const replicas = at(scale, 'spec', 'replicas') ?? 0;
  if (!Number.isInteger(replicas))
    throw refuse(
      `json: cannot unmarshal ${goTypeOf(replicas)} into Go struct field ScaleSpec.spec.replicas of type int32`,
    );
  if (Number(replicas) >= 0) return Number(replicas);
  const { custom, group, kind } = definition;
  if (custom)
    throw invalid(group, kind, name, [
      invalidCause(specReplicasPath, replicas, 'should be a non-negative integer'),
    ]);
  throw invalid('autoscaling', 'Scale', name, [
    invalidCause('spec.replicas', replicas, 'must be greater than or equal to 0'),
  ]);
}
