import { compareResourceVersions } from '../../informer/resource-version.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import type { ObjectChange } from './predicates.ts';

/** A write that is on its way, and what events told of meanwhile, in their order. */
interface Flight<T> {
  readonly changes: ObjectChange<T>[];
  gone: boolean;
}

/** What was written to one object, whose events are still to come. */
interface Written<T> {
  readonly latest: T;
  /** The versions of earlier writes. */
  readonly before: Set<string>;
}

/**
 * Writes of a reconcile that goes on with what it wrote, so that the event which tells of exactly that version
 * needs no reconcile of its own. Events may come before the write's answer: then the answer decides.
 *
 * Until that event is there, the informer's store is older than what a reconcile has seen: {@link latest} makes
 * up for it.
 */
export class OwnWrites<T extends KubernetesObject> {
  readonly #flights = new Map<ObjectKey, Flight<T>>();
  readonly #written = new Map<ObjectKey, Written<T>>();
  readonly #onNews: (change: ObjectChange<T>) => void;

  /** @param onNews takes each change that was told of during a write and that the write's answer does not cover. */
  constructor(onNews: (change: ObjectChange<T>) => void) {
    this.#onNews = onNews;
  }

  /** Makes one write. At most one at a time for each key. */
  async during(key: ObjectKey, write: () => Promise<T | undefined>): Promise<T | undefined> {
    const flight: Flight<T> = { changes: [], gone: false };
    this.#flights.set(key, flight);
    let written: T | undefined;
    try {
      written = await write();
      return written;
    } finally {
      this.#flights.delete(key);
      this.#land(key, flight, written);
    }
  }

  /** Whether this change waits for the answer of a write that is on its way. */
  defers(change: ObjectChange<T>): boolean {
    const flight = this.#flights.get(keyOf(change.object));
    flight?.changes.push(change);
    return flight !== undefined;
  }

  /** Whether this event tells of a write that was answered. Asked once per event. */
  take(obj: KubernetesObject): boolean {
    const key = keyOf(obj);
    const written = this.#written.get(key);
    if (written === undefined) return false;
    const version = obj.metadata?.resourceVersion;
    const order = compareResourceVersions(version, written.latest.metadata?.resourceVersion);
    if (order === undefined || order >= 0) this.#written.delete(key);
    return order === 0 || (order !== undefined && version !== undefined && written.before.delete(version));
  }

  /** What a reconcile must not fall behind: the store's object, or what was written to it since. */
  latest(key: ObjectKey, stored: T | undefined): T | undefined {
    const written = this.#written.get(key)?.latest;
    if (written === undefined || stored === undefined) return stored;
    if (written.metadata?.uid !== stored.metadata?.uid) return stored;
    const order = compareResourceVersions(
      stored.metadata?.resourceVersion,
      written.metadata?.resourceVersion,
    );
    return order !== undefined && order < 0 ? written : stored;
  }

  /** The object is gone. */
  forget(key: ObjectKey): void {
    this.#written.delete(key);
    const flight = this.#flights.get(key);
    if (flight !== undefined) flight.gone = true;
  }

  /** What is older than the write is part of its answer. */
  #land(key: ObjectKey, { changes, gone }: Flight<T>, written: T | undefined): void {
    const order = ({ object }: ObjectChange<T>): number | undefined =>
      written && compareResourceVersions(object.metadata?.resourceVersion, written.metadata?.resourceVersion);
    if (written !== undefined && !gone && changes.every((change) => (order(change) ?? 0) < 0))
      this.#keep(key, written);
    for (const change of changes) if ((order(change) ?? 1) > 0) this.#onNews(change);
  }

  #keep(key: ObjectKey, latest: T): void {
    const known = this.#written.get(key);
    const before = new Set(known?.before);
    const version = known?.latest.metadata?.resourceVersion;
    if (version !== undefined) before.add(version);
    this.#written.set(key, { latest, before });
  }
}
