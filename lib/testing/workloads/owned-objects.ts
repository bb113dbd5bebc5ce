import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists, isConflict, isNotFound } from '../../client/errors.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Informer, InformerEvent } from '../../informer/informer.ts';
import { compareResourceVersions } from '../../informer/resource-version.ts';
import { type Kind, type KubernetesObject, type ObjectRef, keyOf } from '../../object/kubernetes-object.ts';
import { controllerUid, uidOf } from './owner.ts';
import { timeText } from './conditions.ts';

/** How soon to look again at what the informer was expected to show, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** The index of the informer that finds objects by the uid of their controller. */
export const BY_CONTROLLER = 'controller';

export const controllerIndexer: (obj: KubernetesObject) => readonly string[] = (obj) => {
  const uid = controllerUid(obj);
  return uid === undefined ? [] : [uid];
};

/**
 * What controllers made: the objects of an informer, and beyond that what was written here and the informer has
 * not shown yet. So nobody makes an object twice, or deletes one too many, because a watch lags behind.
 *
 * **Assumptions:** the informer has the indexer {@link BY_CONTROLLER}.
 */
export class OwnedObjects<T extends KubernetesObject> implements Disposable {
  readonly #client: Client;
  readonly #kind: Kind<T>;
  readonly #informer: Informer<T>;
  /** By uid. */
  readonly #unseen = new Map<string, T>();
  readonly #subscription: Disposable;

  constructor(client: Client, kind: Kind<T>, informer: Informer<T>) {
    this.#client = client;
    this.#kind = kind;
    this.#informer = informer;
    this.#subscription = informer.subscribe((event) => this.#saw(event));
  }

  /** All that this owner controls, also those that are being deleted. Looks again later where some are unseen. */
  of(ctx: Context, owner: KubernetesObject): readonly T[] {
    this.#forgetMissed();
    const value = uidOf(owner);
    const objects = new Map(
      this.#informer.list({ index: BY_CONTROLLER, value }).map((obj) => [uidOf(obj), obj]),
    );
    for (const [uid, obj] of this.#unseen) {
      if (controllerUid(obj) !== value) continue;
      objects.set(uid, obj);
      requeueAfter.set(ctx, LOOK_AGAIN_MS);
    }
    return [...objects.values()];
  }

  /** @returns undefined when the name is taken. */
  async create(ctx: Context, obj: T): Promise<T | undefined> {
    try {
      return this.#wrote(await this.#client.create(ctx, this.#kind, obj));
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      requeueAfter.set(ctx, LOOK_AGAIN_MS);
      return undefined;
    }
  }

  /** A merge patch. @returns the object as it was when it is gone. */
  async patch(ctx: Context, obj: T, value: object): Promise<T> {
    try {
      const patched = await this.#client.patch(ctx, this.#kind, refOf(obj), { type: 'merge', value });
      return this.#wrote(patched);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return obj;
    }
  }

  /** Asks for the deletion of this very object; nothing happens when it is gone. */
  async delete(ctx: Context, obj: T): Promise<void> {
    if (isDeleting(obj)) return;
    try {
      await this.#client.delete(ctx, this.#kind, refOf(obj), {
        preconditions: { uid: uidOf(obj) },
        propagationPolicy: 'Background',
      });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
    const deletionTimestamp = timeText(ctx.clock.now());
    this.#wrote({ ...obj, metadata: { ...obj.metadata, deletionTimestamp } });
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  #wrote(obj: T): T {
    if (!this.#isCovered(obj, this.#informer.get(keyOf(obj)))) this.#unseen.set(uidOf(obj), obj);
    return obj;
  }

  #saw(event: InformerEvent<T>): void {
    if (event.type === 'error') return;
    const mine = this.#unseen.get(uidOf(event.object));
    if (mine === undefined) return;
    if (event.type === 'delete' || this.#isCovered(mine, event.object)) this.#unseen.delete(uidOf(mine));
  }

  /** Whether what the informer has is as new as what was written here. */
  #isCovered(mine: T, seen: T | undefined): boolean {
    if (seen === undefined || uidOf(seen) !== uidOf(mine)) return false;
    if (isDeleting(mine)) return isDeleting(seen);
    return (
      (compareResourceVersions(seen.metadata?.resourceVersion, mine.metadata?.resourceVersion) ?? 0) >= 0
    );
  }

  /** Drops what came and went between two lists, of which no event tells. */
  #forgetMissed(): void {
    if (this.#unseen.size === 0) return;
    const { resourceVersion } = this.#informer.health();
    for (const [uid, mine] of this.#unseen) {
      const order = compareResourceVersions(resourceVersion, mine.metadata?.resourceVersion);
      const there = this.#informer.get(keyOf(mine));
      if (order !== undefined && order >= 0 && (there === undefined || uidOf(there) !== uid))
        this.#unseen.delete(uid);
    }
  }
}

export function refOf({ metadata }: KubernetesObject): ObjectRef {
  const { name = '', namespace } = metadata ?? {};
  return namespace === undefined ? { name } : { name, namespace };
}
