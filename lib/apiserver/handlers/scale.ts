import { addAll } from '../add-all.ts';
import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { Ownership } from '../apply/field-manager.ts';
import { managerEntries, storedManagers } from '../apply/managers.ts';
import { managersAfterScale, SCALE_VERSION } from '../apply/scale-managers.ts';
import { NOT_NEGATIVE } from '../builtin/kinds/causes/count-causes.ts';
import { invalidCause } from '../field-causes.ts';
import { at, numberAt, textAt, withAt } from '../fields.ts';
import { decodeDraft, type Decoded, type Draft } from '../objects/draft.ts';
import { checkPlace, checkUid } from '../objects/update-preconditions.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { readConfig } from '../requests/apply-body.ts';
import { writeOptions, type WriteOptions } from '../requests/write-options.ts';
import type { ScalePaths } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { badRequest, conflict, internalError, invalid, StatusError } from '../status-error.ts';
import { encoded, warningHeaders } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { appliedDraft, applyOptions, checkConfig, isApply } from './apply.ts';
import { patchedDraft, readPatch } from './patch.ts';
import { checkRevision } from './read.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';
import { NO_NUMBER, pathOf, SCALE, scaleOf, scaleToChange } from './scale-object.ts';
import { trackingOf } from './tracking.ts';
import { warnEvenOnError } from './warned-error.ts';

function scaleAnswer(
  request: ResourceRequest,
  obj: ApiObject,
  paths: ScalePaths,
  warnings: readonly string[],
): ApiResponse {
  const body = Buffer.from(`${JSON.stringify(scaleOf(obj, paths))}\n`);
  return encoded(200, body, request.format, warningHeaders(warnings));
}

/** GET of an object's scale. */
export function readScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  checkRevision(request.query.text('resourceVersion'), parts.storage.revision);
  return scaleAnswer(request, checked(parts.objects.get(placeOf(request)), paths), paths, []);
}

/** An object whose number is not set has no scale that can be read, though one can be written. */
function checked(obj: ApiObject, { specReplicasPath }: ScalePaths): ApiObject {
  if (at(obj, ...pathOf(specReplicasPath)) !== undefined) return obj;
  const why = `the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`;
  throw internalError(why);
}

/** A scale as a write makes it. */
interface Rescaled {
  readonly draft: Draft;
  /** Who owns what of the scale, as entries of `managedFields`. */
  readonly owners: readonly JsonObject[];
}

type Rescaling = (scale: ApiObject, warn: (texts: readonly string[]) => void) => Rescaled;

/** PUT of an object's scale. */
export function replaceScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const options = writeOptions(request.query, 'UpdateOptions');
  const place = placeOf(request);
  const { draft, warnings } = decodedScale(request, options);
  const track = trackedScale(parts, request, options);
  const rescale = (scale: ApiObject): Rescaled => {
    const { uid } = draft.metadata;
    checkUid(place.definition, textAt({ uid }, 'uid'), scale.metadata, options.dryRun);
    return { draft, owners: track(scale, draft) };
  };
  return warnEvenOnError(warnings, () => {
    checkPlace(draft, place.name, place.namespace);
    return changeScale(parts, request, { paths, options, replaces: true, warnings }, rescale);
  });
}

/** Of custom resources, a real API server does not find words for what it cannot decode. */
function decodedScale({ request, route }: ResourceRequest, { fieldValidation }: WriteOptions): Decoded {
  const { object, duplicates } = decodeBody(request, SCALE);
  const refuse = (): StatusError =>
    badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
  return decodeDraft(
    SCALE,
    object,
    { duplicates, validation: fieldValidation },
    route.definition.custom ? { refuse } : {},
  );
}

/** PATCH of an object's scale. */
export function patchScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  if (isApply(request.request)) return applyScale(parts, request, paths);
  const place = placeOf(request);
  const { patch, options } = readPatch(parts, request);
  const track = trackedScale(parts, request, options);
  return changeScale(parts, request, { paths, options, replaces: false }, (scale, warn) => {
    const { draft, warnings } = patchedDraft(SCALE, patch, scale, options.fieldValidation);
    warn(warnings);
    checkPlace(draft, place.name, place.namespace);
    return { draft, owners: track(scale, draft) };
  });
}

/** Applies a configuration of the scale, which has managers of its own. */
function applyScale(parts: ApiParts, request: ResourceRequest, paths: ScalePaths): ApiResponse {
  const place = placeOf(request);
  const options = applyOptions(request);
  parts.objects.get(place);
  const { config, warnings } = readConfig(request.request, options.fieldValidation);
  const force = request.query.flag('force') ?? false;
  const applier = { manager: options.fieldManager, subresource: 'scale', force };
  return changeScale(parts, request, { paths, options, replaces: false }, (scale, warn) => {
    warn(warnings);
    checkConfig(config, SCALE_VERSION, 'Scale');
    const { custom } = place.definition;
    if (custom && scale.metadata.managedFields === undefined) throw cannotConvert('', 'live');
    const { object, ownership } = parts.owners.apply(SCALE, scale, config, applier);
    if (custom && !isDeepStrictEqual(object, scale))
      throw cannotConvert(textAt(config, 'metadata', 'name'), 'new');
    const draft = appliedDraft(SCALE, object, config);
    checkPlace(draft, place.name, place.namespace);
    return {
      draft,
      owners: ownership({ definition: SCALE, old: scale, next: scale, draft }) ?? [],
    };
  });
}

/** What a real API server answers: it cannot apply a number to custom resources. */
function cannotConvert(name: string, which: 'live' | 'new'): StatusError {
  const where = which === 'live' ? 'failed to create manager for existing fields: ' : '';
  const message = `${where}failed to convert ${which} object (/${name}; ${SCALE_VERSION}, Kind=Scale) to proper version: request to convert CR to an invalid group/version: ${SCALE_VERSION}`;
  return new StatusError(500, '', message);
}

type Tracking = (scale: ApiObject, draft: Draft) => readonly JsonObject[];

function trackedScale(parts: ApiParts, request: ResourceRequest, options: WriteOptions): Tracking {
  const ownership = trackingOf(parts, request, options);
  return (scale, draft) =>
    ownership({ definition: SCALE, old: scale, next: { ...scale, spec: draft['spec'] }, draft }) ?? [];
}

interface ScaleWrite {
  readonly paths: ScalePaths;
  readonly options: WriteOptions;
  /** The scale is a new one, not the old one with changes. */
  readonly replaces: boolean;
  /** What there is to tell before the scale is looked at. */
  readonly warnings?: readonly string[];
}

function changeScale(
  parts: ApiParts,
  request: ResourceRequest,
  { paths, options, replaces, warnings: before = [] }: ScaleWrite,
  rescale: Rescaling,
): ApiResponse {
  const place = placeOf(request);
  const { definition } = place;
  const path = pathOf(paths.specReplicasPath);
  const warnings = [...before];
  let owners: readonly JsonObject[] | undefined;
  const change = (old: ApiObject): Draft => {
    const scaled = rescale(scaleToChange(old, paths), (texts) => addAll(warnings, texts));
    if (!replaces) checkSameUid(request, scaled.draft, old);
    const replicas = replicasOf(scaled.draft, request, paths);
    const parents = storedManagers(old.metadata.managedFields ?? []);
    const after = managersAfterScale(parents, storedManagers(scaled.owners), path, apiVersionOf(definition));
    owners = managerEntries(after);
    const metadata = {
      ...old.metadata,
      // Who does not say which version they know, changes any.
      resourceVersion: textAt(scaled.draft, 'metadata', 'resourceVersion') || old.metadata.resourceVersion,
    };
    return { ...withAt(old, path, replicas), metadata };
  };
  const ownership: Ownership = ({ old }) =>
    isDeepStrictEqual(owners, old?.metadata.managedFields) ? old?.metadata.managedFields : owners;
  return warnEvenOnError(warnings, () => {
    const warn = (texts: readonly string[]): void => addAll(warnings, texts);
    const updated = parts.objects.update(place, change, { dryRun: options.dryRun, ownership, warn });
    return scaleAnswer(request, updated, paths, warnings);
  });
}

/** A patch may not make the scale of another object. @throws 409. */
function checkSameUid({ route: { definition } }: ResourceRequest, { metadata }: Draft, old: ApiObject): void {
  const uid = textAt(metadata, 'uid');
  if (definition.custom || uid === '' || uid === old.metadata.uid) return;
  const of = { group: definition.group, resource: `${definition.plural}/scale` };
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`;
  throw conflict(of, old.metadata.name, why);
}

/** @throws 400 where there is no number, 422 where it is none for a kind that is not custom: those check theirs. */
function replicasOf(
  scale: Draft,
  { route: { definition, name = '' } }: ResourceRequest,
  { specReplicasPath }: ScalePaths,
): number {
  const replicas = numberAt(scale, 'spec', 'replicas');
  if (definition.custom && replicas === NO_NUMBER)
    throw badRequest(`the spec replicas field ${JSON.stringify(specReplicasPath)} cannot be empty`);
  if (definition.custom || replicas >= 0) return replicas;
  const cause = invalidCause('spec.replicas', replicas, NOT_NEGATIVE);
  throw invalid('autoscaling', 'Scale', name, [cause]);
}
