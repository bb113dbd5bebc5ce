import { ExecutionFailedError } from '../errors.ts';
import type { CustomResourceDefinition } from './kinds.ts';
import { groupOf, type Kind, type KindName, type KubernetesObject, keyOf } from './kubernetes-object.ts';

/** What is known beforehand of the kind of some objects. */
export interface KnownKind<K> {
  /** Default: each object's own apiVersion and kind, by discovery. */
  readonly kind?: K | undefined;
  /** Says where its objects are, which discovery learns a while later than the definition is established. */
  readonly crd?: CustomResourceDefinition | undefined;
}

/**
 * The kind of an object: what is known, else what the object says of itself.
 *
 * @param remedy what to do where neither says it, for the error.
 */
export function kindOfObject<K>(
  obj: KubernetesObject,
  { kind: known, crd }: KnownKind<K>,
  remedy: string,
): K | Kind | KindName {
  if (known !== undefined) return known;
  const { apiVersion, kind } = obj;
  if (apiVersion === undefined || kind === undefined) {
    throw new ExecutionFailedError(
      `cannot tell the kind of object ${keyOf(obj)}: it has no apiVersion and kind; ${remedy}`,
    );
  }
  const { group, names } = crd?.spec ?? {};
  const isDefined = crd !== undefined && names?.kind === kind && group === groupOf(apiVersion);
  return isDefined ? kindOfCrd(crd, apiVersion) : { apiVersion, kind };
}

/** The kind that a definition makes. */
export function kindOfCrd({ spec }: CustomResourceDefinition, apiVersion: string): Kind {
  const { names, scope } = spec;
  return { apiVersion, kind: names.kind, plural: names.plural, namespaced: scope === 'Namespaced' };
}
