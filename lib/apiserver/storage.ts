import type { ApiObject } from './api-object.ts';

/**
 * Where the API server keeps objects, with etcd's semantics: one sequence of revisions over everything, atomic
 * compare-and-set per key, consistent lists, and watches that miss nothing since a revision.
 *
 * A collection is one resource in all its namespaces (`deployments.apps`), whatever the version in use.
 * Synchronous: a call sees and leaves a consistent state.
 */
export interface Storage {
  /** The latest revision; every write has the next one, as its object's `metadata.resourceVersion`. */
  readonly revision: number;
  /** The oldest revision from which a watch can start, or a list continue. */
  readonly compactedRevision: number;
  get(collection: string, key: string): ApiObject | undefined;
  /** Throws {@link CompactedError} when the revision asked for is no longer known. Ordered by key. */
  list(collection: string, query?: StorageQuery): StoragePage;
  /**
   * What the collection holds now, ordered by key. Each object is made when it is reached, so that a reader who takes
   * one after the other never has all of them; what is written meanwhile is not seen.
   */
  snapshot(collection: string, query?: Pick<StorageQuery, 'prefix' | 'filter'>): Iterable<ApiObject>;
  /** How many objects the collection holds now, below the prefix. */
  count(collection: string, prefix?: string): number;
  /**
   * Stores the object under its next revision, and returns it so. `expected` is the resourceVersion that must
   * be there now, or `undefined` for a key that must not exist; anything else returns `undefined`.
   */
  put(collection: string, key: string, obj: ApiObject, expected: string | undefined): ApiObject | undefined;
  /** Removes the object if it still has that resourceVersion; returns its last state under the next revision. */
  remove(collection: string, key: string, expected: string): ApiObject | undefined;
  /**
   * Calls back for every change after `since`, past ones first and before this method returns, in order.
   * Throws {@link CompactedError} when the history no longer reaches back to it.
   */
  watch(collection: string, since: number, listener: (change: StorageChange) => void): Disposable;
  /** All objects as they are now. */
  state(): StoredState;
  /** Forgets the history up to and including the revision. */
  compact(revision: number): void;
}

export interface StorageQuery {
  /** Only keys that start so: `namespace/`. */
  readonly prefix?: string;
  /** Only keys after this one: where the last page ended. */
  readonly after?: string;
  /** Default: all. */
  readonly limit?: number;
  /** The state at this revision. Default: the latest. */
  readonly revision?: number;
  /** Only these; a page is filled up to its limit. */
  readonly filter?: (obj: ApiObject) => boolean;
}

export interface StoragePage {
  readonly items: readonly ApiObject[];
  /** The revision that the page shows. */
  readonly revision: number;
  /** The key of the last item, when there is more. */
  readonly next?: string;
  /** How many keys follow, without regard to the filter. */
  readonly remaining: number;
}

/** All objects at a revision, without their history. */
export interface StoredState {
  readonly revision: number;
  readonly objects: Iterable<{
    readonly collection: string;
    readonly key: string;
    readonly object: ApiObject;
  }>;
}

export interface StorageChange {
  readonly type: 'put' | 'remove';
  readonly key: string;
  /** The new state; of a removal, the last state with the removal's revision. */
  readonly object: ApiObject;
  /** The state before; undefined for a creation. */
  readonly previous: ApiObject | undefined;
  readonly revision: number;
}

/** The history no longer holds this revision: what becomes 410 Expired. */
export class CompactedError extends Error {
  readonly requested: number;
  readonly compacted: number;

  constructor(requested: number, compacted: number) {
    super(`revision ${requested} is older than ${compacted}`);
    this.name = 'CompactedError';
    this.requested = requested;
    this.compacted = compacted;
  }
}
