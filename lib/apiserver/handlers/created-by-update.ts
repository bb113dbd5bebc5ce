import { storageKey, type Place } from '../objects/object-store.ts';
import { collectionOf } from '../resource-registry.ts';
import type { ApiParts } from './api-parts.ts';

/** Built-in kinds that an update makes where they are not; an update of their status, too. */
const CREATED_BY_UPDATE: ReadonlySet<string> = new Set([
  'endpoints',
  'events',
  'leases.coordination.k8s.io',
  'limitranges',
  'services',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
]);

/** Whether an update of this object would create it: its kind allows it, and it is not there. */
export function isCreatedByUpdate({ storage }: ApiParts, { definition, namespace, name }: Place): boolean {
  const collection = collectionOf(definition);
  return (
    CREATED_BY_UPDATE.has(collection) && storage.get(collection, storageKey(namespace, name)) === undefined
  );
}
