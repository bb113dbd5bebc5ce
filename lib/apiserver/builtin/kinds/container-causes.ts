import type { JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import {
  duplicateCause,
  invalidCause,
  notFoundCause,
  notSupportedCause,
  requiredCause,
} from '../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { labelName, qualifiedName } from '../../objects/names.ts';
import { exactQuantity, isMore } from '../quantity.ts';
import { NOT_NEGATIVE } from './count-causes.ts';
import { portCauses, portNameProblems, PROTOCOLS } from './port-causes.ts';

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

function resourceCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const limits = objectAt(container, 'resources', 'limits');
  const requests = objectAt(container, 'resources', 'requests');
  const unknown = Object.entries({ limits, requests }).flatMap(([list, quantities]) =>
    Object.keys(quantities).flatMap((name) => resourceNameCauses(name, `${path}.${list}[${name}]`)),
  );
  const negative = Object.entries({ limits, requests }).flatMap(([list, quantities]) =>
    Object.keys(quantities)
      .filter((name) => (exactQuantity(textAt(quantities, name)) ?? 0n) < 0n)
      .map((name) => {
        return invalidCause(`${path}.${list}[${name}]`, textAt(quantities, name), NOT_NEGATIVE);
      }),
  );
  const excessive = Object.keys(requests)
    .filter((name) => at(limits, name) !== undefined && isMore(textAt(requests, name), textAt(limits, name)))
    .map((name) => {
      const why = `must be less than or equal to ${name} limit of ${textAt(limits, name)}`;
      return invalidCause(`${path}.requests`, textAt(requests, name), why);
    });
  return [...unknown, ...negative, ...excessive];
}

const RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Whatever is no domain's is one of Kubernetes' own resources. */
function resourceNameCauses(name: string, field: string): readonly StatusCause[] {
  const problems = qualifiedName(name).map((problem) => invalidCause(field, name, problem));
  if (name.includes('/') || RESOURCES.has(name) || name.startsWith('hugepages-')) return problems;
  return [
    ...problems,
    invalidCause(field, name, 'must be a standard resource type or fully qualified'),
    invalidCause(field, name, 'must be a standard resource for containers'),
  ];
}
