/** One ReplicaSet's size, as asked for and as it is. */
export interface SetSize {
  readonly replicas: number;
  readonly available: number;
}

/** How fast a rolling update may go, in Pods. */
export interface RollingLimits {
  /** How many Pods there may be beyond those asked for. */
  readonly maxSurge: number;
  /** How many of those asked for may be missing. */
  readonly maxUnavailable: number;
}

/** `25%` of the total, or the number itself. */
export function scaledValue(
  value: number | string | undefined,
  total: number,
  round: (x: number) => number,
): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  return value.endsWith('%') ? round((total * Number(value.slice(0, -1))) / 100) : Number(value);
}

/**
 * Percentages of the surge are rounded up, those of what may be missing down; one of them is at least 1, or
 * nothing would ever move.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-update-deployment
 */
export function rollingLimits(
  rollingUpdate: { readonly maxSurge?: number | string; readonly maxUnavailable?: number | string } = {},
  replicas: number,
): RollingLimits {
  const maxSurge = scaledValue(rollingUpdate.maxSurge ?? '25%', replicas, Math.ceil);
  const maxUnavailable = scaledValue(rollingUpdate.maxUnavailable ?? '25%', replicas, Math.floor);
  return {
    maxSurge,
    maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : Math.min(maxUnavailable, replicas),
  };
}

/** The next size of the new ReplicaSet. */
export function nextNewSize(
  replicas: number,
  { current, old }: { readonly current: SetSize; readonly old: readonly SetSize[] },
  { maxSurge }: RollingLimits,
): number {
  const total = current.replicas + sum(old.map((set) => set.replicas));
  const room = replicas + maxSurge - total;
  if (current.replicas >= replicas) return replicas;
  return Math.min(replicas, current.replicas + Math.max(0, room));
}

/**
 * The next sizes of the old ReplicaSets, which are given from the oldest to the youngest: first go Pods that are
 * of no use, then as many as can be spared.
 *
 * @param current after its own next size was asked for.
 */
export function nextOldSizes(
  replicas: number,
  { current, old }: { readonly current: SetSize; readonly old: readonly SetSize[] },
  { maxUnavailable }: RollingLimits,
): readonly number[] {
  const minAvailable = replicas - maxUnavailable;
  const total = current.replicas + sum(old.map((set) => set.replicas));
  const missingNew = Math.max(0, current.replicas - current.available);
  let surplus = Math.max(0, total - minAvailable - missingNew);
  const healthy = old.map(({ replicas: size, available }) => {
    const gone = Math.min(surplus, Math.max(0, size - available));
    surplus -= gone;
    return size - gone;
  });
  const availableNow = usable(current) + sum(old.map(usable));
  let spare = Math.max(0, Math.min(surplus, availableNow - minAvailable));
  return healthy.map((size) => {
    const gone = Math.min(spare, size);
    spare -= gone;
    return size - gone;
  });
}

/** A status lags behind: no more can be available than were asked for. */
function usable({ replicas, available }: SetSize): number {
  return Math.min(replicas, available);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
