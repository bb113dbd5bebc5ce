import type { CacheSource } from '../informer/cache-source.ts';
import type { Informer } from '../informer/informer.ts';
import {
  groupOf,
  type KindName,
  type KubernetesObject,
  keyOfRef,
  type ObjectRef,
} from '../object/kubernetes-object.ts';

/** Finds an object in what some informers hold; undefined if none has it. */
export type KnownObjects = (kind: KindName, ref: ObjectRef) => KubernetesObject | undefined;

/** Looks into those informers that say what they hold, without waiting for them. Versions of a kind are not told apart. */
export function knownObjects(informers: readonly Pick<Informer, 'get'>[]): KnownObjects {
  const sources = informers.filter((informer) => isCacheSource(informer));
  return (kind, ref) => {
    const holders = sources.filter(
      ({ kind: held, metadataOnly }) =>
        !metadataOnly && held.kind === kind.kind && groupOf(held.apiVersion) === groupOf(kind.apiVersion),
    );
    for (const holder of holders) {
      const found = holder.get(keyOfRef(ref));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Whether an informer says what it holds. */
export function isCacheSource(informer: Pick<Informer, 'get'>): informer is CacheSource {
  return 'kind' in informer && 'metadataOnly' in informer;
}
