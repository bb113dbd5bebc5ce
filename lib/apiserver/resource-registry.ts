import type { ResourceDefinition } from './resource-definition.ts';
import { newestVersionFirst } from './version-order.ts';

/** A resource as roles and messages name it: `deployments.apps`. */
export function resourceName({ group, plural }: Pick<ResourceDefinition, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Resources whose objects are those of another one. */
const SHARED: Readonly<Record<string, string>> = { 'events.events.k8s.io': 'events' };

/** The name under which the objects of a resource are stored, whatever the version: `deployments.apps`. */
export function collectionOf(definition: Pick<ResourceDefinition, 'group' | 'plural'>): string {
  const name = resourceName(definition);
  return SHARED[name] ?? name;
}

/** `v1` or `group/version`. */
export function apiVersionOf({ group, version }: Pick<ResourceDefinition, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/**
 * What the API server serves now. Built-in resources stay; those of CustomResourceDefinitions come and go, and
 * `subscribe` tells of it, within the change.
 */
export class ResourceRegistry {
  readonly #byPath = new Map<string, ResourceDefinition>();
  readonly #byCollection = new Map<string, readonly ResourceDefinition[]>();
  readonly #listeners = new Set<(collection: string) => void>();

  constructor(builtins: readonly ResourceDefinition[]) {
    for (const collection of new Set(builtins.map(collectionOf))) {
      this.set(
        collection,
        builtins.filter((definition) => collectionOf(definition) === collection),
      );
    }
  }

  /** All definitions; a resource that is served in several versions has several. */
  all(): readonly ResourceDefinition[] {
    return [...this.#byPath.values()];
  }

  /** One definition of each collection. */
  collections(): readonly ResourceDefinition[] {
    return [...this.#byCollection.values()].map(([first]) => first!);
  }

  find(group: string, version: string, plural: string): ResourceDefinition | undefined {
    return this.#byPath.get(`${group}/${version}/${plural}`);
  }

  hasGroup(name: string): boolean {
    return this.#byPath.values().some(({ group }) => group === name);
  }

  /** Whether all resources of a group are custom ones. */
  isCustom(group: string): boolean {
    const ofGroup = this.all().filter((one) => one.group === group);
    return ofGroup.length > 0 && ofGroup.every((one) => one.custom);
  }

  ofCollection(collection: string): ResourceDefinition | undefined {
    return this.#byCollection.get(collection)?.[0];
  }

  /** By kind, in any version. */
  ofKind(group: string, kind: string): ResourceDefinition | undefined {
    return this.all().find((one) => one.group === group && one.kind === kind);
  }

  /** Replaces the definitions of a collection; an empty list removes it. */
  set(collection: string, definitions: readonly ResourceDefinition[]): void {
    for (const old of this.#byCollection.get(collection) ?? []) this.#byPath.delete(pathOf(old));
    this.#byCollection.delete(collection);
    const ordered = definitions.toSorted((left, right) => newestVersionFirst(left.version, right.version));
    for (const definition of ordered) this.#byPath.set(pathOf(definition), definition);
    if (ordered.length > 0) this.#byCollection.set(collection, ordered);
    for (const listener of this.#listeners) listener(collection);
  }

  subscribe(listener: (collection: string) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }
}

function pathOf({ group, version, plural }: ResourceDefinition): string {
  return `${group}/${version}/${plural}`;
}
