import type { ApiObject } from '../api-object.ts';
import type { StorageChange, StoragePage, StorageQuery } from '../storage.ts';
import { ChangeHistory } from './change-history.ts';
import type { HeldObject } from './held-object.ts';
import { endOfPrefix, SortedKeys } from './sorted-keys.ts';

/** The objects of one resource, their history, and who listens to it. Knows nothing of other collections. */
export class Collection {
  readonly history: ChangeHistory = new ChangeHistory();
  readonly listeners: Set<(change: StorageChange) => void> = new Set();
  readonly #objects = new Map<string, HeldObject>();
  readonly #keys = new SortedKeys();

  get(key: string): HeldObject | undefined {
    return this.#objects.get(key);
  }

  set(key: string, obj: HeldObject): void {
    if (!this.#objects.has(key)) this.#keys.add(key);
    this.#objects.set(key, obj);
  }

  delete(key: string): void {
    this.#objects.delete(key);
    this.#keys.delete(key);
  }

  /** All objects by their keys, in no order. */
  all(): IterableIterator<[string, HeldObject]> {
    return this.#objects.entries();
  }

  count(prefix: string): number {
    if (prefix === '') return this.#keys.size;
    return this.#keys.rank(endOfPrefix(prefix)) - this.#keys.rank(prefix);
  }

  /** A page of the state at a revision that the history reaches back to. */
  list(query: StorageQuery, revision: number): StoragePage {
    const { prefix = '', limit = Infinity, filter } = query;
    const from = query.after === undefined ? prefix : `${query.after}\0`;
    const past = this.history.changedSince(revision) ? this.#past(prefix, revision) : undefined;
    const items: ApiObject[] = [];
    let last = '';
    for (const [key, held] of this.#entries(prefix, from, past)) {
      const obj = held.object;
      if (filter !== undefined && !filter(obj)) continue;
      if (items.length === limit) {
        return { items, revision, next: last, remaining: this.#countAfter(prefix, last, past) };
      }
      items.push(obj);
      last = key;
    }
    return { items, revision, remaining: 0 };
  }

  /** The state as it is now, whenever it is read. */
  snapshot({ prefix = '', filter }: Pick<StorageQuery, 'prefix' | 'filter'>): Iterable<ApiObject> {
    const all = Array.from(this.#entries(prefix, prefix, undefined), ([, held]) => held);
    const objects = all.values().map((held) => held.object);
    return filter === undefined ? objects : objects.filter(filter);
  }

  *#entries(prefix: string, from: string, past: Past | undefined): Generator<[string, HeldObject]> {
    const keys = past === undefined ? this.#keys.from(from) : merged(this.#keys.from(from), past, from);
    for (const key of keys) {
      if (!key.startsWith(prefix)) return;
      const obj = past?.states.has(key) === true ? past.states.get(key) : this.#objects.get(key);
      if (obj !== undefined) yield [key, obj];
    }
  }

  #countAfter(prefix: string, last: string, past: Past | undefined): number {
    let count = this.#keys.rank(endOfPrefix(prefix)) - this.#keys.rank(`${last}\0`);
    for (const [key, state] of past?.states ?? []) {
      if (key > last) count += Number(state !== undefined) - Number(this.#objects.has(key));
    }
    return count;
  }

  /** What the keys that changed since then held at the revision: the first change after it tells. */
  #past(prefix: string, revision: number): Past {
    const states = new Map<string, HeldObject | undefined>();
    for (const { key, heldPrevious } of this.history.since(revision)) {
      if (key.startsWith(prefix) && !states.has(key)) states.set(key, heldPrevious);
    }
    return { states, keys: [...states.keys()].toSorted(byCodeUnits) };
  }
}

interface Past {
  readonly states: ReadonlyMap<string, HeldObject | undefined>;
  readonly keys: readonly string[];
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The union of two sorted sequences of keys. */
function* merged(present: Iterable<string>, past: Past, from: string): Generator<string> {
  let index = past.keys.findIndex((key) => key >= from);
  if (index < 0) index = past.keys.length;
  for (const key of present) {
    while (index < past.keys.length && past.keys[index]! < key) yield past.keys[index++]!;
    if (past.keys[index] === key) index++;
    yield key;
  }
  while (index < past.keys.length) yield past.keys[index++]!;
}
