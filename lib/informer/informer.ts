import type { Context } from '../../context/index.ts';
import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';

/**
 * Keeps a read-only copy of all objects of one kind (in the scope of its selectors), and tells of changes.
 *
 * **Guarantees**
 * - `run` ends only when its context does. Every failure is retried, and shows in `health()` and the metrics.
 * - The store moves before the handlers hear of it; per key it never goes back in time.
 * - An object that vanished while nobody watched is told of as a delete with `stale: true`. An object that was
 *   deleted and created again under its name (a new uid) is told of as a delete, then an update.
 * - Objects are shared by all readers: never change them.
 */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  /**
   * Lists and watches until the context is aborted; then resolves. Several callers share one run: it ends when
   * the last one's context is aborted.
   */
  run(ctx: Context): Promise<void>;
  /**
   * Calls the handler for every event, synchronously, in order. A late subscriber first gets the objects of
   * the store as `initial` updates, before this method returns. A handler that throws is logged and counted;
   * the others still hear of the event.
   */
  subscribe(handler: (event: InformerEvent<T>) => void): Disposable;
  /**
   * The same as a stream, ended by the context. Events are coalesced per key while the reader is busy, so that
   * memory is bounded by the number of live keys: `old` is then the last object that the reader saw, and a
   * delete is never swallowed by the update that follows it under a new uid.
   */
  events(ctx: Context): AsyncIterable<InformerEvent<T>>;
  get(key: ObjectKey): T | undefined;
  /** Everything, or what an indexer put under a value. No order is promised. */
  list(index?: IndexQuery): readonly T[];
  /** Resolves when the first list is complete and the handlers have seen it; rejects with the context. */
  whenSynced(ctx: Context): Promise<void>;
  health(): InformerHealth;
}

export type InformerEvent<T> =
  /** Created or changed. `old` is what the store held; `initial`: part of the first list, or a late replay. */
  | { readonly type: 'update'; readonly object: T; readonly old?: T; readonly initial: boolean }
  /** Gone. `stale`: the deletion itself was not seen, and `object` is the last known state. */
  | { readonly type: 'delete'; readonly object: T; readonly stale: boolean }
  /** Something failed and will be tried again. Never ends the stream. */
  | { readonly type: 'error'; readonly error: unknown };

export interface IndexQuery {
  /** An indexer's name; `namespace` is always there. */
  readonly index: string;
  readonly value: string;
}

/** The values under which an object is found. Called for the new and the old object of each write; must be pure. */
export type Indexer<T> = (obj: T) => readonly string[];

export interface InformerHealth {
  /** The first list is complete. */
  readonly synced: boolean;
  /** A watch is open, or a list is under way. */
  readonly connected: boolean;
  /** `run` is under way. */
  readonly running: boolean;
  /** Milliseconds since the server last sent anything (an event, a bookmark, a page); undefined before. */
  readonly silentMs?: number;
  /** Why the last attempt failed; undefined once one works again. */
  readonly error?: unknown;
  /** Up to where the store is. */
  readonly resourceVersion?: string;
  /** How often everything was listed; 1 after the first sync. */
  readonly lists: number;
  /** How many watch requests were opened. */
  readonly watches: number;
  /** Objects in the store. */
  readonly size: number;
}
