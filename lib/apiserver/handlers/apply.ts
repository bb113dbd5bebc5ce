import { addAll } from '../add-all.ts';
import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { Ownership } from '../apply/field-manager.ts';
import { objectText, typeText } from '../apply/object-text.ts';
import { requiredCause } from '../field-causes.ts';
import { at, objectAt, textAt, withAt } from '../fields.ts';
import { asConverter } from '../objects/decoding-problem.ts';
import { isFinished } from '../objects/deletion.ts';
import { decodeDraft, type Draft, type Strictness } from '../objects/draft.ts';
import type { UpdateScope } from '../objects/merged-update.ts';
import { readableMetadata } from '../objects/metadata-types.ts';
import type { Place } from '../objects/object-store.ts';
import { checkPlace } from '../objects/update-preconditions.ts';
import { withWrappedIntegers } from '../objects/wrapped-integers.ts';
import type { ApiRequest, ApiResponse } from '../request.ts';
import { readConfig } from '../requests/apply-body.ts';
import { contentType } from '../requests/media-types.ts';
import { writeOptions, type WriteOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { badRequest, conflict, notFound, StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { isCreatedByUpdate } from './created-by-update.ts';
import { asApplied } from './last-answer.ts';
import { placeOf, type ResourceRequest } from './resource-request.ts';
import { warnEvenOnError } from './warned-error.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';

export function isApply({ headers }: ApiRequest): boolean {
  return contentType(headers['content-type']) === APPLY_PATCH;
}

/** The options of an apply. @throws 422 when the manager has no name. */
export function applyOptions({ query }: ResourceRequest): WriteOptions {
  const isNamed = query.text('fieldManager') !== '';
  const unnamed = isNamed ? [] : [requiredCause('fieldManager', 'is required for apply patch')];
  return writeOptions(query, 'PatchOptions', unnamed);
}

/** @throws 400 unless the configuration is of this type and leaves the managers to the server. */
export function checkConfig(config: JsonObject, apiVersion: string, kind: string): void {
  const given = textAt(config, 'apiVersion');
  const givenKind = textAt(config, 'kind');
  if (given !== apiVersion || givenKind !== kind) {
    const named = given.includes('/') ? given : `/${given}`;
    throw badRequest(`invalid object type: ${named}, Kind=${givenKind}`);
  }
  const managers = at(config, 'metadata', 'managedFields');
  // A list of anything else is of a wrong type, which is found later.
  if (Array.isArray(managers) && managers.every(isJsonObject))
    throw badRequest('metadata.managedFields must be nil');
}

/** PATCH of an object, or of its status, by server-side apply. It creates what is not there. */
export function applyObject(parts: ApiParts, request: ResourceRequest, scope: UpdateScope): ApiResponse {
  const place = placeOf(request);
  const options = applyOptions(request);
  const isThere = exists(parts, place);
  const of = { group: place.definition.group, resource: place.definition.plural };
  if (!isThere && scope !== 'main' && !isCreatedByUpdate(parts, place)) throw notFound(of, place.name);
  const { config, warnings } = readConfig(request.request, options.fieldValidation);
  checkConfig(config, apiVersionOf(place.definition), place.definition.kind);
  const all = [...warnings];
  const warn = (texts: readonly string[]): void => addAll(all, texts);
  const task: Task = { parts, place, config, options, request, warn };
  const { custom } = place.definition;
  return warnEvenOnError(all, () => {
    if (isThere) {
      const { object, applied: made } = updated(task, scope);
      const answer =
        custom && isFinished(place.definition, object) ? asApplied(place.definition, object, made) : object;
      return objectAnswer(parts, request, answer, { warnings: all });
    }
    return objectAnswer(parts, request, created(task, scope), { status: 201, warnings: all });
  });
}

interface Task {
  readonly parts: ApiParts;
  readonly place: Place;
  readonly config: JsonObject;
  readonly options: WriteOptions;
  readonly request: ResourceRequest;
  readonly warn: (texts: readonly string[]) => unknown;
}

function exists({ objects }: ApiParts, place: Place): boolean {
  try {
    objects.get(place);
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) return false;
    throw error;
  }
}

interface Result {
  /** As the configuration made it, with all that is empty. */
  readonly object: JsonObject;
  readonly draft: Draft;
  readonly ownership: Ownership;
}

function applied({ parts, place, config, options, request }: Task, live: ApiObject | undefined): Result {
  const { object, ownership } = parts.owners.apply(place.definition, live, config, {
    manager: options.fieldManager,
    subresource: request.route.subresource ?? '',
    force: request.query.flag('force') ?? false,
  });
  return { object, draft: appliedDraft(place.definition, object, config), ownership };
}

/** What an apply has made. The types are right already; what is unknown was refused. */
export function appliedDraft(
  definition: ResourceDefinition,
  object: JsonObject,
  config: JsonObject = object,
): Draft {
  const { custom, schema } = definition;
  const refuse = (why: string): StatusError => {
    const converting = `unable to convert unstructured object to ${typeText(definition)}: ${why}`;
    const message = `failed to convert new object (${objectText(definition, config)}) to proper version: ${converting}`;
    return new StatusError(500, '', message);
  };
  const strictness: Strictness = { duplicates: [], validation: 'Ignore' };
  if (custom) {
    const metadata = readableMetadata(objectAt(object, 'metadata'));
    return decodeDraft(definition, withAt(object, ['metadata'], metadata), strictness, { typed: true }).draft;
  }
  const known = schema === undefined ? object : withWrappedIntegers(schema, object);
  return decodeDraft(definition, known, strictness, { refuse, wording: asConverter }).draft;
}

/** What an apply made, and what of. */
interface Made {
  readonly object: ApiObject;
  readonly applied: JsonObject;
}

function updated(task: Task, scope: UpdateScope): Made {
  const { parts, place, options, warn } = task;
  let result: Result | undefined;
  const change = (old: ApiObject): Draft => {
    result = applied(task, old);
    checkPlace(result.draft, place.name, place.namespace);
    return result.draft;
  };
  const ownership: Ownership = (write) => result?.ownership(write);
  const object = parts.objects.update(place, change, {
    dryRun: options.dryRun,
    scope,
    ownership,
    warn,
    applies: true,
    makesUnread: () => place.definition.custom && scope === 'main' && hasUnread(result?.object ?? {}),
  });
  return { object, applied: result!.object };
}

/** What a custom resource has in its metadata as it is applied, and no more when it is read: nothing. */
const UNREAD_WHEN_EMPTY = ['annotations', 'finalizers', 'generateName', 'labels', 'ownerReferences'];

function hasUnread(object: JsonObject): boolean {
  return UNREAD_WHEN_EMPTY.some((name) => {
    const value = at(object, 'metadata', name);
    return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  });
}

function created(task: Task, scope: UpdateScope): ApiObject {
  const { parts, place, options, warn } = task;
  const { draft, ownership } = applied(task, undefined);
  checkUid(place, draft.metadata['uid']);
  checkPlace(draft, place.name, place.namespace);
  return parts.objects.create(place.definition, place.namespace, draft, {
    dryRun: options.dryRun,
    ownership,
    scope,
    warn,
    applies: true,
    updates: true,
  });
}

function checkUid({ definition, name }: Place, uid: JsonValue | undefined): void {
  if (uid === undefined || uid === null || uid === '') return;
  const why = `uid mismatch: the provided object specified uid ${textAt(uid)}, and no existing object was found`;
  throw conflict({ group: definition.group, resource: definition.plural }, name, why);
}
