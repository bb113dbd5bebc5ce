import type { Pod } from '../../object/kinds.ts';
import { type ConditionLike, isTrue, mergeConditions } from './conditions.ts';
import { type ContainerStatus, containerStatus, initContainerStatus } from './container-status.ts';
import type { PodStage } from './pod-stage.ts';

type PodStatus = NonNullable<Pod['status']>;
type PodCondition = NonNullable<PodStatus['conditions']>[number];

/** Where a Pod is, and when. */
export interface PodPlace {
  /** As Kubernetes writes it. */
  readonly now: string;
  readonly hostIP: string;
  /** Undefined for a Pod whose network is not there yet. */
  readonly podIP: string | undefined;
}

/** The whole status of a Pod on its node, as a kubelet writes it. Conditions of others stay. */
export function podStatusOf(pod: Pod, stage: PodStage, place: PodPlace): PodStatus {
  const before = pod.status ?? {};
  const { now, hostIP, podIP } = place;
  const { generation } = pod.metadata ?? {};
  return {
    ...before,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    phase: phaseOf(stage),
    startTime: before.startTime ?? now,
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    ...containerStatuses(pod, stage, now),
    conditions: mergeConditions(before.conditions, conditionsOf(pod, stage), now),
  };
}

/** The status of a Pod that no node takes. */
export function unschedulableStatus(pod: Pod, now: string): PodStatus {
  const unscheduled: PodCondition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: '0/1 nodes are available: the simulator was told so.',
  };
  const conditions = mergeConditions(pod.status?.conditions, [unscheduled], now);
  return { ...pod.status, phase: 'Pending', conditions };
}

function phaseOf(stage: PodStage): string {
  if (stage.at === 'exited') return stage.exitCode === 0 ? 'Succeeded' : 'Failed';
  return stage.at === 'running' || stage.at === 'crash-back-off' ? 'Running' : 'Pending';
}

function containerStatuses(
  pod: Pod,
  stage: PodStage,
  now: string,
): Pick<PodStatus, 'containerStatuses' | 'initContainerStatuses'> {
  const facts = { pod, stage, now };
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const find = (all: readonly ContainerStatus[] | undefined, name: string): ContainerStatus | undefined =>
    all?.find((status) => status.name === name);
  const before = pod.status;
  return {
    containerStatuses: containers.map((one) =>
      containerStatus(facts, one, find(before?.containerStatuses, one.name)),
    ),
    ...(initContainers.length === 0
      ? {}
      : {
          initContainerStatuses: initContainers.map((one) =>
            initContainerStatus(facts, one, find(before?.initContainerStatuses, one.name)),
          ),
        }),
  };
}

function conditionsOf(pod: Pod, stage: PodStage): readonly PodCondition[] {
  const reason = notReadyReason(pod, stage);
  const gates = unmetGates(pod);
  const isExited = stage.at === 'exited';
  return [
    condition('PodReadyToStartContainers', !isExited, undefined),
    condition('Initialized', true, isExited && stage.exitCode === 0 ? { reason: 'PodCompleted' } : undefined),
    condition('Ready', reason === undefined && gates === undefined, reason ?? gates),
    condition('ContainersReady', reason === undefined, reason),
    condition('PodScheduled', true, undefined),
  ];
}

interface Reason {
  readonly reason: string;
  readonly message?: string;
}

function notReadyReason(pod: Pod, stage: PodStage): Reason | undefined {
  if (stage.at === 'running' && stage.ready) return undefined;
  if (stage.at === 'exited') return { reason: stage.exitCode === 0 ? 'PodCompleted' : 'PodFailed' };
  const names = (pod.spec?.containers ?? []).map(({ name }) => name);
  return { reason: 'ContainersNotReady', message: `containers with unready status: [${names.join(' ')}]` };
}

/** Others decide about these, by conditions of their own in the Pod's status. */
function unmetGates(pod: Pod): Reason | undefined {
  const gates = (pod.spec?.readinessGates ?? []).map(({ conditionType }) => conditionType);
  const unmet = gates.filter((type) => !isTrue(pod.status?.conditions as readonly ConditionLike[], type));
  if (unmet.length === 0) return undefined;
  return {
    reason: 'ReadinessGatesNotReady',
    message: `readiness gates that are not met: ${unmet.join(', ')}`,
  };
}

function condition(type: string, holds: boolean, reason: Reason | undefined): PodCondition {
  return { type, status: holds ? 'True' : 'False', ...reason };
}
