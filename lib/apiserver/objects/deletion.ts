import type { JsonObject } from '../../object/json.ts';
import type { ApiMetadata, ApiObject } from '../api-object.ts';
import type { DeleteOptions, Propagation } from '../requests/write-options.ts';
import { collectionOf } from '../resource-registry.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { conflict, StatusError } from '../status-error.ts';
import { objectField } from './admission.ts';
import { timestamp } from './metadata.ts';

/** Finalizers that the garbage collector works on. */
export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';
/** What keeps a CustomResourceDefinition until its objects are gone. */
export const CUSTOM_RESOURCE_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
/** What keeps a claim of a persistent volume until no Pod mounts it, and a volume until no claim is bound to it. */
export const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';
export const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

const NAMESPACES = 'namespaces';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const PODS = 'pods';
const PROTECTED_NAMESPACES: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** @throws 409 when the object is no longer what the client meant. */
export function checkPreconditions(
  definition: ResourceDefinition,
  obj: ApiObject,
  options: DeleteOptions,
): void {
  const { name, uid, resourceVersion } = obj.metadata;
  const of = { group: definition.group, resource: definition.kind };
  if (options.uid !== undefined && options.uid !== uid)
    throw conflict(
      of,
      name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  if (options.resourceVersion !== undefined && options.resourceVersion !== resourceVersion)
    throw conflict(
      of,
      name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
}

/** @throws 403 for the namespaces that a cluster cannot be without. */
export function checkProtected(definition: ResourceDefinition, name: string): void {
  if (collectionOf(definition) !== NAMESPACES || !PROTECTED_NAMESPACES.has(name)) return;
  const message = `namespaces ${JSON.stringify(name)} is forbidden: this namespace may not be deleted`;
  throw new StatusError(403, 'Forbidden', message, { name, kind: NAMESPACES });
}

/**
 * The object as a delete leaves it: on its way out, or (when nothing holds it) ready to be removed. The same
 * object when it is on its way already and the request changes nothing.
 */
export function deleted(
  definition: ResourceDefinition,
  obj: ApiObject,
  options: DeleteOptions,
  now: number,
): ApiObject {
  const collection = collectionOf(definition);
  if (collection === NAMESPACES) return terminatingNamespace(obj, now);
  if (collection === DEFINITIONS) return terminatingDefinition(obj, now);
  const propagation = options.propagation ?? usualPropagation(collection);
  const finalizers = finalizersAfter(obj.metadata.finalizers ?? [], propagation);
  const grace = gracePeriod(collection, obj, options.gracePeriodSeconds);
  const { finalizers: old = [], deletionTimestamp } = obj.metadata;
  const asBefore = finalizers.length === old.length && finalizers.every((name, index) => name === old[index]);
  if (deletionTimestamp !== undefined && asBefore && !isShorter(obj.metadata, grace)) return obj;
  return { ...obj, metadata: goingMetadata(obj.metadata, { grace, finalizers, now }) };
}

function goingMetadata(
  metadata: ApiMetadata,
  facts: { readonly grace: number; readonly finalizers: readonly string[]; readonly now: number },
): ApiMetadata {
  const { finalizers: _, ...rest } = metadata;
  const { generation, deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  const started =
    deletionTimestamp === undefined
      ? facts.now
      : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  const bump = deletionTimestamp === undefined && generation !== undefined;
  return {
    ...rest,
    ...(bump ? { generation: generation + 1 } : {}),
    deletionTimestamp: timestamp(started + facts.grace * 1000),
    deletionGracePeriodSeconds: facts.grace,
    ...(facts.finalizers.length === 0 ? {} : { finalizers: facts.finalizers }),
  };
}

function isShorter({ deletionGracePeriodSeconds = 0 }: ApiMetadata, grace: number): boolean {
  return grace < deletionGracePeriodSeconds;
}

/** Jobs and ReplicationControllers leave their Pods behind unless they are told what to do. */
export function usualPropagation(collection: string): Propagation | undefined {
  return collection === 'jobs.batch' || collection === 'replicationcontrollers' ? 'Orphan' : undefined;
}

/** Only Pods take time to end, and say so to the last. */
export function endsGracefully(definition: ResourceDefinition): boolean {
  return collectionOf(definition) === PODS;
}

/** Of Pods only such as may run are given time: on a node, and not over. */
function gracePeriod(collection: string, obj: ApiObject, wanted: number | undefined): number {
  if (collection !== PODS) return 0;
  const spec = objectField(obj, 'spec');
  const phase = objectField(obj, 'status')['phase'];
  if ((spec['nodeName'] ?? '') === '' || phase === 'Succeeded' || phase === 'Failed') return 0;
  const own = spec['terminationGracePeriodSeconds'];
  const grace = wanted ?? (typeof own === 'number' ? own : 30);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = obj.metadata;
  return deletionTimestamp === undefined ? Math.max(0, grace) : Math.min(grace, deletionGracePeriodSeconds);
}

function finalizersAfter(
  finalizers: readonly string[],
  propagation: Propagation | undefined,
): readonly string[] {
  if (propagation === undefined) return finalizers;
  const others = finalizers.filter((name) => name !== FOREGROUND && name !== ORPHAN);
  if (propagation === 'Background') return others;
  return [...others, propagation === 'Foreground' ? FOREGROUND : ORPHAN];
}

function terminatingNamespace(obj: ApiObject, now: number): ApiObject {
  if (obj.metadata.deletionTimestamp !== undefined) return obj;
  return {
    ...obj,
    metadata: { ...obj.metadata, deletionTimestamp: timestamp(now) },
    status: { ...objectField(obj, 'status'), phase: 'Terminating' },
  };
}

function terminatingDefinition(obj: ApiObject, now: number): ApiObject {
  if (obj.metadata.deletionTimestamp !== undefined) return obj;
  const { finalizers = [] } = obj.metadata;
  const status = objectField(obj, 'status');
  const conditions = Array.isArray(status['conditions'])
    ? (status['conditions'] as readonly JsonObject[])
    : [];
  const pending = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: timestamp(now),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  return {
    ...obj,
    metadata: {
      ...obj.metadata,
      deletionTimestamp: timestamp(now),
      finalizers: [...new Set([...finalizers, CUSTOM_RESOURCE_CLEANUP])],
    },
    status: { ...status, conditions: [...conditions, pending] },
  };
}

/** Whether an object that is on its way out has nothing left to wait for. */
export function isFinished(definition: ResourceDefinition, obj: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = obj.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0 || finalizers.length > 0)
    return false;
  return collectionOf(definition) !== NAMESPACES || !hasSpecFinalizers(obj);
}

function hasSpecFinalizers(obj: JsonObject): boolean {
  const finalizers = objectField(obj, 'spec')['finalizers'];
  return Array.isArray(finalizers) && finalizers.length > 0;
}
