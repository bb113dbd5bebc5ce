import { compareResourceVersions } from '../../informer/resource-version.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';

/** One object that was handed in; another one for the same key makes another. */
export interface HeldObject<T> {
  object: T;
}

/**
 * Objects handed in from foreign informers, beside their pending keys, until a reconcile of them has ended and
 * wants no other. Of several for one key the latest resourceVersion wins; of equals, the last to arrive.
 */
export class HeldObjects<T extends KubernetesObject> {
  readonly #objects = new Map<ObjectKey, HeldObject<T>>();

  hold(obj: T): void {
    const key = keyOf(obj);
    const known = this.#objects.get(key);
    const object = known === undefined ? obj : newer(known.object, obj);
    if (object !== known?.object) this.#objects.set(key, { object });
  }

  get(key: ObjectKey): HeldObject<T> | undefined {
    return this.#objects.get(key);
  }

  /** The newer of what is held and what the informer's store has. */
  pick(key: ObjectKey, stored: T | undefined): T | undefined {
    const held = this.#objects.get(key)?.object;
    if (held === undefined || stored === undefined) return held ?? stored;
    return newer(stored, held);
  }

  /** A write of ours made another version of what is held. */
  replace(before: T, after: T): void {
    const held = this.#objects.get(keyOf(before));
    if (held?.object === before) held.object = after;
  }

  /** Lets go of it, unless another one was handed in since. */
  release(key: ObjectKey, held: HeldObject<T> | undefined): void {
    if (held !== undefined && this.#objects.get(key) === held) this.#objects.delete(key);
  }

  /** The object of this uid is gone for good. */
  forget(key: ObjectKey, uid: string | undefined): void {
    const held = this.#objects.get(key);
    if (held !== undefined && held.object.metadata?.uid === uid) this.#objects.delete(key);
  }

  keys(): Iterable<ObjectKey> {
    return this.#objects.keys();
  }
}

/** The second one, unless it is older. */
function newer<T extends KubernetesObject>(first: T, second: T): T {
  const order = compareResourceVersions(first.metadata?.resourceVersion, second.metadata?.resourceVersion);
  return order !== undefined && order > 0 ? first : second;
}
