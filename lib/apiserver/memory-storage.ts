import type { Clock } from '../../context/index.ts';
import type { ApiObject } from './api-object.ts';
import { Collection } from './storage/collection.ts';
import { deepFreeze } from './storage/deep-freeze.ts';
import { HeldChange, HeldObject } from './storage/held-object.ts';
import { ObjectContents } from './storage/object-contents.ts';
import { RestingObjects } from './storage/resting-objects.ts';
import { CompactedError } from './storage.ts';
import type { Storage, StorageChange, StoragePage, StorageQuery, StoredState } from './storage.ts';

/** Options of {@link MemoryStorage}. */
export interface MemoryStorageOptions {
  /** Tells how old history is. */
  readonly clock: Clock;
  /** How long changes are remembered, in milliseconds. Default 5 minutes, like a kube-apiserver's compaction. */
  readonly historyMs?: number;
  /** How many changes are remembered at most, over all collections. Default 100,000. */
  readonly historyLimit?: number;
  /** What was there before. Default: nothing. */
  readonly restored?: StoredState | undefined;
  /** The JSON of its objects, shared with those who send it. Default: its own. */
  readonly contents?: ObjectContents;
  /** How many of the latest states stay whole in memory; older ones are packed. Default 10,000. */
  readonly wholeObjects?: number;
}

/**
 * A {@link Storage} in memory.
 *
 * **Guarantees.** Objects in it are deep-frozen. Listeners are called within the write, in the order of the
 * revisions, also when a listener writes: its change is then delivered after the one it reacted to reached
 * everybody. A listener that throws does not keep the change from the others; the write throws afterwards.
 * What was not written for long is packed, and read again where it is asked for.
 * Nothing runs by itself: history that is too old is forgotten when something is written, listed or watched.
 */
export class MemoryStorage implements Storage {
  readonly #clock: Clock;
  readonly #historyMs: number;
  readonly #historyLimit: number;
  readonly #contents: ObjectContents;
  readonly #resting: RestingObjects;
  readonly #collections = new Map<string, Collection>();
  /** The collection of each remembered change, oldest first; `#orderHead` is where it begins. */
  #order: Collection[] = [];
  #orderHead = 0;
  #revision = 1;
  #compacted = 1;
  readonly #undelivered: { readonly collection: Collection; readonly change: StorageChange }[] = [];
  #delivering = false;

  constructor(options: MemoryStorageOptions) {
    this.#clock = options.clock;
    this.#historyMs = options.historyMs ?? 5 * 60_000;
    this.#historyLimit = options.historyLimit ?? 100_000;
    this.#contents = options.contents ?? new ObjectContents();
    this.#resting = new RestingObjects(options.wholeObjects ?? 10_000);
    if (options.restored !== undefined) this.#restore(options.restored);
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#compacted;
  }

  get(collection: string, key: string): ApiObject | undefined {
    return this.#collections.get(collection)?.get(key)?.object;
  }

  count(collection: string, prefix: string = ''): number {
    return this.#collections.get(collection)?.count(prefix) ?? 0;
  }

  list(collection: string, query: StorageQuery = {}): StoragePage {
    this.#forgetOld();
    const { revision = this.#revision } = query;
    this.#checkKnown(revision);
    return this.#collection(collection).list(query, revision);
  }

  snapshot(collection: string, query: Pick<StorageQuery, 'prefix' | 'filter'> = {}): Iterable<ApiObject> {
    return this.#collection(collection).snapshot(query);
  }

  put(collection: string, key: string, obj: ApiObject, expected: string | undefined): ApiObject | undefined {
    const into = this.#collection(collection);
    const previous = into.get(key);
    if (previous?.resourceVersion !== expected) return undefined;
    const revision = ++this.#revision;
    const stored = this.#held(atRevision(obj, revision));
    into.set(key, stored);
    this.#changed(into, new HeldChange({ type: 'put', key, revision }, stored, previous));
    return stored.object;
  }

  remove(collection: string, key: string, expected: string): ApiObject | undefined {
    const from = this.#collection(collection);
    const previous = from.get(key);
    if (previous === undefined || previous.resourceVersion !== expected) return undefined;
    const revision = ++this.#revision;
    const last = this.#held(atRevision(previous.object, revision));
    from.delete(key);
    this.#changed(from, new HeldChange({ type: 'remove', key, revision }, last, previous));
    return last.object;
  }

  watch(collection: string, since: number, listener: (change: StorageChange) => void): Disposable {
    this.#forgetOld();
    this.#checkKnown(since);
    const { history, listeners } = this.#collection(collection);
    let seen = since;
    const deliver = (change: StorageChange): void => {
      if (change.revision <= seen) return;
      seen = change.revision;
      listener(change);
    };
    for (const change of history.since(since)) deliver(change);
    listeners.add(deliver);
    return { [Symbol.dispose]: () => void listeners.delete(deliver) };
  }

  compact(revision: number): void {
    const target = Math.min(revision, this.#revision);
    while (this.#orderHead < this.#order.length) {
      const oldest = this.#order[this.#orderHead]!.history.first()!;
      if (oldest.change.revision > target) break;
      this.#forgetFirst();
    }
    this.#compacted = Math.max(this.#compacted, target);
  }

  state(): StoredState {
    const objects = [...this.#collections].flatMap(([collection, held]) =>
      Array.from(held.all(), ([key, { object }]) => ({ collection, key, object })),
    );
    return { revision: this.#revision, objects };
  }

  #restore({ revision, objects }: StoredState): void {
    this.#revision = revision;
    this.#compacted = revision;
    for (const { collection, key, object } of objects)
      this.#collection(collection).set(key, this.#held(deepFreeze(object)));
  }

  #held(whole: ApiObject): HeldObject {
    const held = new HeldObject(whole, this.#contents);
    this.#resting.add(held);
    return held;
  }

  #collection(name: string): Collection {
    let found = this.#collections.get(name);
    if (found === undefined) this.#collections.set(name, (found = new Collection()));
    return found;
  }

  #checkKnown(revision: number): void {
    if (revision < this.#compacted) throw new CompactedError(revision, this.#compacted);
  }

  #changed(collection: Collection, change: HeldChange): void {
    collection.history.add(change, this.#clock.monotonic());
    this.#order.push(collection);
    this.#forgetOld();
    this.#undelivered.push({ collection, change });
    if (!this.#delivering) this.#deliver();
  }

  #deliver(): void {
    const errors: unknown[] = [];
    this.#delivering = true;
    for (let next = this.#undelivered.shift(); next !== undefined; next = this.#undelivered.shift()) {
      for (const listener of next.collection.listeners) {
        try {
          listener(next.change);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    this.#delivering = false;
    if (errors.length > 0) throw new AggregateError(errors, 'cannot deliver a change to every listener');
  }

  #forgetOld(): void {
    const oldest = this.#clock.monotonic() - this.#historyMs;
    while (this.#orderHead < this.#order.length) {
      const tooMany = this.#order.length - this.#orderHead > this.#historyLimit;
      if (!tooMany && this.#order[this.#orderHead]!.history.first()!.at >= oldest) return;
      this.#forgetFirst();
    }
  }

  #forgetFirst(): void {
    const { history } = this.#order[this.#orderHead]!;
    this.#compacted = history.first()!.change.revision;
    history.forgetFirst();
    this.#orderHead++;
    if (this.#orderHead < 4096 || this.#orderHead * 2 < this.#order.length) return;
    this.#order = this.#order.slice(this.#orderHead);
    this.#orderHead = 0;
  }
}

function atRevision(obj: ApiObject, revision: number): ApiObject {
  return deepFreeze({ ...obj, metadata: { ...obj.metadata, resourceVersion: String(revision) } });
}
