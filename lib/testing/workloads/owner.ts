import type { OwnerReference } from '../../object/kinds.ts';
import type { Kind, KubernetesObject } from '../../object/kubernetes-object.ts';

/** The reference by which a controller owns what it makes. */
export function controllerRef<T extends KubernetesObject>(kind: Kind<T>, owner: T): OwnerReference {
  return {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    name: owner.metadata?.name ?? '',
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The uid of the controller that owns the object; undefined where none does. */
export function controllerUid(obj: KubernetesObject): string | undefined {
  return obj.metadata?.ownerReferences?.find(({ controller }) => controller === true)?.uid;
}

export function uidOf(obj: KubernetesObject): string {
  return obj.metadata?.uid ?? '';
}
