import type { ApiObject } from '../api-object.ts';
import { listAt } from '../fields.ts';
import { storageKey } from '../objects/object-store.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';

/** Names the owner of an object. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion?: boolean;
}

/** An object that exists. */
export interface GraphNode {
  readonly uid: string;
  readonly collection: string;
  readonly key: string;
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly owners: readonly OwnerReference[];
}

export function ownersOf(obj: ApiObject): readonly OwnerReference[] {
  return listAt(obj, 'metadata', 'ownerReferences') as unknown as readonly OwnerReference[];
}

/** Who owns whom, by uid, kept up with the storage. Knows owners that do not exist, too. */
export class OwnershipGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #dependents = new Map<string, Set<string>>();

  node(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** The uids of the objects that name this one as an owner. */
  dependents(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  apply(definition: ResourceDefinition, { type, object }: StorageChange): void {
    const { uid, name, namespace } = object.metadata;
    for (const owner of this.#nodes.get(uid)?.owners ?? []) this.#unlink(owner.uid, uid);
    this.#nodes.delete(uid);
    if (type === 'remove') return;
    const owners = ownersOf(object);
    this.#nodes.set(uid, {
      uid,
      collection: collectionOf(definition),
      key: storageKey(namespace, name),
      kind: definition.kind,
      group: definition.group,
      name,
      namespace,
      owners,
    });
    for (const owner of owners) this.#link(owner.uid, uid);
  }

  #link(owner: string, uid: string): void {
    const known = this.#dependents.get(owner);
    if (known === undefined) this.#dependents.set(owner, new Set([uid]));
    else known.add(uid);
  }

  #unlink(owner: string, uid: string): void {
    const known = this.#dependents.get(owner);
    known?.delete(uid);
    if (known?.size === 0) this.#dependents.delete(owner);
  }
}
