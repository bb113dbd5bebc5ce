import type { Context } from '../../context/index.ts';
import { ExecutionFailedError } from '../../lib/errors.ts';
import type { CacheSource } from '../../lib/informer/cache-source.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import {
  type Kind,
  type KubernetesObject,
  keyOf,
  type ObjectKey,
} from '../../lib/object/kubernetes-object.ts';
import { compacted } from './field-set.ts';
import { ownedBy, ownerUids } from './marks.ts';
import { OptionalInformer } from './optional-informer.ts';
import { kindName } from './owned-objects-options.ts';
import { type Now, PendingWrites } from './pending-writes.ts';
import { Remembered } from './remembered.ts';

/** The index of our own informers: the uids of those who own an object. */
export const OWNER_INDEX = 'owner';

export interface OwnedKindOptions {
  readonly kind: Kind;
  readonly informer: Informer & CacheSource;
  /** Of the resource. */
  readonly name: string;
  readonly manager: string;
}

/**
 * The owned objects of one kind: what the informer has of them, and what was written since.
 *
 * Listens to its informer for as long as that lives.
 */
export class OwnedKind {
  readonly kind: Kind;
  readonly informer: Informer & CacheSource;
  readonly #options: OwnedKindOptions;
  readonly #remembered: Remembered;
  readonly #pending = new PendingWrites();
  /** Who is writing an object, by the uid of the owner. */
  readonly #claims = new Map<ObjectKey, string>();
  readonly #places = new Map<ObjectKey, number>();
  readonly #isIndexed: boolean;

  constructor(options: OwnedKindOptions) {
    this.kind = options.kind;
    this.informer = options.informer;
    this.#options = options;
    this.#remembered = new Remembered(options.manager);
    this.#isIndexed = hasIndex(options.informer);
    this.informer.subscribe((event) => {
      this.#pending.heard(event);
      if (event.type === 'delete') this.#forget(event.object);
    });
  }

  /** Whether the server lacks the kind; only of optional ones. */
  get isAbsent(): boolean {
    return this.informer instanceof OptionalInformer && this.informer.isAbsent;
  }

  /** Resolves when reads are answered. Rejects where they never would be. */
  async synced(ctx: Context): Promise<void> {
    const { synced, running } = this.informer.health();
    if (synced) return;
    if (!running)
      throw new ExecutionFailedError(
        `cannot read ${kindName(this.kind)} of resource ${this.#options.name}: its informer does not run; give the resource's watches to a framework, or run their informers`,
      );
    await this.informer.whenSynced(ctx);
  }

  /** The object as it is by the latest that is known. */
  latest(ctx: Context, key: ObjectKey): KubernetesObject | undefined {
    return this.#pending.latest(key, this.#stored(key), this.#now(ctx));
  }

  /** What an owner has, in no order. */
  ownedBy(ctx: Context, uid: string): KubernetesObject[] {
    const keys = new Set([...this.#storedOf(uid).map(keyOf), ...this.#pending.keysOf(uid)]);
    return [...keys]
      .map((key) => this.latest(ctx, key))
      .filter((obj) => obj !== undefined)
      .filter((obj) => ownerUids(obj).includes(uid));
  }

  isConverged(desired: KubernetesObject, live: KubernetesObject): boolean {
    return this.#remembered.isConverged(keyOf(desired), desired, live);
  }

  /** The server answered with this object, which is as desired. */
  converged(ctx: Context, desired: KubernetesObject, live: KubernetesObject): void {
    this.#remembered.note(keyOf(desired), desired, live);
    this.changed(ctx, live);
  }

  /** The server answered with this object. */
  changed(ctx: Context, live: KubernetesObject): void {
    const answer = compacted(live, this.#options.manager);
    this.#pending.put(keyOf(live), live.metadata?.uid, answer, this.#now(ctx));
  }

  /** The server said that the object is gone. */
  gone(ctx: Context, obj: KubernetesObject): void {
    this.#forget(obj);
    this.#pending.put(keyOf(obj), obj.metadata?.uid, undefined, this.#now(ctx));
  }

  /** Where it stands among what its owner desires. */
  place(key: ObjectKey, place: number): void {
    this.#places.set(key, place);
  }

  /** Undefined where nobody has desired it since the start. */
  placeOf(key: ObjectKey): number | undefined {
    return this.#places.get(key);
  }

  /**
   * Keeps other owners from writing an object at the same time: two applies of one manager would take it from
   * each other without a conflict.
   *
   * @throws ExecutionFailedError when another owner is at it.
   */
  claim(desired: KubernetesObject, uid: string): Disposable {
    const key = keyOf(desired);
    const other = this.#claims.get(key);
    if (other !== undefined && other !== uid)
      throw new ExecutionFailedError(
        `cannot apply ${desired.kind} ${key}: another owner (uid ${other}) wants it too; give their objects different names`,
      );
    this.#claims.set(key, uid);
    return { [Symbol.dispose]: () => void this.#claims.delete(key) };
  }

  #forget(obj: KubernetesObject): void {
    this.#remembered.forget(keyOf(obj), obj.metadata?.uid);
    this.#places.delete(keyOf(obj));
  }

  #stored(key: ObjectKey): KubernetesObject | undefined {
    const found = this.informer.get(key);
    return found !== undefined && ownedBy(found) === this.#options.name ? found : undefined;
  }

  #storedOf(uid: string): readonly KubernetesObject[] {
    const found = this.#isIndexed
      ? this.informer.list({ index: OWNER_INDEX, value: uid })
      : this.informer.list().filter((obj) => ownerUids(obj).includes(uid));
    return found.filter((obj) => ownedBy(obj) === this.#options.name);
  }

  #now(ctx: Context): Now {
    return { resourceVersion: this.informer.health().resourceVersion, ms: ctx.clock.monotonic() };
  }
}

/** Whether the informer finds objects by their owners, as ours do. */
function hasIndex(informer: Informer): boolean {
  try {
    informer.list({ index: OWNER_INDEX, value: '' });
    return true;
  } catch {
    return false; // Then they are looked for among all.
  }
}
