const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 300_000;

/** Where a container stands that exits as soon as it starts. */
export interface CrashLoop {
  readonly restarts: number;
  /** The wait that it is in, in milliseconds. */
  readonly waitMs: number;
  /** Milliseconds until it is started again. */
  readonly leftMs: number;
}

/**
 * The first restart comes at once, the others after waits that double from 10 s to 5 min.
 *
 * @param sinceMs since the first crash.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy
 */
export function crashLoopAt(sinceMs: number): CrashLoop {
  let restarts = 1;
  let waitMs = FIRST_WAIT_MS;
  let leftMs = waitMs - sinceMs;
  while (leftMs <= 0) {
    restarts += 1;
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    leftMs += waitMs;
  }
  return { restarts, waitMs, leftMs };
}
