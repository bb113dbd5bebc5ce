import type { Informer } from '../../informer/informer.ts';
import {
  groupOf,
  type Kind,
  type KubernetesObject,
  keyOfRef,
  type ObjectKey,
} from '../../object/kubernetes-object.ts';
import type { Predicate } from './predicates.ts';

/**
 * Reconciles the framework's objects when objects of another kind change: those that they own, or refer to.
 *
 * `map` and `predicates` see the type of the informer if the literal is given to {@link secondaryWatch}; in a
 * plain literal they see any Kubernetes object, which is enough for owners and labels.
 */
export interface SecondaryWatch<S extends KubernetesObject = KubernetesObject> {
  /** Run by the framework. May be shared by several frameworks. */
  readonly informer: Informer<S>;
  /**
   * The keys of the objects to reconcile. `old` is undefined for an object that is new, `now` for one that is
   * gone; both are given on a change, since it may concern two objects, the former owner and the present one.
   */
  map(old: S | undefined, now: S | undefined): Iterable<ObjectKey>;
  /** All must pass. Default: every change counts. */
  readonly predicates?: readonly PredicateMethod<S>[];
}

/** {@link Predicate}, with a parameter that the lists of watches of several kinds may narrow. */
type PredicateMethod<S> = { predicate(...args: Parameters<Predicate<S>>): boolean }['predicate'];

/** Lets the types of `map` and `predicates` follow from the informer. */
export function secondaryWatch<S extends KubernetesObject>(watch: {
  readonly informer: Informer<S>;
  readonly map: (old: S | undefined, now: S | undefined) => Iterable<ObjectKey>;
  readonly predicates?: readonly Predicate<S>[];
}): SecondaryWatch {
  const narrow: SecondaryWatch<S> = watch;
  return narrow;
}

/**
 * A `map` for owned objects: the key of the owner of this kind, by the owner references of old and new.
 * Versions of the kind's group are not told apart.
 */
export function toOwner(
  kind: Pick<Kind, 'apiVersion' | 'kind' | 'namespaced'>,
): (old: KubernetesObject | undefined, now: KubernetesObject | undefined) => ReadonlySet<ObjectKey> {
  const group = groupOf(kind.apiVersion);
  const keys = (obj: KubernetesObject | undefined): ObjectKey[] =>
    (obj?.metadata?.ownerReferences ?? [])
      .filter((owner) => owner.kind === kind.kind && groupOf(owner.apiVersion) === group)
      .map(({ name }) => {
        const namespace = obj?.metadata?.namespace;
        return keyOfRef(kind.namespaced && namespace !== undefined ? { namespace, name } : { name });
      });
  return (old, now) => new Set([...keys(old), ...keys(now)]);
}
