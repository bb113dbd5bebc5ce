import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import {
  forbiddenCause,
  invalidCause,
  notFoundCause,
  notSupportedCause,
  requiredCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { repeated } from '../causes/repeated.ts';
import { backstepCauses, descendingPathCauses } from './path-causes.ts';

/** The volumes of a pod, by their names: whether each is a claim, and may be a device. */
export type MountableVolumes = ReadonlyMap<string, boolean>;

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const READ_ONLY_BELOW = ['Disabled', 'Enabled', 'IfPossible'];

/**
 * Causes of the volumes that a container sees as directories.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateVolumeMounts)
 */
export function mountsCauses(
  container: JsonValue,
  volumes: MountableVolumes,
  path: string,
): readonly StatusCause[] {
  const mounts = listAt(container, 'volumeMounts');
  const devices = placesByName(listAt(container, 'volumeDevices'), 'devicePath');
  const devicePlaces = new Set(devices.values());
  const second = repeated(mounts.map((mount) => textAt(mount, 'mountPath')));
  const isPrivileged = at(container, 'securityContext', 'privileged') === true;
  return mounts.flatMap((mount, index) => {
    const [name, place] = [textAt(mount, 'name'), textAt(mount, 'mountPath')];
    const [nameField, field] = [`${path}[${index}].name`, `${path}[${index}].mountPath`];
    return found(
      name === '' && requiredCause(nameField),
      !volumes.has(name) && notFoundCause(nameField, name),
      place === '' && requiredCause(field),
      second.has(index) && invalidCause(field, place, 'must be unique'),
      devices.has(name) && invalidCause(nameField, name, 'must not already exist in volumeDevices'),
      devicePlaces.has(place) &&
        invalidCause(field, place, 'must not already exist as a path in volumeDevices'),
    ).concat(
      partCauses(mount, `${path}[${index}]`, path),
      propagationCauses(mount, isPrivileged, `${path}.mountPropagation`),
      readOnlyCauses(mount, `${path}.recursiveReadOnly`),
    );
  });
}

/** Causes of the part of a volume that is mounted. Most of them name the list only. */
function partCauses(mount: JsonValue, path: string, listPath: string): readonly StatusCause[] {
  const [part, template] = [textAt(mount, 'subPath'), textAt(mount, 'subPathExpr')];
  const why = 'subPathExpr and subPath are mutually exclusive';
  return [
    ...descendingPathCauses(part, `${listPath}.subPath`),
    ...(part !== '' && template !== '' ? [invalidCause(`${path}.subPathExpr`, template, why)] : []),
    ...descendingPathCauses(template, `${listPath}.subPathExpr`),
  ];
}

function propagationCauses(mount: JsonValue, isPrivileged: boolean, field: string): readonly StatusCause[] {
  const propagation = at(mount, 'mountPropagation');
  const why = 'Bidirectional mount propagation is available only to privileged containers';
  return [
    ...unsupportedCauses(field, propagation, PROPAGATIONS),
    ...(propagation === 'Bidirectional' && !isPrivileged ? [forbiddenCause(field, why)] : []),
  ];
}

function readOnlyCauses(mount: JsonValue, field: string): readonly StatusCause[] {
  const below = at(mount, 'recursiveReadOnly');
  if (below === undefined || below === 'Disabled') return [];
  if (!READ_ONLY_BELOW.includes(textAt(mount, 'recursiveReadOnly')))
    return [notSupportedCause(field, below, READ_ONLY_BELOW)];
  const isAlone = [undefined, 'None'].includes(textAt(mount, 'mountPropagation') || undefined);
  const when = 'may only be specified when';
  return found(
    at(mount, 'readOnly') !== true && forbiddenCause(field, `${when} readOnly is true`),
    !isAlone && forbiddenCause(field, `${when} mountPropagation is None or not specified`),
  );
}

/**
 * Causes of the volumes that a container sees as devices.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateVolumeDevices)
 */
export function devicesCauses(
  container: JsonValue,
  volumes: MountableVolumes,
  path: string,
): readonly StatusCause[] {
  const devices = listAt(container, 'volumeDevices');
  const mounts = placesByName(listAt(container, 'volumeMounts'), 'mountPath');
  const mountPlaces = new Set(mounts.values());
  const places = devices.map((device) => textAt(device, 'devicePath'));
  const secondName = repeated(devices.map((device) => textAt(device, 'name')));
  const secondPlace = repeated(places);
  return devices.flatMap((device, index) => {
    const [name, place] = [textAt(device, 'name'), places[index]!];
    const [nameField, field] = [`${path}[${index}].name`, `${path}[${index}].devicePath`];
    const isUpward = backstepCauses(place, field).length > 0;
    const noClaim = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    return found(
      name === '' && requiredCause(nameField),
      name !== '' && secondName.has(index) && invalidCause(nameField, name, 'must be unique'),
      volumes.get(name) === false && invalidCause(nameField, name, noClaim),
      !volumes.has(name) && notFoundCause(nameField, name),
      place === '' && requiredCause(field),
      secondPlace.has(index) && !isUpward && invalidCause(field, place, 'must be unique'),
      isUpward && invalidCause(field, place, "can not contain backsteps ('..')"),
      mounts.has(name) && invalidCause(nameField, name, 'must not already exist in volumeMounts'),
      mountPlaces.has(place) &&
        invalidCause(field, place, 'must not already exist as a path in volumeMounts'),
    );
  });
}

function found(...causes: readonly (StatusCause | false)[]): readonly StatusCause[] {
  return causes.filter((cause) => cause !== false);
}

function placesByName(list: readonly JsonValue[], place: string): ReadonlyMap<string, string> {
  return new Map(list.map((one) => [textAt(one, 'name'), textAt(one, place)]));
}
