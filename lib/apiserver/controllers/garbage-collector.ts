import type { Logger } from '../../../context/index.ts';
import { groupOf } from '../../object/kubernetes-object.ts';
import type { ApiObject } from '../api-object.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { FOREGROUND, ORPHAN } from '../objects/deletion.ts';
import type { Place } from '../objects/object-store.ts';
import { plainDelete } from '../requests/write-options.ts';
import type { Propagation } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { StorageChange } from '../storage.ts';
import { BackgroundWork } from './background-work.ts';
import { OwnershipGraph, ownersOf } from './ownership-graph.ts';
import type { GraphNode, OwnerReference } from './ownership-graph.ts';
import { watchAll } from './watch-all.ts';

/** What an owner reference comes to. */
type OwnerState = 'solid' | 'absent' | 'waiting' | 'unknown';

/**
 * Deletes what nobody owns any more, and finishes deletions in the foreground and those that orphan.
 *
 * Like the original it works behind the answer to a delete. Unlike it, it knows every object at once, and does
 * not wait to learn of new kinds.
 *
 * @see kubernetes/kubernetes:pkg/controller/garbagecollector/garbagecollector.go
 */
export class GarbageCollector implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #graph = new OwnershipGraph();
  readonly #work: BackgroundWork;
  readonly #watch: Disposable;

  constructor(parts: ApiParts, logger: Logger) {
    this.#parts = parts;
    this.#work = new BackgroundWork('garbage-collector', logger, (uid) => this.#collect(uid));
    this.#watch = watchAll(parts, (definition, change) => this.#changed(definition, change));
  }

  idle(): Promise<void> {
    return this.#work.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await this.#work[Symbol.asyncDispose]();
  }

  #changed(definition: ResourceDefinition, change: StorageChange): void {
    const { uid } = change.object.metadata;
    const before = this.#graph.node(uid)?.owners ?? [];
    this.#graph.apply(definition, change);
    const { owners = [] } = this.#graph.node(uid) ?? {};
    if (owners.length > 0 || hasOurFinalizer(change.object)) this.#work.add(uid);
    for (const owner of before) this.#work.add(owner.uid);
    if (change.type === 'remove')
      for (const dependent of this.#graph.dependents(uid)) this.#work.add(dependent);
  }

  #collect(uid: string): void {
    const node = this.#graph.node(uid);
    const obj = node === undefined ? undefined : this.#parts.storage.get(node.collection, node.key);
    if (node === undefined || obj === undefined || obj.metadata.uid !== uid) return;
    const { deletionTimestamp, finalizers = [] } = obj.metadata;
    if (deletionTimestamp === undefined) this.#collectIfUnowned(node, obj);
    else if (finalizers.includes(ORPHAN)) this.#orphanDependents(node);
    else if (finalizers.includes(FOREGROUND)) this.#deleteDependents(node);
  }

  #collectIfUnowned(node: GraphNode, obj: ApiObject): void {
    const owners = ownersOf(obj).map((owner) => ({ owner, state: this.#stateOf(owner, node) }));
    if (owners.length === 0 || owners.some(({ state }) => state === 'unknown')) return;
    const solid = owners.filter(({ state }) => state === 'solid').map(({ owner }) => owner);
    if (solid.length === owners.length) return;
    if (solid.length > 0) {
      this.#setOwners(node, solid);
      return;
    }
    const dependents = this.#graph.dependents(node.uid);
    if (dependents.length === 0 || owners.every(({ state }) => state !== 'waiting')) {
      this.#delete(node, ownPolicy(obj));
      return;
    }
    // Owners in a circle would wait for one another for ever.
    if (dependents.some((uid) => this.#awaitsDependents(uid)))
      this.#setOwners(
        node,
        ownersOf(obj).map((owner) => Object.assign({}, owner, { blockOwnerDeletion: false })),
      );
    this.#delete(node, 'Foreground');
  }

  #awaitsDependents(uid: string): boolean {
    const node = this.#graph.node(uid);
    const obj = node === undefined ? undefined : this.#parts.storage.get(node.collection, node.key);
    const { deletionTimestamp, finalizers = [] } = obj?.metadata ?? {};
    return deletionTimestamp !== undefined && finalizers.includes(FOREGROUND);
  }

  #stateOf(owner: OwnerReference, dependent: GraphNode): OwnerState {
    const definition = this.#parts.registry.ofKind(groupOf(owner.apiVersion), owner.kind);
    if (definition === undefined) return 'unknown';
    if (definition.namespaced && dependent.namespace === undefined) return 'unknown';
    const node = this.#graph.node(owner.uid);
    const there =
      node !== undefined &&
      node.kind === owner.kind &&
      node.name === owner.name &&
      (!definition.namespaced || node.namespace === dependent.namespace);
    if (!there) return 'absent';
    return this.#awaitsDependents(owner.uid) && owner.blockOwnerDeletion === true ? 'waiting' : 'solid';
  }

  /** An owner that goes in the foreground: first its dependents, then itself. */
  #deleteDependents(node: GraphNode): void {
    const dependents = this.#graph.dependents(node.uid);
    const blocking = dependents.filter((uid) => this.#blocks(uid, node.uid));
    for (const uid of dependents) this.#work.add(uid);
    if (blocking.length === 0) this.#removeFinalizer(node, FOREGROUND);
  }

  #blocks(dependent: string, owner: string): boolean {
    const { owners = [] } = this.#graph.node(dependent) ?? {};
    return owners.some(({ uid, blockOwnerDeletion }) => uid === owner && blockOwnerDeletion === true);
  }

  #orphanDependents(node: GraphNode): void {
    for (const uid of this.#graph.dependents(node.uid)) {
      const dependent = this.#graph.node(uid);
      if (dependent !== undefined)
        this.#setOwners(
          dependent,
          dependent.owners.filter((owner) => owner.uid !== node.uid),
        );
    }
    this.#removeFinalizer(node, ORPHAN);
  }

  #placeOf({ collection, namespace, name }: GraphNode): Place | undefined {
    const definition = this.#parts.registry.ofCollection(collection);
    return definition === undefined ? undefined : { definition, namespace, name };
  }

  #setOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    this.#changeMetadata(node, (metadata) => ({ ...metadata, ownerReferences: owners as never }));
  }

  #removeFinalizer(node: GraphNode, finalizer: string): void {
    this.#changeMetadata(node, (metadata) => ({
      ...metadata,
      finalizers: (metadata.finalizers ?? []).filter((name) => name !== finalizer),
    }));
  }

  #changeMetadata(node: GraphNode, change: (metadata: ApiObject['metadata']) => ApiObject['metadata']): void {
    const place = this.#placeOf(node);
    if (place === undefined) return;
    const update = (old: ApiObject): ApiObject => ({ ...old, metadata: change(old.metadata) });
    this.#parts.objects.update(place, update, { scope: 'all' });
  }

  #delete(node: GraphNode, propagation: Propagation): void {
    const place = this.#placeOf(node);
    if (place !== undefined)
      this.#parts.objects.delete(place, { ...plainDelete, propagation, uid: node.uid });
  }
}

function hasOurFinalizer({ metadata: { deletionTimestamp, finalizers = [] } }: ApiObject): boolean {
  return deletionTimestamp !== undefined && (finalizers.includes(FOREGROUND) || finalizers.includes(ORPHAN));
}

function ownPolicy({ metadata: { finalizers = [] } }: ApiObject): Propagation {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}
