import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { listAt, numberAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { envCauses } from './env-causes.ts';
import { devicesCauses, mountsCauses, type MountableVolumes } from './mount-causes.ts';
import { portCauses, portNameProblems, PROTOCOLS } from '../causes/port-causes.ts';
import { resourceCauses } from './resource-causes.ts';
import { restartCauses } from './restart-causes.ts';
import { securityCauses } from './security-causes.ts';
import { repeated } from '../causes/repeated.ts';
import { requiredTextCauses, textCauses } from '../causes/text-causes.ts';

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const RESIZED = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];
export const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

/** What containers share with their pod. */
export interface PodFacts {
  /** What they may mount. */
  readonly volumes: MountableVolumes;
  readonly restartPolicy: string;
  /** Whether their users are those of the node. */
  readonly isHostUser: boolean;
}

/**
 * Causes of a container of any sort.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateContainerCommon)
 */
export function containerCauses(
  container: JsonValue,
  { volumes, restartPolicy: podPolicy, isHostUser }: PodFacts,
  path: string,
): readonly StatusCause[] {
  const policy = textAt(container, 'imagePullPolicy');
  const message = textAt(container, 'terminationMessagePolicy');
  return [
    ...requiredTextCauses(`${path}.name`, textAt(container, 'name'), labelName),
    ...(textAt(container, 'image') === '' ? [requiredCause(`${path}.image`)] : []),
    ...portsCauses(container, `${path}.ports`),
    ...unsupportedCauses(`${path}.terminationMessagePolicy`, message, MESSAGE_POLICIES),
    ...envCauses(container, path),
    ...mountsCauses(container, volumes, `${path}.volumeMounts`),
    ...unsupportedCauses(`${path}.imagePullPolicy`, policy, PULL_POLICIES),
    ...resourceCauses(container, `${path}.resources`),
    ...claimCauses(listAt(container, 'resources', 'claims'), `${path}.resources.claims`),
    ...restartCauses(container, path),
    ...devicesCauses(container, volumes, `${path}.volumeDevices`),
    ...resizesCauses(container, podPolicy, `${path}.resizePolicy`),
    ...securityCauses(container, isHostUser, `${path}.securityContext`),
  ];
}

/** Causes of devices that a container asks for without saying for which. */
function claimCauses(claims: readonly JsonValue[], path: string): readonly StatusCause[] {
  return claims.flatMap((claim, index) =>
    textAt(claim, 'name') === '' ? [requiredCause(`${path}[${index}]`)] : [],
  );
}

function resizesCauses(container: JsonValue, podPolicy: string, path: string): readonly StatusCause[] {
  const policies = listAt(container, 'resizePolicy');
  const names = policies.map((one) => textAt(one, 'resourceName'));
  const twice = [...repeated(names)].map((index) => duplicateCause(`${path}[${index}]`, names[index]));
  return [...twice, ...policies.flatMap((one) => resizeCauses(one, podPolicy, path))];
}

/** They name the list, not the item. */
function resizeCauses(resize: JsonValue, podPolicy: string, field: string): readonly StatusCause[] {
  const policy = textAt(resize, 'restartPolicy');
  const why = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
  return [
    ...choiceCauses(textAt(resize, 'resourceName'), RESIZED, field),
    ...choiceCauses(policy, RESIZE_POLICIES, field),
    ...(podPolicy === 'Never' && policy !== 'NotRequired' ? [invalidCause(field, policy, why)] : []),
  ];
}

/** The cause of what is none of these; what is nothing is required. */
function choiceCauses(choice: string, choices: readonly string[], field: string): readonly StatusCause[] {
  if (choice === '') return [requiredCause(field)];
  return unsupportedCauses(field, choice, choices);
}

function portsCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const names = new Set<string>();
  return listAt(container, 'ports').flatMap((port, index) => {
    const field = `${path}[${index}]`;
    return portNameCauses(textAt(port, 'name'), names, `${field}.name`).concat(portNumberCauses(port, field));
  });
}

/** Names of ports are there once, as far as they are names at all. */
function portNameCauses(name: string, names: Set<string>, field: string): readonly StatusCause[] {
  if (name === '') return [];
  const malformed = textCauses(field, name, portNameProblems);
  if (malformed.length > 0) return malformed;
  if (names.has(name)) return [duplicateCause(field, name)];
  names.add(name);
  return [];
}

function portNumberCauses(port: JsonValue, path: string): readonly StatusCause[] {
  const number = numberAt(port, 'containerPort');
  const hostPort = numberAt(port, 'hostPort');
  return [
    ...(number === 0
      ? [requiredCause(`${path}.containerPort`)]
      : portCauses(`${path}.containerPort`, number)),
    ...(hostPort === 0 ? [] : portCauses(`${path}.hostPort`, hostPort)),
    ...unsupportedCauses(`${path}.protocol`, textAt(port, 'protocol'), PROTOCOLS),
  ];
}

/** Causes of ports of the node that several ports ask for. */
export function hostPortCauses(containers: readonly JsonValue[], path: string): readonly StatusCause[] {
  const seen = new Set<string>();
  return containers.flatMap((container, index) =>
    listAt(container, 'ports').flatMap((port, position) => {
      const number = numberAt(port, 'hostPort');
      const key = `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${number}`;
      if (number === 0) return [];
      if (seen.has(key)) return [duplicateCause(`${path}[${index}].ports[${position}].hostPort`, key)];
      seen.add(key);
      return [];
    }),
  );
}
