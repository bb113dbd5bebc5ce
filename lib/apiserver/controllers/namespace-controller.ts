import type { Logger } from '../../../context/index.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, withAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { plainDelete } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';
import { BackgroundWork } from './background-work.ts';
import { watchAll } from './watch-all.ts';

const NAMESPACES = 'namespaces';
const FINALIZER = 'kubernetes';

/** What every namespace has. */
const FURNITURE = [
  { collection: 'serviceaccounts', draft: { metadata: { name: 'default' } } },
  {
    collection: 'configmaps',
    draft: {
      metadata: {
        name: 'kube-root-ca.crt',
        annotations: {
          'kubernetes.io/description':
            'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
        },
      },
      data: { 'ca.crt': '' },
    },
  },
] as const;

/**
 * Gives each namespace its service account and its root certificate, and empties those that are deleted.
 *
 * @see kubernetes/kubernetes:pkg/controller/namespace/deletion/namespaced_resources_deleter.go
 */
export class NamespaceController implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #work: BackgroundWork;
  readonly #watch: Disposable;

  constructor(parts: ApiParts, logger: Logger) {
    this.#parts = parts;
    this.#work = new BackgroundWork('namespace-controller', logger, (name) => this.sync(name));
    this.#watch = watchAll(parts, (definition, change) => this.#changed(definition, change));
  }

  idle(): Promise<void> {
    return this.#work.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await this.#work[Symbol.asyncDispose]();
  }

  /** Brings one namespace to where it should be, at once. */
  sync(name: string): void {
    const namespace = this.#parts.storage.get(NAMESPACES, name);
    if (namespace === undefined) return;
    if (namespace.metadata.deletionTimestamp === undefined) this.#furnish(name);
    else if (this.#empty(name)) this.#finish(name);
  }

  #changed(definition: ResourceDefinition, { type, object }: StorageChange): void {
    const { name, namespace } = object.metadata;
    if (collectionOf(definition) === NAMESPACES && type === 'put') this.#work.add(name);
    if (namespace !== undefined && type === 'remove') this.#work.add(namespace);
  }

  #furnish(namespace: string): void {
    for (const { collection, draft } of FURNITURE) {
      const definition = this.#parts.registry.ofCollection(collection);
      const key = `${namespace}/${draft.metadata.name}`;
      if (definition !== undefined && this.#parts.storage.get(collection, key) === undefined)
        this.#parts.objects.create(definition, namespace, draft);
    }
  }

  /** Deletes what is left. @returns whether nothing is. */
  #empty(namespace: string): boolean {
    const { registry, storage, objects } = this.#parts;
    const prefix = `${namespace}/`;
    const left = registry.collections().filter((definition) => definition.namespaced);
    for (const definition of left) {
      for (const { metadata } of storage.list(collectionOf(definition), { prefix }).items) {
        if (metadata.deletionTimestamp === undefined)
          objects.delete(
            { definition, namespace, name: metadata.name },
            { ...plainDelete, propagation: 'Background' },
          );
      }
    }
    return left.every((definition) => storage.count(collectionOf(definition), prefix) === 0);
  }

  #finish(name: string): void {
    const definition = this.#parts.registry.ofCollection(NAMESPACES)!;
    const withoutOurs = (old: ApiObject): ApiObject => {
      const others = listAt(old, 'spec', 'finalizers').filter((finalizer) => finalizer !== FINALIZER);
      return withAt(old, ['spec', 'finalizers'], others.length === 0 ? undefined : others);
    };
    this.#parts.objects.update({ definition, namespace: undefined, name }, withoutOurs, { scope: 'all' });
  }
}
