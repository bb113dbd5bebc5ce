import type { JsonObject } from '../object/json.ts';
import { objectAt, textAt } from './fields.ts';
import type { ApiParts } from './handlers/api-parts.ts';
import { newMetadata } from './objects/metadata.ts';
import { storageKey } from './objects/object-store.ts';
import { apiVersionOf } from './resource-registry.ts';

/**
 * Stores objects that a cluster has before anybody uses it, except those that are there. They must be what is stored
 * once somebody created them, but for what each server gives them itself: uid, version and time. Looking at each as
 * if a client had sent it, the schemas of its kind included, would take most of the start.
 *
 * @param collection of their kind. Nothing happens when it is not served.
 * @param objects their name, and that of their namespace, which must be there, in their metadata.
 */
export function storeReadyMade(
  { registry, storage, clock }: ApiParts,
  collection: string,
  objects: readonly JsonObject[],
): void {
  const definition = registry.ofCollection(collection);
  if (definition === undefined) return;
  const { kind, namespaced, generation } = definition;
  const apiVersion = apiVersionOf(definition);
  const now = clock.now();
  for (const object of objects) {
    const name = textAt(object, 'metadata', 'name');
    const namespace = namespaced ? textAt(object, 'metadata', 'namespace') : undefined;
    const metadata = newMetadata(objectAt(object, 'metadata'), { name, namespace, now, generation });
    const key = storageKey(namespace, name);
    storage.put(collection, key, { ...object, apiVersion, kind, metadata }, undefined);
  }
}
