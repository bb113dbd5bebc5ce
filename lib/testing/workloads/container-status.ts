import type { Pod } from '../../object/kinds.ts';
import type { PodStage } from './pod-stage.ts';

type PodSpec = NonNullable<Pod['spec']>;
type PodStatus = NonNullable<Pod['status']>;
export type Container = PodSpec['containers'][number];
export type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number];
type State = NonNullable<ContainerStatus['state']>;
type Waiting = NonNullable<State['waiting']>;
type Terminated = NonNullable<State['terminated']>;

export interface ContainerFacts {
  readonly pod: Pod;
  readonly stage: PodStage;
  /** As Kubernetes writes it. */
  readonly now: string;
}

/** One container's status as a kubelet writes it. Times stay where they were while the state is the same. */
export function containerStatus(
  { pod, stage, now }: ContainerFacts,
  container: Container,
  before: ContainerStatus | undefined,
): ContainerStatus {
  const restartCount = stage.at === 'crash-back-off' ? stage.restarts : (before?.restartCount ?? 0);
  const started = stage.at === 'running';
  const hasRun = stage.at !== 'creating' && stage.at !== 'pull-back-off';
  const containerID = `simulated://${pod.metadata?.uid}-${container.name}-${restartCount}`;
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: hasRun ? (container.image ?? '') : '',
    ...(hasRun ? { containerID } : {}),
    restartCount,
    started,
    ready: stage.at === 'running' && stage.ready,
    ...states(pod, stage, { container, before, containerID, now }),
  };
}

/** The status of an init container: done, before the others began. */
export function initContainerStatus(
  facts: ContainerFacts,
  container: Container,
  before: ContainerStatus | undefined,
): ContainerStatus {
  // One that is always restarted is a sidecar, and runs beside the others.
  if (container.restartPolicy === 'Always') return containerStatus(facts, container, before);
  const stage: PodStage = facts.stage.at === 'creating' ? facts.stage : { at: 'exited', exitCode: 0 };
  const status = containerStatus({ ...facts, stage }, container, before);
  return { ...status, ready: stage.at === 'exited' };
}

interface StateFacts {
  readonly container: Container;
  readonly before: ContainerStatus | undefined;
  readonly containerID: string;
  readonly now: string;
}

function states(
  pod: Pod,
  stage: PodStage,
  facts: StateFacts,
): Required<Pick<ContainerStatus, 'state' | 'lastState'>> {
  const { container, before, now } = facts;
  const lastState = before?.lastState ?? {};
  if (stage.at === 'running')
    return { state: { running: { startedAt: before?.state?.running?.startedAt ?? now } }, lastState };
  if (stage.at === 'exited')
    return {
      state: { terminated: before?.state?.terminated ?? termination(stage.exitCode, facts) },
      lastState,
    };
  const waiting = waitingState(pod, stage, container);
  const isSame = stage.at !== 'crash-back-off' || before?.state?.waiting?.message === waiting.message;
  return {
    state: { waiting },
    lastState: isSame ? lastState : { terminated: termination(stage.exitCode, facts) },
  };
}

function waitingState(
  { metadata }: Pod,
  stage: Exclude<PodStage, { readonly at: 'running' | 'exited' }>,
  container: Container,
): Waiting {
  if (stage.at === 'creating') return { reason: 'ContainerCreating' };
  if (stage.at === 'pull-back-off')
    return { reason: 'ImagePullBackOff', message: `Back-off pulling image "${container.image}"` };
  const place = `container=${container.name} pod=${metadata?.name}_${metadata?.namespace}(${metadata?.uid})`;
  return {
    reason: 'CrashLoopBackOff',
    message: `back-off ${waitText(stage.waitMs)} restarting failed ${place}`,
  };
}

function termination(exitCode: number, { before, containerID, now }: StateFacts): Terminated {
  const startedAt = before?.state?.running?.startedAt ?? now;
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { exitCode, reason, startedAt, finishedAt: now, containerID };
}

/** As Go writes a duration: `10s`, `1m20s`. */
function waitText(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
