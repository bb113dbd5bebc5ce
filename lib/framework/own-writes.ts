import { compareResourceVersions } from '../informer/resource-version.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../object/kubernetes-object.ts';

/** A write that is on its way, and the newest version that an event told of meanwhile. */
interface Flight {
  seen?: string | undefined;
  news: boolean;
}

/**
 * Writes of a reconcile that goes on with what it wrote, so that the event which tells of exactly that version
 * needs no reconcile of its own. Events may come before the write's answer: then the answer decides.
 */
export class OwnWrites {
  readonly #flights = new Map<ObjectKey, Flight>();
  /** At most one for each key: a version whose event is still to come. */
  readonly #versions = new Map<ObjectKey, string>();
  readonly #onNews: (key: ObjectKey) => void;

  /** @param onNews called for what an event told of during a write, if the write's answer does not cover it. */
  constructor(onNews: (key: ObjectKey) => void) {
    this.#onNews = onNews;
  }

  /** Makes one write. At most one at a time for each key. */
  async during<T extends KubernetesObject>(
    key: ObjectKey,
    write: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const flight: Flight = { news: false };
    this.#flights.set(key, flight);
    let written: T | undefined;
    try {
      written = await write();
      return written;
    } finally {
      this.#flights.delete(key);
      this.#land(key, flight, written?.metadata?.resourceVersion);
    }
  }

  /** Whether this event waits for the answer of a write that is on its way. */
  defers(obj: KubernetesObject): boolean {
    const flight = this.#flights.get(keyOf(obj));
    if (flight === undefined) return false;
    flight.news = true;
    flight.seen = obj.metadata?.resourceVersion;
    return true;
  }

  /** Whether this event tells of a write that was answered. Asked once per event. */
  take(obj: KubernetesObject): boolean {
    const key = keyOf(obj);
    const version = this.#versions.get(key);
    if (version === undefined) return false;
    const order = compareResourceVersions(obj.metadata?.resourceVersion, version);
    if (order === undefined || order >= 0) this.#versions.delete(key);
    return order === 0;
  }

  /** The object is gone. */
  forget(key: ObjectKey): void {
    this.#versions.delete(key);
  }

  /** What is older than the write is part of its answer. */
  #land(key: ObjectKey, { news, seen }: Flight, written: string | undefined): void {
    const order = news ? compareResourceVersions(seen, written) : -1;
    if (order === undefined || order > 0 || (news && written === undefined)) this.#onNews(key);
    else if (order < 0 && written !== undefined) this.#versions.set(key, written);
  }
}
