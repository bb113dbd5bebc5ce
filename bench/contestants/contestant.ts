/**
 * Somebody who keeps a copy of all Widgets and reconciles their changes. Each lives in a file of its own and is
 * the only contestant in its process.
 */
export interface Contestant {
  /**
   * Begins to list and watch. From then on `reconcile` is called for each key that comes out of the queue, by
   * up to {@link WORKERS} workers, with the version of the object that the store then has.
   */
  readonly start: (url: string, reconcile: Reconcile) => Promise<RunningContestant>;
}

export type Reconcile = (key: string, resourceVersion: string | undefined) => Promise<void>;

export interface RunningContestant {
  /** `namespace/name` and resourceVersion of everything in the store. */
  versions(): Iterable<readonly [key: string, resourceVersion: string | undefined]>;
  stop(): Promise<void>;
}

/** How many reconciles may run at once, for everybody. */
export const WORKERS = 10;
