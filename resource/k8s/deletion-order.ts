import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import type { OwnedKind } from './owned-kind.ts';
import { keyOf } from '../../lib/object/kubernetes-object.ts';
import { kindName } from './owned-objects-options.ts';

/**
 * Objects in the reverse of the order in which they were desired last. After a restart nobody knows that of what is
 * not desired any more: these come last, in the reverse order of the kinds, the newest first.
 */
export function deletionOrder(
  objects: readonly KubernetesObject[],
  kinds: ReadonlyMap<string, OwnedKind>,
): readonly KubernetesObject[] {
  const ranks = new Map([...kinds.keys()].map((name, index) => [name, index] as const));
  const rankOf = (obj: KubernetesObject): number => ranks.get(kindNameOf(obj)) ?? -1;
  const placeOf = (obj: KubernetesObject): number => kinds.get(kindNameOf(obj))?.placeOf(keyOf(obj)) ?? -1;
  return objects.toSorted(
    (a, b) =>
      placeOf(b) - placeOf(a) ||
      rankOf(b) - rankOf(a) ||
      compare(b.metadata?.creationTimestamp, a.metadata?.creationTimestamp) ||
      compare(keyOf(b), keyOf(a)),
  );
}

function kindNameOf({ apiVersion = '', kind = '' }: KubernetesObject): string {
  return kindName({ apiVersion, kind });
}

function compare(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
