import { compareResourceVersions } from '../../informer/resource-version.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import { isDeleting } from '../object-name.ts';

/**
 * How many finished deletions are remembered whose end was not heard of yet. Past it the oldest is forgotten,
 * and if that object's delete event still comes, its deletion, which is idempotent, runs once more.
 */
const MOST_FINISHED = 10_000;

interface Progress {
  readonly uid: string | undefined;
  finished: boolean;
}

/**
 * What must still be deleted, and what has been: objects that are gone stay beside their key until their
 * deletion succeeded, across retries; and a deletion that succeeded while the object was still there does not
 * run again when it goes.
 */
export class Deletions<T extends KubernetesObject> {
  readonly #gone = new Map<ObjectKey, T[]>();
  readonly #progress = new Map<ObjectKey, Progress>();
  readonly #carries: (obj: T) => boolean;
  readonly #guarded: boolean;

  /**
   * @param carries whether an object carries our finalizer.
   * @param guarded whether that finalizer is in use: then an object that was being deleted without it is none
   * of our business.
   */
  constructor(carries: (obj: T) => boolean, guarded: boolean) {
    this.#carries = carries;
    this.#guarded = guarded;
  }

  /** The object is gone. @returns whether its deletion must still run. */
  add(obj: T): boolean {
    const key = keyOf(obj);
    const progress = this.#progressOf(key, obj);
    if (progress?.finished === true) {
      this.#progress.delete(key);
      return false;
    }
    const ours = progress !== undefined || !this.#guarded || !isDeleting(obj) || this.#carries(obj);
    if (ours) this.#keep(key, obj);
    return ours;
  }

  /** Objects that are gone and whose deletion has not succeeded, oldest first. */
  pending(key: ObjectKey): readonly T[] {
    return this.#gone.get(key) ?? [];
  }

  keys(): Iterable<ObjectKey> {
    return this.#gone.keys();
  }

  /** Whether the deletion of this very object was tried, whatever came of it. */
  isStarted(obj: T): boolean {
    return this.#progressOf(keyOf(obj), obj) !== undefined;
  }

  isFinished(obj: T): boolean {
    return this.#progressOf(keyOf(obj), obj)?.finished === true;
  }

  start(obj: T): void {
    const key = keyOf(obj);
    if (this.#progressOf(key, obj) === undefined)
      this.#progress.set(key, { uid: obj.metadata?.uid, finished: false });
  }

  /** The deletion of this very object succeeded; it need not run again. */
  finish(obj: T): void {
    const key = keyOf(obj);
    this.#progress.delete(key);
    if (this.#drop(key, obj)) return;
    this.#progress.set(key, { uid: obj.metadata?.uid, finished: true });
    this.#bound();
  }

  #progressOf(key: ObjectKey, obj: T): Progress | undefined {
    const progress = this.#progress.get(key);
    return progress !== undefined && progress.uid === obj.metadata?.uid ? progress : undefined;
  }

  #keep(key: ObjectKey, obj: T): void {
    const list = this.#gone.get(key) ?? [];
    const index = list.findIndex((other) => other.metadata?.uid === obj.metadata?.uid);
    if (index < 0) list.push(obj);
    else if (isNotOlder(obj, list[index]!)) list[index] = obj;
    this.#gone.set(key, list);
  }

  #drop(key: ObjectKey, obj: T): boolean {
    const list = this.#gone.get(key);
    if (list === undefined) return false;
    const left = list.filter((other) => other.metadata?.uid !== obj.metadata?.uid);
    if (left.length === 0) this.#gone.delete(key);
    else this.#gone.set(key, left);
    return left.length < list.length;
  }

  #bound(): void {
    if (this.#progress.size <= MOST_FINISHED) return;
    for (const [key, { finished }] of this.#progress) {
      if (!finished) continue;
      this.#progress.delete(key);
      return;
    }
  }
}

function isNotOlder(obj: KubernetesObject, other: KubernetesObject): boolean {
  const order = compareResourceVersions(obj.metadata?.resourceVersion, other.metadata?.resourceVersion);
  return order === undefined || order >= 0;
}
