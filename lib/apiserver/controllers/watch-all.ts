import type { ApiObject } from '../api-object.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';

/** Told of each change, and first of what is there already, as if it were created now. */
export type ChangeListener = (definition: ResourceDefinition, change: StorageChange) => void;

/**
 * Follows all collections, also those that come later; what goes with its definition is forgotten silently.
 * The listener runs within the write and must not take long.
 */
export function watchAll({ storage, registry }: ApiParts, listener: ChangeListener): Disposable {
  const watches = new Map<string, Disposable>();
  const follow = (collection: string): void => {
    const definition = registry.ofCollection(collection);
    if (definition === undefined) {
      watches.get(collection)?.[Symbol.dispose]();
      watches.delete(collection);
      return;
    }
    if (watches.has(collection)) return;
    const { items, revision } = storage.list(collection);
    for (const item of items) listener(definition, creationOf(item));
    watches.set(
      collection,
      storage.watch(collection, revision, (change) =>
        listener(registry.ofCollection(collection) ?? definition, change),
      ),
    );
  };
  const changes = registry.subscribe(follow);
  for (const definition of registry.collections()) follow(collectionOf(definition));
  return {
    [Symbol.dispose]: () => {
      changes[Symbol.dispose]();
      for (const watch of watches.values()) watch[Symbol.dispose]();
    },
  };
}

function creationOf(object: ApiObject): StorageChange {
  const { name, namespace, resourceVersion } = object.metadata;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  return { type: 'put', key, object, previous: undefined, revision: Number(resourceVersion) };
}
