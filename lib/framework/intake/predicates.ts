import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { isDeleting } from '../object-name.ts';

/** An object that was created or changed. */
export interface ObjectChange<T> {
  /** What was known before; undefined for an object that is new to this process. */
  readonly old?: T | undefined;
  readonly object: T;
}

/**
 * Whether a change is worth a reconcile. Called synchronously for each change; must be quick and pure. One that
 * throws counts as a yes.
 *
 * Never asked about deletions, about objects that are being deleted, or about resyncs.
 */
export type Predicate<T> = (change: ObjectChange<T>) => boolean;

/**
 * The spec changed: writes to the status, labels and annotations are left out. For kinds that count no
 * generation (ConfigMap, Secret) every change passes.
 *
 * @see kubernetes-sigs/controller-runtime:pkg/predicate/predicate.go
 */
export const generationChanged: Predicate<KubernetesObject> = changed(
  ({ metadata }) => metadata?.generation ?? metadata?.resourceVersion,
);

export const labelsChanged: Predicate<KubernetesObject> = changed(({ metadata }) => canon(metadata?.labels));

export const annotationsChanged: Predicate<KubernetesObject> = changed(({ metadata }) =>
  canon(metadata?.annotations),
);

/** Passes what is new, and what has another value than before. `value` must return a primitive. */
export function changed<T>(value: (obj: T) => string | number | boolean | null | undefined): Predicate<T> {
  return ({ old, object }) => old === undefined || value(old) !== value(object);
}

/** Passes what at least one passes. */
export function anyOf<T>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.some((predicate) => predicate(change));
}

/** Passes what all pass. */
export function allOf<T>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.every((predicate) => predicate(change));
}

/** Passes what the predicate does not. */
export function not<T>(predicate: Predicate<T>): Predicate<T> {
  return (change) => !predicate(change);
}

/**
 * Asks all predicates, after what no predicate may hold back: deletions, and changes that are none, by which
 * foreign informers resync.
 *
 * @internal
 */
export function passes<T extends KubernetesObject>(
  predicates: readonly Predicate<T>[],
  change: ObjectChange<T>,
  onError: (error: unknown) => void,
): boolean {
  if (isDeleting(change.object) || isResync(change)) return true;
  return predicates.every((predicate) => {
    try {
      return predicate(change);
    } catch (error) {
      onError(error);
      return true;
    }
  });
}

function isResync({ old, object }: ObjectChange<KubernetesObject>): boolean {
  const version = object.metadata?.resourceVersion;
  return old !== undefined && version !== undefined && old.metadata?.resourceVersion === version;
}

function canon(map: Readonly<Record<string, string>> | undefined): string {
  return JSON.stringify(Object.entries(map ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
