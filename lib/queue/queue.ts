import type { ObjectKey } from '../object/kubernetes-object.ts';

/**
 * A level-triggered queue of keys.
 *
 * **Guarantees:** a key is waiting at most once; a key that was taken is not handed out again before `done`;
 * one that is added meanwhile is handed out after it. Higher priorities first, in order of arrival within one;
 * waiting raises a key's priority with time, so that none starves. No key is lost.
 */
export interface Queue {
  /**
   * Asks for a run of this key. Of several wishes for one key, the highest priority and the earliest time win;
   * a wish without delay also overrides a backoff that the key is waiting out.
   */
  add(key: ObjectKey, options?: AddOptions): void;
  /**
   * The next key, when there is one. Rejects with the signal's reason, and only then: on a closed queue it waits
   * for the signal. Each key taken must be given to `done`. Who waits longest gets the next key.
   */
  take(signal: AbortSignal): Promise<ObjectKey>;
  /** The run of a key that was taken has ended, however it went. No effect on a key that is not running. */
  done(key: ObjectKey): void;
  /**
   * Adds the key after its own backoff, which grows with each call until `forget`. The priority is by default
   * that of the key's run, or 0 when it is not running. A backoff that gives up is not obeyed: its last wait is
   * used again.
   *
   * @returns the wait in milliseconds.
   */
  retry(key: ObjectKey, options?: Pick<AddOptions, 'priority'>): number;
  /** The key went well: its backoff starts afresh. */
  forget(key: ObjectKey): void;
  /** How often `retry` was called for this key since the last `forget`. */
  retries(key: ObjectKey): number;
  /** Keys that could be taken now, not counting delayed or running ones. */
  readonly size: number;
  /** Keys that are waiting for their time. */
  readonly delayed: number;
  /** Keys that were taken and are not done. */
  readonly running: number;
  /** Drops everything that waits and ends its timers; `add` then does nothing. Idempotent. */
  close(): void;
}

export interface AddOptions {
  /** Default 0. Initial lists and resyncs use {@link LOW_PRIORITY}. */
  readonly priority?: number;
  /** Milliseconds until it may be taken. Default 0. */
  readonly afterMs?: number;
}

/** For what nobody waits for: the initial list, resyncs. As in controller-runtime. */
export const LOW_PRIORITY = -100;
