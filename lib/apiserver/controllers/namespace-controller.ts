import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '../../../context/index.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, withAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import type { Draft } from '../objects/draft.ts';
import { timestamp } from '../objects/metadata.ts';
import { plainDelete } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { storeReadyMade } from '../ready-made.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';
import { BackgroundWork } from './background-work.ts';
import { namespaceConditions, type Remainder } from './namespace-conditions.ts';
import { watchAll } from './watch-all.ts';

const NAMESPACES = 'namespaces';
const PODS = 'pods';
const FINALIZER = 'kubernetes';

/** What every namespace has. */
const furniture = (rootCertificate: string): readonly Furniture[] => [
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
      data: { 'ca.crt': rootCertificate },
    },
  },
];

interface Furniture {
  readonly collection: string;
  readonly draft: Draft & { readonly metadata: { readonly name: string } };
}

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
    else this.#end(name);
  }

  #end(name: string): void {
    const namespaced = this.#parts.registry.collections().filter((definition) => definition.namespaced);
    const isPods = (definition: ResourceDefinition): boolean => collectionOf(definition) === PODS;
    // Pods may need their secrets and the like until they have ended. Until then nothing else is looked at.
    if (this.#empty(name, namespaced.filter(isPods)).length > 0) {
      this.#tell(name, []);
      return;
    }
    const left = this.#empty(name, namespaced);
    if (left.length === 0) this.#finish(name);
    else this.#tell(name, left);
  }

  #tell(name: string, left: readonly Remainder[]): void {
    const definition = this.#parts.registry.ofCollection(NAMESPACES)!;
    const now = timestamp(this.#parts.clock.now());
    this.#parts.objects.update(
      { definition, namespace: undefined, name },
      (old) => withAt(old, ['status', 'conditions'], namespaceConditions(old, left, now)),
      { scope: 'all' },
    );
  }

  #changed(definition: ResourceDefinition, { type, object }: StorageChange): void {
    const { name, namespace } = object.metadata;
    if (collectionOf(definition) === NAMESPACES && type === 'put') this.#work.add(name);
    if (namespace !== undefined && type === 'remove') this.#work.add(namespace);
  }

  #furnish(namespace: string): void {
    for (const { collection, draft } of furniture(this.#parts.rootCertificate)) {
      const definition = this.#parts.registry.ofCollection(collection);
      const { name } = draft.metadata;
      const present = this.#parts.storage.get(collection, `${namespace}/${name}`);
      if (definition === undefined) continue;
      if (present === undefined)
        storeReadyMade(this.#parts, collection, [{ ...draft, metadata: { ...draft.metadata, namespace } }]);
      else if (draft['data'] !== undefined && !isDeepStrictEqual(present['data'], draft['data']))
        this.#parts.objects.update(
          { definition, namespace, name },
          (old) => ({ ...old, data: draft['data'] }),
          { scope: 'all' },
        );
    }
  }

  /** Deletes what is left of these kinds. @returns what is left even so. */
  #empty(namespace: string, kinds: readonly ResourceDefinition[]): readonly Remainder[] {
    const { storage, objects } = this.#parts;
    const prefix = `${namespace}/`;
    for (const definition of kinds) {
      for (const { metadata } of storage.list(collectionOf(definition), { prefix }).items) {
        if (metadata.deletionTimestamp === undefined)
          objects.delete(
            { definition, namespace, name: metadata.name },
            { ...plainDelete, propagation: 'Background' },
          );
      }
    }
    return kinds
      .filter((definition) => storage.count(collectionOf(definition), prefix) > 0)
      .map((definition) => ({
        plural: definition.plural,
        group: definition.group,
        objects: storage.list(collectionOf(definition), { prefix }).items,
      }));
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
