import { type KubernetesObject, keyOf } from '../object/kubernetes-object.ts';

/** `namespace/name` of anything that has metadata, for logs; empty for everything else. */
export function objectName(obj: object): string {
  return keyOf(obj);
}

/** Whether somebody asked for its deletion; it may still be there because of finalizers. */
export function isDeleting(obj: KubernetesObject): boolean {
  const { deletionTimestamp } = obj.metadata ?? {};
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}
