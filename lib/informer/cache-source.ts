import type { KindName, KubernetesObject } from '../object/kubernetes-object.ts';
import type { Informer } from './informer.ts';

/** An informer that says what it holds, so that a cached reader can answer from it. */
export interface CacheSource<T extends KubernetesObject = KubernetesObject> extends Pick<
  Informer<T>,
  'get' | 'list' | 'whenSynced' | 'health'
> {
  readonly kind: KindName;
  /** Undefined: all. */
  readonly namespaces: readonly string[] | undefined;
  /** Objects have nothing but their metadata. */
  readonly metadataOnly: boolean;
}
