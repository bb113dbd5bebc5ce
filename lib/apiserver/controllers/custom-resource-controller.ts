import type { Logger } from '../../../context/index.ts';
import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { customDefinitions, isEstablished, nextCrdStatus } from '../custom-resources.ts';
import { listAt, objectAt, textAt, withAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { CUSTOM_RESOURCE_CLEANUP } from '../objects/deletion.ts';
import { timestamp } from '../objects/metadata.ts';
import { plainDelete } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';
import { BackgroundWork } from './background-work.ts';
import { watchAll } from './watch-all.ts';

/** A CustomResourceDefinition has the name of the collection that it makes. */
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/**
 * Serves what CustomResourceDefinitions define: accepts their names, establishes them, follows their changes,
 * and before one goes deletes all its objects.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/controller/establish, pkg/controller/finalizer
 */
export class CustomResourceController implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #work: BackgroundWork;
  readonly #watch: Disposable;
  /** The spec that each collection is served by; it changes only with a write that changes it. */
  readonly #served = new Map<string, unknown>();

  constructor(parts: ApiParts, logger: Logger) {
    this.#parts = parts;
    this.#work = new BackgroundWork('custom-resource-controller', logger, (name) => this.#sync(name));
    this.#watch = watchAll(parts, (definition, change) => this.#changed(definition, change));
  }

  idle(): Promise<void> {
    return this.#work.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await this.#work[Symbol.asyncDispose]();
  }

  #changed(definition: ResourceDefinition, { type, object }: StorageChange): void {
    const collection = collectionOf(definition);
    if (collection === DEFINITIONS) this.#work.add(object.metadata.name);
    // A definition that waits for its objects goes on when one is gone.
    else if (definition.custom && type === 'remove') this.#work.add(collection);
  }

  #sync(name: string): void {
    const crd = this.#parts.storage.get(DEFINITIONS, name);
    if (crd === undefined) this.#unserve(name);
    else if (crd.metadata.deletionTimestamp === undefined) this.#serve(name, crd);
    else this.#finalize(name, crd);
  }

  #serve(name: string, crd: ApiObject): void {
    const others = this.#parts.storage.list(DEFINITIONS).items;
    const now = timestamp(this.#parts.clock.now());
    const status = nextCrdStatus(crd, others, now);
    const current = status === undefined ? crd : this.#updateStatus(name, status);
    if (!isEstablished(current) || this.#served.get(name) === current['spec']) return;
    this.#served.set(name, current['spec']);
    this.#parts.registry.set(name, customDefinitions(current));
  }

  #unserve(name: string): void {
    if (!this.#served.delete(name)) return;
    this.#parts.registry.set(name, []);
    this.#parts.watches.end(name);
    // Names that this one held may be free now.
    for (const { metadata } of this.#parts.storage.list(DEFINITIONS).items) this.#work.add(metadata.name);
  }

  #finalize(name: string, crd: ApiObject): void {
    this.#updateStatus(name, terminatingStatus(crd, timestamp(this.#parts.clock.now())));
    const definition = this.#parts.registry.ofCollection(name);
    const { items } = this.#parts.storage.list(name);
    if (definition !== undefined)
      for (const { metadata } of items)
        if (metadata.deletionTimestamp === undefined)
          this.#parts.objects.delete(
            { definition, namespace: metadata.namespace, name: metadata.name },
            plainDelete,
          );
    if (this.#parts.storage.count(name) > 0) return;
    this.#update(name, (old) => {
      const finalizers = (old.metadata.finalizers ?? []).filter((one) => one !== CUSTOM_RESOURCE_CLEANUP);
      return withAt(old, ['metadata', 'finalizers'], finalizers);
    });
  }

  #updateStatus(name: string, status: JsonObject): ApiObject {
    return this.#update(name, (old) => ({ ...old, status }));
  }

  #update(name: string, change: (old: ApiObject) => ApiObject): ApiObject {
    const definition = this.#parts.registry.ofCollection(DEFINITIONS)!;
    return this.#parts.objects.update({ definition, namespace: undefined, name }, change, {
      scope: 'all',
      ownership: this.#parts.owners.tracking({ manager: 'kube-apiserver', subresource: 'status' }),
    });
  }
}

function terminatingStatus(crd: ApiObject, now: string): JsonObject {
  const conditions = listAt(crd, 'status', 'conditions');
  const reason = 'InstanceDeletionInProgress';
  if (conditions.some((one) => textAt(one, 'reason') === reason)) return objectAt(crd, 'status');
  const others = conditions.filter((one) => textAt(one, 'type') !== 'Terminating');
  const terminating = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: now,
    reason,
    message: 'CustomResource deletion is in progress',
  };
  return { ...objectAt(crd, 'status'), conditions: [...others, terminating] };
}
