import type { Pod, StatefulSet } from '../../object/kinds.ts';
import { isDeleting } from '../../framework/object-name.ts';
import { countPods } from './pod-state.ts';
import { nonZero } from './status-writer.ts';

/** Says which revision of the template a Pod is of. */
export const REVISION_LABEL = 'controller-revision-hash';

export interface StatefulSetFacts {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** The revision of the template as it is now. */
  readonly revision: string;
  readonly nowMs: number;
}

export interface StatefulSetVerdict {
  readonly status: NonNullable<StatefulSet['status']>;
  /** Milliseconds until one more Pod is available. */
  readonly nextMs?: number;
}

export function isAt(pod: Pod, revision: string): boolean {
  return pod.metadata?.labels?.[REVISION_LABEL] === revision;
}

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/ */
export function statefulSetStatus({ set, pods, revision, nowMs }: StatefulSetFacts): StatefulSetVerdict {
  const { generation } = set.metadata ?? {};
  const wanted = set.spec?.replicas ?? 1;
  const { ready, available, nextMs } = countPods(pods, set.spec?.minReadySeconds, nowMs);
  const staying = pods.filter((pod) => !isDeleting(pod));
  const updated = staying.filter((pod) => isAt(pod, revision)).length;
  const before = set.status?.currentRevision ?? revision;
  const isDone = updated === wanted && ready === wanted && pods.length === wanted;
  const current = isDone ? revision : before;
  const status = {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    replicas: pods.length,
    ...nonZero({
      readyReplicas: ready,
      currentReplicas: staying.filter((pod) => isAt(pod, current)).length,
      updatedReplicas: updated,
    }),
    currentRevision: current,
    updateRevision: revision,
    collisionCount: set.status?.collisionCount ?? 0,
    availableReplicas: available,
  };
  return nextMs === undefined ? { status } : { status, nextMs };
}
