import type { JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import {
  duplicateCause,
  invalidCause,
  notFoundCause,
  notSupportedCause,
  requiredCause,
} from '../../field-causes.ts';
import { listAt, numberAt, textAt } from '../../fields.ts';
import { labelName } from '../../objects/names.ts';
import { portCauses, portNameProblems, PROTOCOLS } from './port-causes.ts';
import { resourceCauses } from './resource-causes.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

/**
 * Causes of a container of any sort.
 *
 * @param volumes names of what it may mount.
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateContainerCommon)
 */
export function containerCauses(
  container: JsonValue,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const policy = textAt(container, 'imagePullPolicy');
  const env = listAt(container, 'env');
  return [
    ...ownNameCauses(textAt(container, 'name'), `${path}.name`),
    ...(textAt(container, 'image') === '' ? [requiredCause(`${path}.image`)] : []),
    ...portsCauses(container, `${path}.ports`),
    ...env.flatMap((one, index) => envCauses(one, `${path}.env[${index}]`)),
    ...mountCauses(container, volumes, `${path}.volumeMounts`),
    ...(PULL_POLICIES.includes(policy)
      ? []
      : [notSupportedCause(`${path}.imagePullPolicy`, policy, PULL_POLICIES)]),
    ...resourceCauses(container, `${path}.resources`),
  ];
}

function ownNameCauses(name: string, field: string): readonly StatusCause[] {
  if (name === '') return [requiredCause(field)];
  return labelName(name).map((problem) => invalidCause(field, name, problem));
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
  const problems = portNameProblems(name);
  if (problems.length > 0) return problems.map((problem) => invalidCause(field, name, problem));
  if (names.has(name)) return [duplicateCause(field, name)];
  names.add(name);
  return [];
}

function portNumberCauses(port: JsonValue, path: string): readonly StatusCause[] {
  const number = numberAt(port, 'containerPort');
  const hostPort = numberAt(port, 'hostPort');
  const protocol = textAt(port, 'protocol');
  return [
    ...(number === 0
      ? [requiredCause(`${path}.containerPort`)]
      : portCauses(`${path}.containerPort`, number)),
    ...(hostPort === 0 ? [] : portCauses(`${path}.hostPort`, hostPort)),
    ...(PROTOCOLS.includes(protocol) ? [] : [notSupportedCause(`${path}.protocol`, protocol, PROTOCOLS)]),
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

function envCauses(env: JsonValue, path: string): readonly StatusCause[] {
  const name = textAt(env, 'name');
  if (name === '') return [requiredCause(`${path}.name`)];
  if (/^[ -<>-~]+$/u.test(name)) return [];
  const rule =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  return [invalidCause(`${path}.name`, name, rule)];
}

function mountCauses(
  container: JsonValue,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const mounts = listAt(container, 'volumeMounts');
  const places = mounts.map((mount) => textAt(mount, 'mountPath'));
  return mounts.flatMap((mount, index) => {
    const name = textAt(mount, 'name');
    const place = places[index]!;
    const field = `${path}[${index}].mountPath`;
    const problems = [
      name === '' ? requiredCause(`${path}[${index}].name`) : undefined,
      volumes.has(name) ? undefined : notFoundCause(`${path}[${index}].name`, name),
      place === '' ? requiredCause(field) : undefined,
      places.indexOf(place) < index ? invalidCause(field, place, 'must be unique') : undefined,
    ];
    return problems.filter((cause) => cause !== undefined);
  });
}
