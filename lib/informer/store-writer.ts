import { type KubernetesObject, type ObjectKey, keyOf } from '../object/kubernetes-object.ts';
import type { InformerEvent } from './informer.ts';
import { compareResourceVersions } from './resource-version.ts';
import type { Store } from './store.ts';
import type { TurnBudget } from './turn-budget.ts';

/**
 * Moves the store to what the server says, and tells of each difference, in this order.
 *
 * @internal
 */
export class StoreWriter<T extends KubernetesObject> {
  readonly #store: Store<T>;
  readonly #emit: (event: InformerEvent<T>) => void;

  constructor(store: Store<T>, emit: (event: InformerEvent<T>) => void) {
    this.#store = store;
    this.#emit = emit;
  }

  /**
   * An object of a list, which says how things are: also where its version is lower than ours, since then the
   * server was restored from a backup. The same version is silent.
   */
  listed(obj: T, initial: boolean): ObjectKey {
    const key = keyOf(obj);
    const old = this.#store.get(key);
    const known =
      old !== undefined &&
      isSameObject(old, obj) &&
      old.metadata?.resourceVersion === obj.metadata?.resourceVersion;
    if (!known) this.#write(key, old, obj, initial);
    return key;
  }

  /** ADDED or MODIFIED. What the store has already, or has newer, is silent. */
  changed(obj: T): void {
    const key = keyOf(obj);
    const old = this.#store.get(key);
    if (old === undefined || isNewer(obj, old)) this.#write(key, old, obj, false);
  }

  /** DELETED, or out of the selector. */
  deleted(obj: T): void {
    const key = keyOf(obj);
    const old = this.#store.get(key);
    if (old === undefined || isOlder(obj, old)) return;
    this.#store.delete(key);
    const same = isSameObject(old, obj);
    this.#emit({ type: 'delete', object: same ? obj : old, stale: !same });
  }

  /**
   * What a complete list does not have is gone.
   * @param namespace leaves other namespaces alone; undefined: everything is ours.
   */
  async retain(
    keys: ReadonlySet<ObjectKey>,
    namespace: string | undefined,
    budget: TurnBudget,
  ): Promise<void> {
    let looked = 0;
    for (const [key, obj] of this.#store.entries()) {
      looked += 1;
      if (looked % 256 === 0 && budget.spent) await budget.turn();
      if (keys.has(key) || (namespace !== undefined && obj.metadata?.namespace !== namespace)) continue;
      this.#vanished(key, obj);
    }
  }

  #write(key: ObjectKey, old: T | undefined, obj: T, initial: boolean): void {
    const same = old === undefined || isSameObject(old, obj);
    if (!same) this.#vanished(key, old);
    this.#store.set(key, obj);
    this.#emit(
      old === undefined || !same
        ? { type: 'update', object: obj, initial }
        : { type: 'update', object: obj, old, initial },
    );
  }

  #vanished(key: ObjectKey, old: T): void {
    this.#store.delete(key);
    this.#emit({ type: 'delete', object: old, stale: true });
  }
}

/** Whether it is the same object, not another one under its name. Without uids, as in tests, it is. */
function isSameObject(old: KubernetesObject, obj: KubernetesObject): boolean {
  return old.metadata?.uid === obj.metadata?.uid;
}

/** Versions that are no numbers can only be told apart; then the stream's order is trusted. */
function isNewer(obj: KubernetesObject, old: KubernetesObject): boolean {
  return (compareResourceVersions(obj.metadata?.resourceVersion, old.metadata?.resourceVersion) ?? 1) > 0;
}

function isOlder(obj: KubernetesObject, old: KubernetesObject): boolean {
  return (compareResourceVersions(obj.metadata?.resourceVersion, old.metadata?.resourceVersion) ?? 0) < 0;
}
