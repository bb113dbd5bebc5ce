import type { InformerEvent } from '../../lib/informer/informer.ts';
import { compareResourceVersions } from '../../lib/informer/resource-version.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../lib/object/kubernetes-object.ts';
import { ownerUids } from './marks.ts';

/** So long an informer may take to tell of a write, before it is believed again. Milliseconds. */
const PATIENCE_MS = 30_000;

interface Write {
  readonly uid: string | undefined;
  /** The server's answer; undefined: the object is gone. */
  readonly object: KubernetesObject | undefined;
  readonly atMs: number;
}

/** How far an informer is, and what time it is. */
export interface Now {
  readonly resourceVersion: string | undefined;
  readonly ms: number;
}

/**
 * Answers to writes whose events are still to come, so that a reconcile sees what the one before has done.
 *
 * Bounded by what was written within the last half minute: what is older is dropped with the next write.
 */
export class PendingWrites {
  readonly #writes = new Map<ObjectKey, Write>();
  /** By the uid of the owner. */
  readonly #owned = new Map<string, Set<ObjectKey>>();

  /** @param object the server's answer; undefined when it said that the object with this uid is gone. */
  put(key: ObjectKey, uid: string | undefined, object: KubernetesObject | undefined, now: Now): void {
    this.#drop(key);
    this.#writes.set(key, { uid, object, atMs: now.ms });
    for (const owner of ownersOf(object)) this.#keysFor(owner).add(key);
    for (const [other, { atMs }] of this.#writes) {
      if (now.ms - atMs <= PATIENCE_MS) break;
      this.#drop(other);
    }
  }

  /** The newer of what the informer has and what was written. */
  latest(key: ObjectKey, stored: KubernetesObject | undefined, now: Now): KubernetesObject | undefined {
    const write = this.#writes.get(key);
    if (write === undefined) return stored;
    if (now.ms - write.atMs <= PATIENCE_MS && !isOvertaken(write, stored, now)) return write.object;
    this.#drop(key);
    return stored;
  }

  /** Keys of what was written for this owner. */
  keysOf(ownerUid: string): readonly ObjectKey[] {
    return [...(this.#owned.get(ownerUid) ?? [])];
  }

  /** Takes each event of the informer. */
  heard(event: InformerEvent<KubernetesObject>): void {
    if (event.type === 'error') return;
    const key = keyOf(event.object);
    const write = this.#writes.get(key);
    if (write === undefined) return;
    const isGone = event.type === 'delete' && event.object.metadata?.uid === write.uid;
    if (isGone || (event.type === 'update' && isOlder(write, event.object))) this.#drop(key);
  }

  #keysFor(owner: string): Set<ObjectKey> {
    const keys = this.#owned.get(owner) ?? new Set();
    this.#owned.set(owner, keys);
    return keys;
  }

  #drop(key: ObjectKey): void {
    for (const owner of ownersOf(this.#writes.get(key)?.object)) {
      const keys = this.#keysFor(owner);
      keys.delete(key);
      if (keys.size === 0) this.#owned.delete(owner);
    }
    this.#writes.delete(key);
  }
}

function ownersOf(object: KubernetesObject | undefined): readonly string[] {
  return object === undefined ? [] : ownerUids(object);
}

function isOvertaken(write: Write, stored: KubernetesObject | undefined, now: Now): boolean {
  if (stored !== undefined) return isOlder(write, stored);
  if (write.object === undefined) return true;
  const order = compareResourceVersions(now.resourceVersion, write.object.metadata?.resourceVersion);
  return order !== undefined && order >= 0;
}

/** Whether the informer's object tells of the write, or of what came after it. */
function isOlder({ uid, object }: Write, stored: KubernetesObject): boolean {
  if (object === undefined) return stored.metadata?.uid !== uid;
  const order = compareResourceVersions(stored.metadata?.resourceVersion, object.metadata?.resourceVersion);
  return order === undefined || order >= 0;
}
