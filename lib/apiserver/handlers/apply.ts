import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { Ownership } from '../apply/field-manager.ts';
import { nullCauses } from '../apply/null-causes.ts';
import { requiredCause } from '../field-causes.ts';
import { textAt, withAt } from '../fields.ts';
import { decodeDraft, type Draft } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import type { Place } from '../objects/object-store.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import type { ApiRequest, ApiResponse } from '../request.ts';
import { readConfig } from '../requests/apply-body.ts';
import { contentType } from '../requests/media-types.ts';
import { writeOptions, type WriteOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { badRequest, conflict, invalid, notFound, StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf, type ResourceRequest } from './resource-request.ts';
import { warnEvenOnError } from './warned-error.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';

export function isApply({ headers }: ApiRequest): boolean {
  return contentType(headers['content-type']) === APPLY_PATCH;
}

/** The options of an apply. @throws 422 when the manager has no name. */
export function applyOptions({ query }: ResourceRequest): WriteOptions {
  const options = writeOptions(query, 'PatchOptions');
  if (options.fieldManager !== '') return options;
  throw invalid('meta.k8s.io', 'PatchOptions', '', [
    requiredCause('fieldManager', 'is required for apply patch'),
  ]);
}

/** @throws 400 unless the configuration is of this type and leaves the managers to the server. */
export function checkConfig(config: JsonObject, apiVersion: string, kind: string): void {
  const given = textAt(config, 'apiVersion');
  const givenKind = textAt(config, 'kind');
  if (given !== apiVersion || givenKind !== kind) {
    const named = given.includes('/') ? given : `/${given}`;
    throw badRequest(`invalid object type: ${named}, Kind=${givenKind}`);
  }
  const { metadata } = config;
  if (isJsonObject(metadata) && Array.isArray(metadata['managedFields']))
    throw badRequest('metadata.managedFields must be nil');
}

/** PATCH of an object, or of its status, by server-side apply. It creates what is not there. */
export function applyObject(parts: ApiParts, request: ResourceRequest, scope: UpdateScope): ApiResponse {
  const place = placeOf(request);
  const options = applyOptions(request);
  const { config, warnings } = readConfig(request.request, options.fieldValidation);
  checkConfig(config, apiVersionOf(place.definition), place.definition.kind);
  const task: Task = { parts, place, config, options, request };
  return warnEvenOnError(warnings, () => {
    if (exists(task)) return objectAnswer(parts, request, updated(task, scope), { warnings });
    const of = { group: place.definition.group, resource: place.definition.plural };
    if (scope !== 'main') throw notFound(of, place.name);
    return objectAnswer(parts, request, created(task), { status: 201, warnings });
  });
}

interface Task {
  readonly parts: ApiParts;
  readonly place: Place;
  readonly config: JsonObject;
  readonly options: WriteOptions;
  readonly request: ResourceRequest;
}

function exists({ parts, place }: Task): boolean {
  try {
    parts.objects.get(place);
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) return false;
    throw error;
  }
}

interface Result {
  readonly draft: Draft;
  readonly ownership: Ownership;
}

function applied({ parts, place, config, options, request }: Task, live: ApiObject | undefined): Result {
  const { object, ownership } = parts.owners.apply(place.definition, live, config, {
    manager: options.fieldManager,
    subresource: request.route.subresource ?? '',
    force: request.query.flag('force') ?? false,
  });
  return { draft: draftOf(place.definition, object), ownership };
}

/** The types are right already; what is unknown was refused. */
function draftOf(definition: ResourceDefinition, object: JsonObject): Draft {
  const { custom, schema, group, kind } = definition;
  const causes = custom && schema !== undefined ? nullCauses(schema, object) : [];
  if (causes.length > 0) throw invalid(group, kind, textAt(object, 'metadata', 'name'), causes);
  return decodeDraft(definition, object, { duplicates: [], validation: 'Ignore' }).draft;
}

function updated(task: Task, scope: UpdateScope): ApiObject {
  const { parts, place, options } = task;
  let result: Result | undefined;
  const change = (old: ApiObject): Draft => {
    result = applied(task, old);
    checkPlace(result.draft, place.name, place.namespace);
    return result.draft;
  };
  const ownership: Ownership = (write) => result?.ownership(write);
  return parts.objects.update(place, change, { dryRun: options.dryRun, scope, ownership });
}

function created(task: Task): ApiObject {
  const { parts, place, options } = task;
  const { draft, ownership } = applied(task, undefined);
  checkPlace(draft, place.name, place.namespace);
  checkUid(place, draft.metadata['uid']);
  // The version of an object that is gone says nothing about a new one.
  const fresh = withAt(draft, ['metadata', 'resourceVersion'], undefined);
  return parts.objects.create(place.definition, place.namespace, fresh, {
    dryRun: options.dryRun,
    ownership,
  });
}

function checkUid({ definition, name }: Place, uid: JsonValue | undefined): void {
  if (uid === undefined || uid === null || uid === '') return;
  const why = `uid mismatch: the provided object specified uid ${textAt(uid)}, and no existing object was found`;
  throw conflict({ group: definition.group, resource: definition.plural }, name, why);
}
