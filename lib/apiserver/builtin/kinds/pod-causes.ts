import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  notFoundCause,
  requiredCause,
} from '../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../fields.ts';
import { labelName } from '../../objects/names.ts';
import { isMore } from '../quantity.ts';

const PORT_RANGE = 'must be between 1 and 65535, inclusive';

/** The cause of a number that is no port. */
export function portCauses(field: string, port: JsonValue | undefined): readonly StatusCause[] {
  if (typeof port !== 'number' || (port >= 1 && port <= 65_535)) return [];
  return [invalidCause(field, port, PORT_RANGE)];
}

/** What is wrong with the name of a port. */
export function portNameProblems(name: string): readonly string[] {
  return [
    ...(name.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]+$/u.test(name)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/u.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/u.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** Causes of names that are missing, malformed or there twice. */
export function nameCauses(items: readonly JsonValue[], path: string): readonly StatusCause[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const field = `${path}[${index}].name`;
    const name = textAt(item, 'name');
    if (name === '') return [requiredCause(field)];
    if (seen.has(name)) return [duplicateCause(field, name)];
    seen.add(name);
    return labelName(name).map((problem) => invalidCause(field, name, problem));
  });
}

/** The sources that a volume may have, in the order in which the API server looks for them. */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];

/** The causes of a volume that stands for more than one thing. */
function sourceCauses(volume: JsonValue, path: string): readonly StatusCause[] {
  const [, ...more] = SOURCES.filter((name) => at(volume, name) !== undefined);
  return more.map((name) => forbiddenCause(`${path}.${name}`, 'may not specify more than 1 volume type'));
}

function containerPortCauses(port: JsonValue, path: string): readonly StatusCause[] {
  const name = textAt(port, 'name');
  const number = at(port, 'containerPort');
  return [
    ...(name === ''
      ? []
      : portNameProblems(name).map((problem) => invalidCause(`${path}.name`, name, problem))),
    ...(number === 0
      ? [requiredCause(`${path}.containerPort`)]
      : portCauses(`${path}.containerPort`, number)),
    ...portCauses(`${path}.hostPort`, at(port, 'hostPort')),
  ];
}

function envCauses(env: JsonValue, path: string): readonly StatusCause[] {
  const name = textAt(env, 'name');
  if (name === '') return [requiredCause(`${path}.name`)];
  if (/^[ -<>-~]+$/u.test(name)) return [];
  const rule =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  return [invalidCause(`${path}.name`, name, rule)];
}

function oneMountCauses(
  mount: JsonValue,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const name = textAt(mount, 'name');
  return [
    ...(name === '' ? [requiredCause(`${path}.name`)] : []),
    ...(name === '' || volumes.has(name) ? [] : [notFoundCause(`${path}.name`, name)]),
    ...(textAt(mount, 'mountPath') === '' ? [requiredCause(`${path}.mountPath`)] : []),
  ];
}

function mountCauses(
  container: JsonValue,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  return listAt(container, 'volumeMounts').flatMap((mount, index) =>
    oneMountCauses(mount, volumes, `${path}.volumeMounts[${index}]`),
  );
}

function resourceCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const limits = objectAt(container, 'resources', 'limits');
  const requests = objectAt(container, 'resources', 'requests');
  return Object.keys(requests)
    .filter((name) => name in limits && isMore(textAt(requests, name), textAt(limits, name)))
    .map((name) => {
      const why = `must be less than or equal to ${name} limit of ${textAt(limits, name)}`;
      return invalidCause(`${path}.resources.requests`, textAt(requests, name), why);
    });
}

function containerCauses(
  container: JsonValue,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  return [
    ...(textAt(container, 'image') === '' ? [requiredCause(`${path}.image`)] : []),
    ...listAt(container, 'ports').flatMap((port, index) =>
      containerPortCauses(port, `${path}.ports[${index}]`),
    ),
    ...listAt(container, 'env').flatMap((env, index) => envCauses(env, `${path}.env[${index}]`)),
    ...mountCauses(container, volumes, path),
    ...resourceCauses(container, path),
  ];
}

function containersCauses(
  spec: JsonObject,
  list: string,
  volumes: ReadonlySet<string>,
  path: string,
): readonly StatusCause[] {
  const containers = listAt(spec, list);
  const field = `${path}.${list}`;
  return [
    ...containers.flatMap((one, index) => containerCauses(one, volumes, `${field}[${index}]`)),
    ...nameCauses(containers, field),
  ];
}

/** Causes of a spec of a pod, or of a template's. */
export function podSpecCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const volumes = listAt(spec, 'volumes');
  const names = new Set(volumes.map((volume) => textAt(volume, 'name')));
  const claims = listAt(spec, 'containers');
  return [
    ...nameCauses(volumes, `${path}.volumes`),
    ...volumes.flatMap((volume, index) => sourceCauses(volume, `${path}.volumes[${index}]`)),
    ...(claims.length === 0 ? [requiredCause(`${path}.containers`)] : []),
    ...containersCauses(spec, 'initContainers', names, path),
    ...containersCauses(spec, 'containers', names, path),
  ];
}
