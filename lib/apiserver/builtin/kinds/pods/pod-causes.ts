import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { qualifiedName, subdomainName } from '../../../objects/names.ts';
import { containerCauses, hostPortCauses, type PodFacts } from './container-causes.ts';
import { fileVolumeCauses } from './env-causes.ts';
import { handlersCauses, noHandlersCauses } from './handler-causes.ts';
import { networkIdentityCauses } from './network-identity-causes.ts';
import { placementCauses } from './placement-causes.ts';
import { podSecurityCauses } from './security-causes.ts';
import { labelCauses } from '../causes/selector-causes.ts';
import { tolerationsCauses } from './toleration-causes.ts';
import { volumesOf, type VolumeOwner } from './volume-causes.ts';
import { repeated } from '../causes/repeated.ts';
import { optionalTextCauses, textCauses } from '../causes/text-causes.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
const SYSTEMS = ['linux', 'windows'];
const OBJECT_NAMES = ['serviceAccountName', 'nodeName', 'priorityClassName', 'runtimeClassName'];
const JUDGED = ['volumes', 'initContainers', 'containers', 'securityContext', 'schedulingGates', 'os'];
export const LONGEST_DEADLINE = 2_147_483_647;

/**
 * Causes of a spec of a pod, or of a template's.
 *
 * @param owner the pod, unless it is a template.
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePodSpec)
 */
export function podSpecCauses(spec: JsonObject, path: string, owner?: VolumeOwner): readonly StatusCause[] {
  const { mountable, causes } = volumesOf(spec, owner, path);
  const policy = textAt(spec, 'restartPolicy');
  const isHostUser = at(spec, 'hostUsers') !== false;
  const facts: PodFacts = { volumes: mountable, restartPolicy: policy, isHostUser };
  return [
    ...causes,
    ...containersCauses(spec, facts, `${path}.containers`),
    ...initContainersCauses(spec, facts, `${path}.initContainers`),
    ...fileVolumeCauses(spec, path),
    ...networkCauses(spec, `${path}.containers`),
    ...unsupportedCauses(`${path}.restartPolicy`, policy, RESTART_POLICIES),
    ...labelCauses(objectAt(spec, 'nodeSelector'), `${path}.nodeSelector`),
    ...podSecurityCauses(spec, `${path}.securityContext`),
    ...networkIdentityCauses(spec, path),
    ...placementCauses(spec, path),
    ...gateCauses(spec, path),
    ...OBJECT_NAMES.flatMap((name) =>
      optionalTextCauses(`${path}.${name}`, textAt(spec, name), subdomainName),
    ),
    ...deadlineCauses(at(spec, 'activeDeadlineSeconds'), `${path}.activeDeadlineSeconds`),
    ...tolerationsCauses(listAt(spec, 'tolerations'), `${path}.tolerations`),
    ...systemCauses(spec, `${path}.os`),
    ...unsupportedCauses(`${path}.preemptionPolicy`, at(spec, 'preemptionPolicy'), PREEMPTION_POLICIES),
  ];
}

function systemCauses(spec: JsonObject, field: string): readonly StatusCause[] {
  if (at(spec, 'os') === undefined) return [];
  const name = textAt(spec, 'os', 'name');
  return name === '' ? [requiredCause(`${field}.name`)] : unsupportedCauses(field, name, SYSTEMS);
}

/** The fields of a pod's spec of which these rules say all there is to say. */
export function overlookedIn(path: string): readonly string[] {
  return JUDGED.map((name) => `${path}.${name}`);
}

function graceOf(spec: JsonObject): number | undefined {
  const seconds = at(spec, 'terminationGracePeriodSeconds');
  return typeof seconds === 'number' ? seconds : undefined;
}

function deadlineCauses(seconds: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof seconds !== 'number' || (seconds >= 1 && seconds <= LONGEST_DEADLINE)) return [];
  return [invalidCause(field, seconds, `must be between 1 and ${LONGEST_DEADLINE}, inclusive`)];
}

/** What a pod waits for, before it is placed and before it is ready. */
function gateCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const conditions = listAt(spec, 'readinessGates').map((gate) => textAt(gate, 'conditionType'));
  const gates = listAt(spec, 'schedulingGates').map(nameOf);
  return [
    ...conditions.flatMap((type, index) =>
      textCauses(`${path}.readinessGates[${index}].conditionType`, type, qualifiedName),
    ),
    ...gates.flatMap((name, index) => textCauses(`${path}.schedulingGates[${index}]`, name, qualifiedName)),
    ...[...repeated(gates)].map((index) => duplicateCause(`${path}.schedulingGates[${index}]`, gates[index])),
  ];
}

function containersCauses(spec: JsonObject, facts: PodFacts, path: string): readonly StatusCause[] {
  const containers = listAt(spec, 'containers');
  if (containers.length === 0) return [requiredCause(path)];
  const names = containers.map(nameOf);
  const second = repeated(names);
  return [
    ...containers.flatMap((one, index) => [
      ...containerCauses(one, facts, `${path}[${index}]`),
      ...(second.has(index) ? [duplicateCause(`${path}[${index}].name`, names[index])] : []),
      ...handlersCauses(one, graceOf(spec), `${path}[${index}]`),
    ]),
    ...hostPortCauses(containers, path),
  ];
}

/** They have names of their own, but ports one after the other. */
function initContainersCauses(spec: JsonObject, facts: PodFacts, path: string): readonly StatusCause[] {
  const names = new Set(listAt(spec, 'containers').map(nameOf));
  return listAt(spec, 'initContainers').flatMap((one, index) => {
    const [name, field] = [nameOf(one), `${path}[${index}]`];
    const taken = names.has(name) ? [duplicateCause(`${field}.name`, name)] : [];
    if (name !== '') names.add(name);
    const isSidecar = textAt(one, 'restartPolicy') === 'Always';
    return containerCauses(one, facts, field).concat(
      taken,
      hostPortCauses([one], path),
      isSidecar
        ? handlersCauses(one, graceOf(spec), field)
        : [...noHandlersCauses(one, field), ...noRestartCauses(one, `${field}.resizePolicy`)],
    );
  });
}

/** Causes of resizes for which a container would start again that is to end. */
function noRestartCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const why = "must not be set to 'RestartContainer' for non-sidecar initContainers";
  return listAt(container, 'resizePolicy').flatMap((resize, index) => {
    const policy = textAt(resize, 'restartPolicy');
    return policy === 'RestartContainer'
      ? [invalidCause(`${path}[${index}].restartPolicy`, policy, why)]
      : [];
  });
}

function nameOf(named: JsonValue): string {
  return textAt(named, 'name');
}

/** In the network of its node, a pod's ports are the node's. */
function networkCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  if (at(spec, 'hostNetwork') !== true) return [];
  return listAt(spec, 'containers').flatMap((container, index) =>
    listAt(container, 'ports').flatMap((port, position) => {
      const hostPort = numberAt(port, 'hostPort');
      if (hostPort === 0 || hostPort === numberAt(port, 'containerPort')) return [];
      const why = 'must match `containerPort` when `hostNetwork` is true';
      return [invalidCause(`${path}[${index}].ports[${position}].hostPort`, hostPort, why)];
    }),
  );
}
