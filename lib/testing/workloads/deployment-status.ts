import type { Deployment, ReplicaSet } from '../../object/kinds.ts';
import { findCondition, mergeConditions, timeText } from './conditions.ts';
import { rollingLimits } from './rollout-plan.ts';
import { nonZero } from './status-writer.ts';

type Status = NonNullable<Deployment['status']>;
type Condition = NonNullable<Status['conditions']>[number];

export interface DeploymentFacts {
  readonly deployment: Deployment;
  /** The ReplicaSet of the present template; undefined before it is made. */
  readonly current: ReplicaSet | undefined;
  /** All ReplicaSets, that one among them. */
  readonly sets: readonly ReplicaSet[];
  readonly nowMs: number;
}

export interface DeploymentVerdict {
  readonly status: Status;
  /** Milliseconds until the progress is late. */
  readonly lateInMs?: number;
}

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status */
export function deploymentStatus(facts: DeploymentFacts): DeploymentVerdict {
  const { deployment, nowMs } = facts;
  const counts = countsOf(facts);
  const progress = progressOf(facts, counts);
  const { generation } = deployment.metadata ?? {};
  const conditions = [availability(deployment, counts.availableReplicas), ...progress.conditions];
  const status = {
    ...(deployment.status?.collisionCount === undefined
      ? {}
      : { collisionCount: deployment.status.collisionCount }),
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...nonZero(counts),
    terminatingReplicas: total(facts.sets, (set) => set.status?.terminatingReplicas),
    conditions: withUpdateTimes(deployment, conditions, timeText(nowMs)),
  };
  return progress.lateInMs === undefined ? { status } : { status, lateInMs: progress.lateInMs };
}

interface Counts {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly unavailableReplicas: number;
}

function countsOf({ sets, current }: DeploymentFacts): Counts {
  const availableReplicas = total(sets, (set) => set.status?.availableReplicas);
  const wanted = total(sets, (set) => set.spec?.replicas);
  return {
    replicas: total(sets, (set) => set.status?.replicas),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: total(sets, (set) => set.status?.readyReplicas),
    availableReplicas,
    unavailableReplicas: Math.max(0, wanted - availableReplicas),
  };
}

function total(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number | undefined): number {
  return sets.reduce((sum, set) => sum + (count(set) ?? 0), 0);
}

function availability({ spec }: Deployment, available: number): Condition {
  const replicas = spec?.replicas ?? 1;
  const { strategy } = spec ?? {};
  const { maxUnavailable } = rollingLimits(strategy?.rollingUpdate, replicas);
  const missing = strategy?.type === 'Recreate' ? 0 : maxUnavailable;
  return available >= replicas - missing
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

interface Progress {
  readonly conditions: readonly Condition[];
  readonly lateInMs?: number;
}

function progressOf(facts: DeploymentFacts, counts: Counts): Progress {
  const { deployment, current } = facts;
  const before = findCondition(deployment.status?.conditions, 'Progressing');
  if (deployment.spec?.paused === true) return { conditions: [pausedCondition()] };
  if (current === undefined) return { conditions: before === undefined ? [] : [before] };
  const name = `ReplicaSet "${current.metadata?.name}"`;
  const done = progressing('NewReplicaSetAvailable', `${name} has successfully progressed.`);
  // A Deployment that is only scaled later on stays one that has progressed.
  if (isComplete(deployment, counts) || before?.message === done.message) return { conditions: [done] };
  const going = progressing('ReplicaSetUpdated', `${name} is progressing.`);
  if (before?.message !== going.message && !isLate(before, name)) return { conditions: [going] };
  if (hasMoved(deployment.status, counts))
    return { conditions: [{ ...going, lastUpdateTime: timeText(facts.nowMs) }] };
  return overdue(facts, before!, name);
}

function progressing(reason: string, message: string): Condition {
  return { type: 'Progressing', status: 'True', reason, message };
}

function pausedCondition(): Condition {
  return {
    type: 'Progressing',
    status: 'Unknown',
    reason: 'DeploymentPaused',
    message: 'Deployment is paused',
  };
}

/** The last rollout went through: all Pods are new and available. */
export function isComplete({ spec }: Deployment, counts: Partial<Counts>): boolean {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = counts;
  return [replicas, updatedReplicas, availableReplicas].every((count) => count === (spec?.replicas ?? 1));
}

function isLate(before: Condition | undefined, name: string): boolean {
  return before?.reason === 'ProgressDeadlineExceeded' && before.message === lateMessage(name);
}

function lateMessage(name: string): string {
  return `${name} has timed out progressing.`;
}

function hasMoved(before: Status | undefined, now: Counts): boolean {
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = before ?? {};
  return (
    now.updatedReplicas > updatedReplicas ||
    now.readyReplicas > readyReplicas ||
    now.availableReplicas > availableReplicas ||
    now.replicas - now.updatedReplicas < replicas - updatedReplicas
  );
}

/** Nothing moved since the condition was written. */
function overdue({ deployment, nowMs }: DeploymentFacts, before: Condition, name: string): Progress {
  if (before.reason === 'ProgressDeadlineExceeded') return { conditions: [before] };
  const deadlineMs = (deployment.spec?.progressDeadlineSeconds ?? 600) * 1000;
  const lateInMs = Date.parse(before.lastUpdateTime ?? '') + deadlineMs - nowMs;
  if (lateInMs > 0) return { conditions: [before], lateInMs };
  const message = lateMessage(name);
  return {
    conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message }],
  };
}

/** `lastUpdateTime` moves with anything about a condition, unless it was set on purpose. */
function withUpdateTimes(
  { status }: Deployment,
  wanted: readonly Condition[],
  now: string,
): readonly Condition[] {
  const dated = wanted.map((each) => updated(each, findCondition(status?.conditions, each.type), now));
  return mergeConditions(status?.conditions, dated, now);
}

function updated(condition: Condition, old: Condition | undefined, now: string): Condition {
  const { status, reason, message } = condition;
  const isSame = old?.reason === reason && old?.status === status && old?.message === message;
  const before = isSame ? old.lastUpdateTime : undefined;
  return { ...condition, lastUpdateTime: condition.lastUpdateTime ?? before ?? now };
}
