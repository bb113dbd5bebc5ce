import type { Kind, KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { keyOf } from '../../lib/object/kubernetes-object.ts';
import type { OwnerReference } from '../../lib/object/kinds.ts';

/** On each owned object: the name of the resource that owns it. Informers select by it. */
export const OWNED_BY_LABEL = 'operatorkit.giantswarm.io/owned-by';
/** On an owned object without an owner reference: the uid of its owner. */
export const OWNER_UID_LABEL = 'operatorkit.giantswarm.io/owner-uid';
/** The same, for people and for watches: the owner's `namespace/name`. */
export const OWNER_ANNOTATION = 'operatorkit.giantswarm.io/owner';

/** The name of the resource that owns the object, by the object's own word. */
export function ownedBy(obj: KubernetesObject): string | undefined {
  return obj.metadata?.labels?.[OWNED_BY_LABEL];
}

/** The uids of all who own the object, by references or by our label. */
export function ownerUids(obj: KubernetesObject): readonly string[] {
  const { ownerReferences, labels } = obj.metadata ?? {};
  const uids = (ownerReferences ?? []).map(({ uid }) => uid);
  const label = labels?.[OWNER_UID_LABEL];
  return label === undefined || uids.includes(label) ? uids : [...uids, label];
}

export function hasOwnerReference(obj: KubernetesObject, uid: string): boolean {
  return obj.metadata?.ownerReferences?.some((reference) => reference.uid === uid) ?? false;
}

/** Who controls the object, if anybody does. */
export function controllerOf(obj: KubernetesObject): OwnerReference | undefined {
  return obj.metadata?.ownerReferences?.find(({ controller }) => controller === true);
}

/** `Deployment default/web`, for messages. */
export function childName(obj: KubernetesObject): string {
  return `${obj.kind} ${keyOf(obj)}`;
}

/** `Website default/shop`, for messages; the object itself may lack its kind. */
export function ownerName(kind: Pick<Kind, 'kind'>, obj: KubernetesObject): string {
  return `${kind.kind} ${keyOf(obj)}`;
}
