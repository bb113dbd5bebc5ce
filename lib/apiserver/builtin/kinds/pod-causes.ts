import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import { duplicateCause, invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { containerCauses, hostPortCauses } from './container-causes.ts';
import { labelCauses } from './selector-causes.ts';
import { tolerationCauses } from './toleration-causes.ts';
import { volumesOf } from './volume-causes.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];

/**
 * Causes of a spec of a pod, or of a template's.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePodSpec)
 */
export function podSpecCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const { names, causes } = volumesOf(spec, path);
  const policy = textAt(spec, 'restartPolicy');
  return [
    ...causes,
    ...containersCauses(spec, names, `${path}.containers`),
    ...initContainersCauses(spec, names, `${path}.initContainers`),
    ...networkCauses(spec, `${path}.containers`),
    ...(RESTART_POLICIES.includes(policy)
      ? []
      : [notSupportedCause(`${path}.restartPolicy`, policy, RESTART_POLICIES)]),
    ...labelCauses(objectAt(spec, 'nodeSelector'), `${path}.nodeSelector`),
    ...listAt(spec, 'tolerations').flatMap((one, index) =>
      tolerationCauses(one, `${path}.tolerations[${index}]`),
    ),
  ];
}

function containersCauses(
  spec: JsonObject,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const containers = listAt(spec, 'containers');
  if (containers.length === 0) return [requiredCause(path)];
  const names = containers.map(nameOf);
  return [
    ...containers.flatMap((one, index) => [
      ...containerCauses(one, volumes, `${path}[${index}]`),
      ...(names.indexOf(names[index]!) < index
        ? [duplicateCause(`${path}[${index}].name`, names[index])]
        : []),
    ]),
    ...hostPortCauses(containers, path),
  ];
}

/** They have names of their own, but ports one after the other. */
function initContainersCauses(
  spec: JsonObject,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const names = new Set(listAt(spec, 'containers').map(nameOf));
  return listAt(spec, 'initContainers').flatMap((one, index) => {
    const name = nameOf(one);
    const isTaken = names.has(name);
    if (name !== '') names.add(name);
    const taken = isTaken ? [duplicateCause(`${path}[${index}].name`, name)] : [];
    return containerCauses(one, volumes, `${path}[${index}]`).concat(taken, hostPortCauses([one], path));
  });
}

function nameOf(container: JsonValue): string {
  return textAt(container, 'name');
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
