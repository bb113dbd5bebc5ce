import type { ObjectMeta, Pod } from '../../object/kinds.ts';
import type { Kind, KubernetesObject } from '../../object/kubernetes-object.ts';
import { controllerRef } from './owner.ts';
import type { PodTemplate } from './template-hash.ts';

/** What a controller adds to its template. */
export interface PodAdditions extends Pick<ObjectMeta, 'name' | 'generateName' | 'labels' | 'annotations'> {
  readonly spec?: Partial<NonNullable<Pod['spec']>>;
}

/** A Pod made of its owner's template. */
export function newPod<T extends KubernetesObject>(
  { kind, owner, template }: { readonly kind: Kind<T>; readonly owner: T; readonly template: PodTemplate },
  { spec, labels, annotations, ...names }: PodAdditions,
): Pod {
  const { metadata } = template;
  return {
    metadata: {
      ...names,
      ...(owner.metadata?.namespace === undefined ? {} : { namespace: owner.metadata.namespace }),
      labels: { ...metadata?.labels, ...labels },
      annotations: { ...metadata?.annotations, ...annotations },
      ...(metadata?.finalizers === undefined ? {} : { finalizers: metadata.finalizers }),
      ownerReferences: [controllerRef(kind, owner)],
    },
    spec: { containers: [], ...template.spec, ...spec },
  };
}
