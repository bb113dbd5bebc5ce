import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import type { IndexQuery, Indexer } from './informer.ts';
import { InvalidConfigError } from '../errors.ts';

/** The objects by key, and the keys by what indexers say. Knows nothing of versions or events. */
export class Store<T extends KubernetesObject> {
  readonly #objects = new Map<ObjectKey, T>();
  readonly #indexes = new Map<string, Index<T>>();

  /** @param indexers must not throw. */
  constructor(indexers: Readonly<Record<string, Indexer<T>>> = {}) {
    for (const [name, indexer] of Object.entries({ namespace: namespaceOf, ...indexers }))
      this.#indexes.set(name, new Index(indexer));
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey): T | undefined {
    return this.#objects.get(key);
  }

  set(key: ObjectKey, obj: T): void {
    const old = this.#objects.get(key);
    this.#objects.set(key, obj);
    for (const index of this.#indexes.values()) index.move(key, old, obj);
  }

  delete(key: ObjectKey): void {
    const old = this.#objects.get(key);
    if (old === undefined) return;
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) index.move(key, old, undefined);
  }

  /** Live: sees what is written while one iterates. */
  entries(): IterableIterator<[ObjectKey, T]> {
    return this.#objects.entries();
  }

  /** @throws InvalidConfigError when there is no such index. */
  list(query?: IndexQuery): T[] {
    if (query === undefined) return [...this.#objects.values()];
    const index = this.#indexes.get(query.index);
    if (index === undefined) {
      const known = [...this.#indexes.keys()].join(', ');
      throw new InvalidConfigError(
        `IndexQuery.index must be one of ${known}, got ${query.index}; add others to InformerOptions.indexers`,
      );
    }
    return Array.from(index.keys(query.value), (key) => this.#objects.get(key)!);
  }
}

const namespaceOf: Indexer<KubernetesObject> = (obj) => [obj.metadata?.namespace ?? ''];
const NONE: readonly string[] = [];

class Index<T> {
  readonly #valuesOf: Indexer<T>;
  readonly #keys = new Map<string, Set<ObjectKey>>();

  constructor(valuesOf: Indexer<T>) {
    this.#valuesOf = valuesOf;
  }

  keys(value: string): Iterable<ObjectKey> {
    return this.#keys.get(value) ?? NONE;
  }

  /** The old values are asked for again instead of kept, which would cost memory for each object. */
  move(key: ObjectKey, old: T | undefined, obj: T | undefined): void {
    const before = old === undefined ? NONE : this.#valuesOf(old);
    const after = obj === undefined ? NONE : this.#valuesOf(obj);
    if (before.length === 1 && after.length === 1 && before[0] === after[0]) return;
    for (const value of before) if (!after.includes(value)) this.#remove(value, key);
    for (const value of after) this.#add(value, key);
  }

  #add(value: string, key: ObjectKey): void {
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, new Set([key]));
    else keys.add(key);
  }

  #remove(value: string, key: ObjectKey): void {
    const keys = this.#keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(value);
  }
}
