import { type KubernetesObject, type ObjectKey, keyOf } from '../object/kubernetes-object.ts';
import type { InformerEvent } from './informer.ts';

/** What the reader has not heard yet about one key: at most a delete, and the update after it. */
interface Pending<T> {
  readonly deleted: Extract<InformerEvent<T>, { type: 'delete' }> | undefined;
  readonly updated: Extract<InformerEvent<T>, { type: 'update' }> | undefined;
}

/**
 * Events that wait for a reader, coalesced per key.
 *
 * **Guarantees:** the order of keys is that of their oldest unread event. An object that the reader knows, or
 * that was there at the beginning, is never deleted without a word. One that came and went between two reads is
 * not told of, so that what waits is bounded by the keys that the reader knows and those that live.
 *
 * @internal
 */
export class EventStream<T extends KubernetesObject> {
  readonly #pending = new Map<ObjectKey, Pending<T>>();
  /** The last one only: a stream of failures must not fill the memory either. */
  #error: Extract<InformerEvent<T>, { type: 'error' }> | undefined;
  #wake: (() => void) | undefined;

  push(event: InformerEvent<T>): void {
    if (event.type === 'error') this.#error = event;
    else this.#merge(keyOf(event.object), event);
    this.#wake?.();
  }

  /** The next event; undefined when there is none now. */
  take(): InformerEvent<T> | undefined {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) return error;
    for (const [key, { deleted, updated }] of this.#pending) {
      if (deleted === undefined || updated === undefined) this.#pending.delete(key);
      else this.#pending.set(key, { deleted: undefined, updated });
      return deleted ?? updated;
    }
    return undefined;
  }

  /** Resolves when there may be something to take, or when the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#pending.size > 0 || this.#error !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#wake = undefined;
  }

  #merge(key: ObjectKey, event: Exclude<InformerEvent<T>, { type: 'error' }>): void {
    const before = this.#pending.get(key);
    if (event.type === 'update') this.#pending.set(key, withUpdate(before, event));
    else if (isNews(before)) this.#pending.set(key, { deleted: event, updated: undefined });
    else if (before?.deleted !== undefined) this.#pending.set(key, { ...before, updated: undefined });
    else this.#pending.delete(key);
  }
}

/** Whether the reader must hear of a delete: unless all he would hear of before is a creation. */
function isNews<T>(before: Pending<T> | undefined): boolean {
  const { deleted, updated } = before ?? {};
  if (updated === undefined) return true;
  return deleted === undefined && (updated.old !== undefined || updated.initial);
}

/** The older of two unread updates knows what the reader saw last. */
function withUpdate<T>(
  before: Pending<T> | undefined,
  event: Extract<InformerEvent<T>, { type: 'update' }>,
): Pending<T> {
  const { deleted, updated } = before ?? {};
  if (updated === undefined) return { deleted, updated: event };
  const { object } = event;
  const { old, initial } = updated;
  return { deleted, updated: { type: 'update', object, initial, ...(old === undefined ? {} : { old }) } };
}
