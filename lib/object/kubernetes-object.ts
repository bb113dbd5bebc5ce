import type { ObjectMeta } from './kinds.ts';

/** What every Kubernetes object has, in its wire form. Read-only: objects from a cache are shared. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/**
 * Names a kind of objects, and carries their type: `client.get(ctx, ConfigMap, key)` returns a `ConfigMap`.
 * The built-in ones are values of this package; make one for a custom resource with {@link defineKind}.
 */
export interface Kind<T extends KubernetesObject = KubernetesObject> {
  /** `v1` or `group/version`. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The resource's name in URLs: lower case, plural. */
  readonly plural: string;
  /** Whether objects live in namespaces. */
  readonly namespaced: boolean;
  /** Only carries the type of the objects; never present at run time. */
  readonly objectType?: T;
}

/**
 * A kind by its name alone. The client asks the API server's discovery for the rest, once.
 */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where an object is: its name, and its namespace unless its kind has none. */
export interface ObjectRef {
  readonly name: string;
  readonly namespace?: string;
}

/** `namespace/name`, or `name` for objects without a namespace. Unique within a kind. */
export type ObjectKey = string;

/** Makes a kind of a custom resource: `defineKind<Website>({ apiVersion, kind, plural, namespaced })`. */
export function defineKind<T extends KubernetesObject>(kind: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}): Kind<T> {
  return Object.freeze({ ...kind });
}

/** The key of an object. Empty strings stand for what is missing. */
export function keyOf(obj: KubernetesObject): ObjectKey {
  const { namespace, name = '' } = obj.metadata ?? {};
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The key of the object that a reference names. */
export function keyOfRef(ref: ObjectRef): ObjectKey {
  return ref.namespace === undefined || ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`;
}

/** The opposite of {@link keyOfRef}. */
export function refOfKey(key: ObjectKey): ObjectRef {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The group of an apiVersion; `''` for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The version of an apiVersion, without its group. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
