import { isDeepStrictEqual } from 'node:util';

import type { Clock } from '../../../context/index.ts';
import type { Ownership, Write } from '../apply/field-manager.ts';
import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { textAt, withAt } from '../fields.ts';
import type { DeleteOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf, collectionOf, resourceName } from '../resource-registry.ts';
import { alreadyExists, conflict, notFound, StatusError } from '../status-error.ts';
import type { Storage } from '../storage.ts';
import { admitted, sameContent, written } from './admission.ts';
import { checkPreconditions, checkProtected, deleted, endsGracefully, isFinished } from './deletion.ts';
import type { Draft } from './draft.ts';
import { metadataUpdateCauses } from './metadata-causes.ts';
import { generatedName, newMetadata, ownName } from './metadata.ts';
import { mergedUpdate } from './merged-update.ts';
import type { UpdateScope } from './merged-update.ts';
import { ReadView } from './read-view.ts';
import { sizedObject } from './stored-size.ts';
import { checkNamespace, checkUpdate, checkVersionText } from './update-preconditions.ts';

/** Where an object is. */
export interface Place {
  readonly definition: ResourceDefinition;
  /** Undefined for resources without one. */
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface UpdateOptions {
  /** Tells who owns what afterwards. Default: nothing changes hands, as with the server's own writes. */
  readonly ownership?: Ownership;
  readonly dryRun?: boolean;
  /**
   * What may change: all but the status where that is a subresource (default), the status alone, or everything,
   * for those who do the server's own work.
   */
  readonly scope?: UpdateScope;
  /** A whole object replaces the old one, so that it must say which one it knows. Default false: a patch. */
  readonly replaces?: boolean;
  /** What is written comes of a configuration that is applied. Default false. */
  readonly applies?: boolean;
  /**
   * Asked after `change`: whether it made what is dropped when it is read. Then it is a change, and times of owners are
   * new, though all that is left may be as before. Default: no.
   */
  readonly makesUnread?: () => boolean;
  /** Called with what the client is to be told, once nothing speaks against what it sent. */
  readonly warn?: (texts: readonly string[]) => void;
}

export interface CreateOptions extends Pick<
  UpdateOptions,
  'applies' | 'dryRun' | 'ownership' | 'scope' | 'warn'
> {
  /** The request is an update of what is not there: it may know a version, which says nothing. Default false. */
  readonly updates?: boolean;
}

/** What became of a delete. */
export interface Deleted {
  readonly object: ApiObject;
  /** False: something holds it still, and it only has a deletionTimestamp. */
  readonly gone: boolean;
}

/** The collection of CustomResourceDefinitions; one has the name of its own collection. */
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const GENERATE_ATTEMPTS = 8;

/** The key of an object within its collection. */
export function storageKey(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/**
 * The life of objects: what a create, an update and a delete mean, whoever asks for them. Synchronous, so that
 * each is atomic. Everything that is refused throws a {@link StatusError}.
 */
export class ObjectStore {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #view = new ReadView();

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * The object in its definition's version.
   *
   * @param whole with what is stored and not shown: what a write begins with, and who asks for the status gets. Default false.
   * @throws 404.
   */
  get({ definition, namespace, name }: Place, whole = false): ApiObject {
    const found = this.#storage.get(collectionOf(definition), storageKey(namespace, name));
    if (found === undefined) throw notFound({ group: definition.group, resource: definition.plural }, name);
    const isShown = !whole || definition.shown === undefined;
    return inVersion(isShown ? this.asRead(definition, found) : found, definition);
  }

  #shown(definition: ResourceDefinition, obj: ApiObject): ApiObject {
    return definition.shown === undefined ? obj : this.asRead(definition, obj);
  }

  /** A stored object as its definition shows it now, in the version that it is stored in. */
  asRead(definition: ResourceDefinition, obj: ApiObject): ApiObject {
    return this.#view.of(definition, obj);
  }

  create(
    definition: ResourceDefinition,
    namespace: string | undefined,
    draft: Draft,
    options: CreateOptions = {},
  ): ApiObject {
    checkNamespace(draft, namespace);
    const {
      name = '',
      generateName = '',
      resourceVersion = '',
    } = draft.metadata as Record<string, string | undefined>;
    if (options.updates) checkVersionText(resourceVersion);
    // What is no version is not looked at, nor is any in a dry run.
    else if (options.dryRun !== true && /^\d+$/u.test(resourceVersion) && Number(resourceVersion) !== 0)
      throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
    this.#checkAccepting(definition, namespace, name);
    this.#checkServiceAccount(definition, namespace, name, draft);
    for (let attempt = 1; ; attempt++) {
      const isGenerated = name === '' && generateName !== '';
      const given = isGenerated ? generatedName(generateName) : name;
      const place = { definition, namespace, name: given === '' ? ownName(definition) : given };
      const created = this.#tryCreate(place, draft, options);
      if (created !== undefined) return this.#shown(definition, created);
      if (!isGenerated || attempt === GENERATE_ATTEMPTS) throw this.#taken(place);
    }
  }

  /**
   * @param change makes the draft of the new object from the old one, which is in the definition's version.
   * @returns the object as it is now: the old one if nothing changed, the last state if this removed it.
   */
  update(place: Place, change: (old: ApiObject) => Draft, options: UpdateOptions = {}): ApiObject {
    const { definition } = place;
    const old = this.get(place, true);
    const draft = change(old);
    checkUpdate(definition, draft, old, options);
    const next = this.#updated(definition, draft, old, options);
    const isChanged = !isDeepStrictEqual(next, old);
    if (isChanged && isFinished(definition, next)) {
      if (options.dryRun !== true) this.#remove(place, old);
      return lastAnswer(definition, draft, next, options);
    }
    const isWritten = isChanged && options.dryRun !== true;
    const result = isWritten ? this.#put(place, next, old, options.applies !== true) : next;
    // Who writes the status is shown everything.
    return options.scope === 'status' ? result : this.#shown(definition, result);
  }

  delete(place: Place, options: DeleteOptions): Deleted {
    const { definition, name } = place;
    checkProtected(definition, name);
    const old = this.get(place, true);
    checkPreconditions(definition, old, options);
    const object = deleted(definition, old, options, this.#clock.now());
    if (isFinished(definition, object)) {
      const last = this.#shown(definition, endsGracefully(definition) ? object : old);
      if (options.dryRun) return { object: last, gone: true };
      const resourceVersion =
        this.#remove(place, old)?.metadata.resourceVersion ?? last.metadata.resourceVersion;
      return { object: { ...last, metadata: { ...last.metadata, resourceVersion } }, gone: true };
    }
    if (options.dryRun || object === old) return { object, gone: false };
    return { object: this.#put(place, object, old, false), gone: false };
  }

  #tryCreate(
    place: Place,
    draft: Draft,
    { dryRun, ownership, scope, applies, warn }: CreateOptions,
  ): ApiObject | undefined {
    const { definition, namespace, name } = place;
    const metadata = newMetadata(draft.metadata, {
      name,
      namespace,
      now: this.#clock.now(),
      generation: definition.generation,
    });
    const { status: _, ...withoutStatus } = draft;
    const content = keepsStatusOnCreate(definition) ? draft : withoutStatus;
    const { complete, prepared, warnings } = admitted(
      definition,
      { ...content, apiVersion: apiVersionOf(definition), kind: definition.kind, metadata },
      undefined,
      { scope, applies, kind: textAt(draft, 'kind') || definition.kind },
    );
    warn?.(warnings);
    const next = scope === 'status' ? withStatus(definition, complete, draft) : complete;
    const owned = withOwners(prepared, ownership, { definition, old: undefined, next, draft });
    const collection = collectionOf(definition);
    const key = storageKey(namespace, name);
    if (dryRun !== true) return this.#stored(definition, key, owned, undefined, applies !== true);
    if (this.#storage.get(collection, key) !== undefined) return undefined;
    return withVersion(owned, textAt(draft, 'metadata', 'resourceVersion'));
  }

  #taken({ definition, namespace, name }: Place): StatusError {
    const error = alreadyExists({ group: definition.group, resource: definition.plural }, name);
    const found = this.#storage.get(collectionOf(definition), storageKey(namespace, name));
    if (found?.metadata.deletionTimestamp === undefined) return error;
    const { code, reason = '', details = {} } = error.status;
    return new StatusError(code, reason, `object is being deleted: ${error.message}`, details);
  }

  /** @throws when the namespace, or the kind itself, is not there or on its way out. */
  #checkAccepting(definition: ResourceDefinition, namespace: string | undefined, name: string): void {
    const collection = collectionOf(definition);
    if (definition.custom && this.#isGoing(DEFINITIONS, collection))
      throw forbidden(definition, name, 'create not allowed while custom resource definition is terminating');
    if (namespace === undefined) return;
    if (this.#storage.get('namespaces', namespace) === undefined)
      throw notFound({ group: '', resource: 'namespaces' }, namespace);
    if (!this.#isGoing('namespaces', namespace)) return;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const message = `namespace ${namespace} is being terminated`;
    throw forbidden(definition, name, why, [
      { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
    ]);
  }

  /**
   * What the ServiceAccount admission plugin refuses: a Pod of an account that is not there. The default one comes
   * with its namespace, if not at the same moment.
   *
   * @throws 403.
   */
  #checkServiceAccount(
    definition: ResourceDefinition,
    namespace: string | undefined,
    pod: string,
    draft: Draft,
  ): void {
    if (collectionOf(definition) !== 'pods' || namespace === undefined) return;
    const name =
      textAt(draft, 'spec', 'serviceAccountName') || textAt(draft, 'spec', 'serviceAccount') || 'default';
    const key = storageKey(namespace, name);
    if (name === 'default' || this.#storage.get('serviceaccounts', key) !== undefined) return;
    const why = `error looking up service account ${key}: serviceaccount ${JSON.stringify(name)} not found`;
    throw forbidden(definition, pod, why);
  }

  #isGoing(collection: string, key: string): boolean {
    return this.#storage.get(collection, key)?.metadata.deletionTimestamp !== undefined;
  }

  #updated(definition: ResourceDefinition, sent: Draft, old: ApiObject, options: UpdateOptions): ApiObject {
    const { scope = 'main' } = options;
    const draft = scope === 'status' ? (definition.strategy?.status?.sent?.(sent) ?? sent) : sent;
    // Of custom resources, the status alone is taken, whatever the metadata says.
    const changes =
      scope === 'status' && definition.custom ? [] : metadataUpdateCauses(draft.metadata, old.metadata);
    const merged = mergedUpdate(definition, draft, old, scope);
    const { applies, makesUnread } = options;
    // A status leaves everything else as it was, the kind too.
    const kind = (scope === 'status' ? '' : textAt(draft, 'kind')) || definition.kind;
    const admission = { scope, applies, changes, kind };
    const { complete, prepared, warnings } = admitted(definition, merged, old, admission);
    options.warn?.(warnings);
    const owned = withOwners(
      prepared,
      options.ownership,
      { definition, old, next: complete, draft },
      makesUnread,
    );
    // Neither a status nor what the server does itself asks anything of anyone.
    if (scope !== 'main' || !definition.generation) return owned;
    if (sameContent(definition, owned, old, isDeepStrictEqual)) return owned;
    const generation = (old.metadata.generation ?? 0) + 1;
    return { ...owned, metadata: { ...owned.metadata, generation } };
  }

  #put(place: Place, obj: ApiObject, old: ApiObject, dropsManagers: boolean): ApiObject {
    const { definition, namespace, name } = place;
    const key = storageKey(namespace, name);
    const stored = this.#stored(definition, key, obj, old.metadata.resourceVersion, dropsManagers);
    if (stored !== undefined) return stored;
    throw conflict(
      { group: definition.group, resource: definition.plural },
      name,
      'the object has been modified',
    );
  }

  /**
   * @returns the object as its definition shows it; undefined when it is not at that version.
   * @throws 500 when it is too large.
   */
  #stored(
    definition: ResourceDefinition,
    key: string,
    obj: ApiObject,
    expected: string | undefined,
    dropsManagers: boolean,
  ): ApiObject | undefined {
    const { conversion } = definition;
    const form = conversion?.toStored(obj) ?? obj;
    const sized = sizedObject(form, { definition, key, replaces: expected, dropsManagers });
    const stored = this.#storage.put(collectionOf(definition), key, sized, expected);
    return stored === undefined || conversion === undefined ? stored : this.asRead(definition, stored);
  }

  #remove({ definition, namespace, name }: Place, { metadata }: ApiObject): ApiObject | undefined {
    const key = storageKey(namespace, name);
    return this.#storage.remove(collectionOf(definition), key, metadata.resourceVersion);
  }
}

/**
 * What is removed with a write of its status is answered as it was sent: labels that follow from the rest come when it
 * is read, which it never is again.
 */
function lastAnswer(
  definition: ResourceDefinition,
  draft: Draft,
  last: ApiObject,
  { scope }: UpdateOptions,
): ApiObject {
  const sent = scope === 'status' ? definition.strategy?.status?.sent?.(draft) : undefined;
  return sent === undefined ? last : withAt(last, ['metadata', 'labels'], sent.metadata['labels']);
}

/** The object as another version of its kind shows it: conversion strategy None only renames. */
export function inVersion(obj: ApiObject, definition: ResourceDefinition): ApiObject {
  const apiVersion = apiVersionOf(definition);
  return obj.apiVersion === apiVersion ? obj : { ...obj, apiVersion };
}

/** The object with those who own its fields; as it was, if only times of theirs would change. */
function withOwners(
  obj: ApiObject,
  ownership: Ownership | undefined,
  write: Write,
  makesUnread: () => boolean = () => false,
): ApiObject {
  if (ownership === undefined) return obj;
  const owners = ownership(write);
  if (owners === obj.metadata.managedFields) return obj;
  const { managedFields: _, ...metadata } = obj.metadata;
  const managed = owners === undefined || owners.length === 0 ? {} : { managedFields: owners };
  const owned = { ...obj, metadata: { ...metadata, ...managed } };
  if (write.old === undefined || makesUnread()) return owned;
  return isDeepStrictEqual(untimed(owned), untimed(write.old)) ? write.old : owned;
}

function untimed(obj: ApiObject): JsonObject {
  const { managedFields = [] } = obj.metadata;
  const entries = managedFields.map(({ time: _time, ...entry }) => entry);
  return { ...obj, metadata: { ...obj.metadata, managedFields: entries } };
}

/** Who creates an object by writing its status owns that, though it is dropped. */
function withStatus(definition: ResourceDefinition, obj: ApiObject, { status }: Draft): ApiObject {
  return status === undefined ? obj : written(definition, { ...obj, status });
}

/** What is not stored has the version that its client gave it, or none. */
function withVersion(obj: ApiObject, version: string): ApiObject {
  const { resourceVersion: _, ...rest } = obj.metadata;
  const metadata = { ...rest, ...(version === '' ? {} : { resourceVersion: version }) };
  return { ...obj, metadata: metadata as ApiObject['metadata'] };
}

/** Nodes register themselves with their status; everywhere else it is the controllers' alone. */
function keepsStatusOnCreate(definition: ResourceDefinition): boolean {
  return !definition.status || collectionOf(definition) === 'nodes';
}

function forbidden(
  definition: ResourceDefinition,
  name: string,
  why: string,
  causes: readonly { reason: string; message: string; field: string }[] = [],
): StatusError {
  const { group, plural } = definition;
  const message = `${resourceName(definition)} ${JSON.stringify(name)} is forbidden: ${why}`;
  const details = { name, ...(group === '' ? {} : { group }), kind: plural };
  return new StatusError(403, 'Forbidden', message, causes.length === 0 ? details : { ...details, causes });
}
