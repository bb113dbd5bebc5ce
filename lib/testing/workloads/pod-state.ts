import type { Pod } from '../../object/kinds.ts';
import { findCondition, isTrue } from './conditions.ts';
import { isDeleting } from '../../framework/object-name.ts';

/** Its containers have ended for good. */
export function isOver(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** It runs, or will: what controllers count as one of their replicas. */
export function isActive(pod: Pod): boolean {
  return !isOver(pod) && !isDeleting(pod);
}

export function isReady(pod: Pod): boolean {
  return isTrue(pod.status?.conditions, 'Ready');
}

/**
 * Milliseconds until the Pod has been ready for `minReadySeconds`; 0 or less: it is available; undefined: it is
 * not ready.
 */
export function availableInMs(
  pod: Pod,
  minReadySeconds: number | undefined,
  nowMs: number,
): number | undefined {
  const ready = findCondition(pod.status?.conditions, 'Ready');
  if (ready?.status !== 'True') return undefined;
  if ((minReadySeconds ?? 0) === 0) return 0;
  return Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds! * 1000 - nowMs;
}

/** How far some Pods have come. */
export interface PodCounts {
  readonly ready: number;
  readonly available: number;
  /** Milliseconds until one more is available; undefined where time alone makes none. */
  readonly nextMs?: number;
}

export function countPods(
  pods: readonly Pod[],
  minReadySeconds: number | undefined,
  nowMs: number,
): PodCounts {
  const waits = pods
    .map((pod) => availableInMs(pod, minReadySeconds, nowMs))
    .filter((ms) => ms !== undefined);
  const pending = waits.filter((ms) => ms > 0);
  return {
    ready: waits.length,
    available: waits.length - pending.length,
    ...(pending.length === 0 ? {} : { nextMs: Math.min(...pending) }),
  };
}

/** Which of two goes first when there are too many: the one that is less far, then the younger one. */
export function byExpendability(a: Pod, b: Pod): number {
  const progress = (pod: Pod): number =>
    (pod.spec?.nodeName === undefined ? 0 : 1) +
    (pod.status?.phase === 'Running' ? 1 : 0) +
    (isReady(pod) ? 1 : 0);
  const born = (pod: Pod): string => pod.metadata?.creationTimestamp ?? '';
  return progress(a) - progress(b) || (born(a) < born(b) ? 1 : -1);
}
