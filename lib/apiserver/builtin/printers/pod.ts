import type { JsonObject, JsonValue } from '../../../object/json.ts';
import { since } from '../../age.ts';
import type { ApiObject } from '../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { orElse, type Cells } from './cell.ts';

/** What the containers' states add up to. */
interface Summary {
  readonly ready: number;
  readonly total: number;
  readonly reason: string;
  readonly restarts: number;
  /** When a container ended last. */
  readonly restartedAt: string;
}

type Containers = Pick<Summary, 'ready' | 'reason' | 'restarts' | 'restartedAt'>;

function endReason(ended: JsonValue | undefined): string {
  const reason = textAt(ended, 'reason');
  if (reason !== '') return reason;
  const signal = numberAt(ended, 'signal');
  return signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`;
}

function isSidecar(pod: ApiObject, name: string): boolean {
  const container = listAt(pod, 'spec', 'initContainers').find((one) => textAt(one, 'name') === name);
  return textAt(container, 'restartPolicy') === 'Always';
}

function latest(times: readonly string[]): string {
  return times.toSorted().at(-1) ?? '';
}

function restartsOf(statuses: readonly JsonValue[]): Pick<Summary, 'restarts' | 'restartedAt'> {
  return {
    restarts: statuses.reduce<number>((sum, one) => sum + numberAt(one, 'restartCount'), 0),
    restartedAt: latest(statuses.map((one) => textAt(one, 'lastState', 'terminated', 'finishedAt'))),
  };
}

/** What an init container says of a pod that it holds up; undefined once it is done. */
function initReason(pod: ApiObject, status: JsonValue, index: number): string | undefined {
  const ended = at(status, 'state', 'terminated');
  if (ended !== undefined && numberAt(ended, 'exitCode') === 0) return undefined;
  if (isSidecar(pod, textAt(status, 'name')) && at(status, 'started') === true) return undefined;
  if (ended !== undefined) return `Init:${endReason(ended)}`;
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== '' && waiting !== 'PodInitializing') return `Init:${waiting}`;
  return `Init:${index}/${listAt(pod, 'spec', 'initContainers').length}`;
}

function initialization(pod: ApiObject): Containers | undefined {
  const statuses = listAt(pod, 'status', 'initContainerStatuses');
  const reasons = statuses.map((status, index) => initReason(pod, status, index));
  const stuck = reasons.findIndex((reason) => reason !== undefined);
  const reason = reasons[stuck];
  if (reason === undefined) return undefined;
  return { ready: 0, reason, ...restartsOf(statuses.slice(0, stuck + 1)) };
}

function containerReason(status: JsonValue): string | undefined {
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== '') return waiting;
  const ended = at(status, 'state', 'terminated');
  return ended === undefined ? undefined : endReason(ended);
}

function hasCondition(pod: ApiObject, type: string): boolean {
  return listAt(pod, 'status', 'conditions').some(
    (one) => textAt(one, 'type') === type && textAt(one, 'status') === 'True',
  );
}

/** Completed containers beside running ones do not complete the pod. */
function settledReason(
  pod: ApiObject,
  reason: string,
  statuses: readonly JsonValue[],
  running: boolean,
): string {
  if (reason !== 'Completed') return reason;
  if (running && hasCondition(pod, 'Ready')) return 'Running';
  const failed = statuses.find((one) => numberAt(one, 'state', 'terminated', 'exitCode') !== 0);
  if (failed !== undefined) return endReason(at(failed, 'state', 'terminated'));
  return running ? 'NotReady' : reason;
}

function containersOf(pod: ApiObject, phase: string): Containers {
  const statuses = listAt(pod, 'status', 'containerStatuses');
  const sidecars = listAt(pod, 'status', 'initContainerStatuses').filter((one) =>
    isSidecar(pod, textAt(one, 'name')),
  );
  const alive = statuses.filter(
    (one) => at(one, 'ready') === true && at(one, 'state', 'running') !== undefined,
  );
  const reason = statuses.map(containerReason).find((one) => one !== undefined) ?? phase;
  return {
    ready: alive.length + sidecars.filter((one) => at(one, 'ready') === true).length,
    reason: settledReason(pod, reason, statuses, alive.length > 0),
    ...restartsOf([...sidecars, ...statuses]),
  };
}

function phaseOf(pod: ApiObject): string {
  const gated = listAt(pod, 'status', 'conditions').some(
    (one) => textAt(one, 'type') === 'PodScheduled' && textAt(one, 'reason') === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : orElse(textAt(pod, 'status', 'reason'), textAt(pod, 'status', 'phase'));
}

function shownReason(pod: ApiObject, reason: string): string {
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (textAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return ['Failed', 'Succeeded'].includes(textAt(pod, 'status', 'phase')) ? reason : 'Terminating';
}

function summaryOf(pod: ApiObject): Summary {
  const held = hasCondition(pod, 'Initialized') ? undefined : initialization(pod);
  const containers = held ?? containersOf(pod, phaseOf(pod));
  const sidecars = listAt(pod, 'spec', 'initContainers').filter(
    (one) => textAt(one, 'restartPolicy') === 'Always',
  );
  const total = listAt(pod, 'spec', 'containers').length + sidecars.length;
  return { ...containers, total, reason: shownReason(pod, containers.reason) };
}

function restartsText({ restarts, restartedAt }: Summary): (nowMs: number) => string {
  return (nowMs) =>
    restarts === 0 || restartedAt === ''
      ? String(restarts)
      : `${restarts} (${since(restartedAt, nowMs)} ago)`;
}

function readinessGates(pod: ApiObject): string {
  const gates = listAt(pod, 'spec', 'readinessGates').map((gate) => textAt(gate, 'conditionType'));
  if (gates.length === 0) return '<none>';
  return `${gates.filter((gate) => hasCondition(pod, gate)).length}/${gates.length}`;
}

function firstIp(pod: ApiObject): JsonObject {
  return objectAt({ first: listAt(pod, 'status', 'podIPs')[0] }, 'first');
}

/** @see kubernetes/kubernetes:pkg/printers/internalversion/printers.go */
export const POD_CELLS: Cells = {
  Ready: (pod) => {
    const { ready, total } = summaryOf(pod);
    return `${ready}/${total}`;
  },
  Status: (pod) => summaryOf(pod).reason,
  Restarts: (pod) => restartsText(summaryOf(pod)),
  IP: (pod) => orElse(textAt(firstIp(pod), 'ip'), '<none>'),
  Node: (pod) => orElse(textAt(pod, 'spec', 'nodeName'), '<none>'),
  'Nominated Node': (pod) => orElse(textAt(pod, 'status', 'nominatedNodeName'), '<none>'),
  'Readiness Gates': readinessGates,
};
