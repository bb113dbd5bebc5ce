import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, notSupportedCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { optionalTextCauses } from '../causes/text-causes.ts';
import { descendingPathCauses } from './path-causes.ts';

/** What is wrong with one source of a volume. */
export type SourceCauses = (source: JsonObject, path: string) => readonly StatusCause[];

/**
 * Causes of the disks that only some clusters know how to get.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go
 */
export const DISK_CAUSES: Readonly<Record<string, SourceCauses>> = {
  gitRepo: (source, path) => [
    ...requiredCauses(source, ['repository'], path),
    ...descendingPathCauses(textAt(source, 'directory'), `${path}.directory`),
  ],
  gcePersistentDisk: (source, path) =>
    partitionedCauses(source, 'pdName', path.replace(/gcePersistentDisk$/u, 'persistentDisk')),
  awsElasticBlockStore: (source, path) => partitionedCauses(source, 'volumeID', path),
  iscsi: iscsiCauses,
  glusterfs: (source, path) => requiredCauses(source, ['endpoints', 'path'], path),
  flocker: flockerCauses,
  rbd: (source, path) => [...monitorCauses(source, path), ...requiredCauses(source, ['image'], path)],
  cinder: (source, path) => [
    ...requiredCauses(source, ['volumeID'], path),
    ...secretNameCauses(at(source, 'secretRef'), `${path}.secretRef`),
  ],
  cephfs: monitorCauses,
  quobyte: (source, path) =>
    requiredCauses(source, ['volume'], path).concat(
      textAt(source, 'registry') === ''
        ? [
            requiredCause(
              `${path}.registry`,
              'must be a host:port pair or multiple pairs separated by commas',
            ),
          ]
        : [],
    ),
  fc: fibreChannelCauses,
  flexVolume: flexCauses,
  azureFile: (source, path) => requiredCauses(source, ['secretName', 'shareName'], path),
  vsphereVolume: (source, path) => requiredCauses(source, ['volumePath'], path),
  photonPersistentDisk: (source, path) => requiredCauses(source, ['pdID'], path),
  portworxVolume: (source, path) => requiredCauses(source, ['volumeID'], path),
  azureDisk: azureDiskCauses,
  storageos: storageCauses,
  scaleIO: (source, path) => requiredCauses(source, ['gateway', 'system', 'volumeName'], path),
};

/** A cause of each of these texts that is not there. */
export function requiredCauses(
  source: JsonObject,
  names: readonly string[],
  path: string,
): readonly StatusCause[] {
  return names.filter((name) => textAt(source, name) === '').map((name) => requiredCause(`${path}.${name}`));
}

/** The cause of a reference to a Secret that does not say to which. */
export function secretNameCauses(secret: JsonValue | undefined, path: string): readonly StatusCause[] {
  return secret === undefined || textAt(secret, 'name') !== '' ? [] : [requiredCause(`${path}.name`)];
}

function monitorCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return listAt(source, 'monitors').length === 0 ? [requiredCause(`${path}.monitors`)] : [];
}

const LAST_NUMBER = 255;

function numberCauses(source: JsonObject, name: string, first: number, path: string): readonly StatusCause[] {
  const number = numberAt(source, name);
  if (number >= 0 && number <= LAST_NUMBER) return [];
  return [invalidCause(`${path}.${name}`, number, `must be between ${first} and ${LAST_NUMBER}, inclusive`)];
}

/** No partition is the whole disk. */
function partitionedCauses(source: JsonObject, name: string, path: string): readonly StatusCause[] {
  return [...requiredCauses(source, [name], path), ...numberCauses(source, 'partition', 1, path)];
}

const QUALIFIED_NAMES: Readonly<Record<string, RegExp>> = {
  iqn: /^iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\t\n\f\r ]+$/u,
  eui: /^eui.[A-Za-z0-9]{16}$/u,
  naa: /^naa.[A-Za-z0-9]{32}$/u,
};

function qualifiedNameCauses(name: string, field: string): readonly StatusCause[] {
  const pattern = QUALIFIED_NAMES[name.slice(0, 3)];
  if (pattern === undefined)
    return [invalidCause(field, name, 'must be valid format starting with iqn, eui, or naa')];
  return pattern.test(name) ? [] : [invalidCause(field, name, 'must be valid format')];
}

function iscsiCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const [target, initiator] = [textAt(source, 'iqn'), at(source, 'initiatorName')];
  const isGuarded = ['chapAuthDiscovery', 'chapAuthSession'].some((name) => at(source, name) === true);
  return [
    ...requiredCauses(source, ['targetPortal', 'iqn'], path),
    ...(target === '' ? [] : qualifiedNameCauses(target, `${path}.iqn`)),
    ...numberCauses(source, 'lun', 0, path),
    ...(isGuarded && at(source, 'secretRef') === undefined ? [requiredCause(`${path}.secretRef`)] : []),
    ...(typeof initiator === 'string' ? qualifiedNameCauses(initiator, `${path}.initiatorname`) : []),
  ];
}

function flockerCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const [name, id] = [textAt(source, 'datasetName'), textAt(source, 'datasetUUID')];
  const both = 'datasetName and datasetUUID can not be specified simultaneously';
  return [
    ...(name === '' && id === ''
      ? [requiredCause(path, 'one of datasetName and datasetUUID is required')]
      : []),
    ...(name !== '' && id !== '' ? [invalidCause(path, 'resource', both)] : []),
    ...(name.includes('/') ? [invalidCause(`${path}.datasetName`, name, "must not contain '/'")] : []),
  ];
}

function fibreChannelCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const [targets, ids] = [listAt(source, 'targetWWNs'), listAt(source, 'wwids')];
  const field = `${path}.targetWWNs`;
  const both = 'targetWWNs and wwids can not be specified simultaneously';
  if (targets.length === 0)
    return ids.length === 0
      ? [requiredCause(field, 'must specify either targetWWNs or wwids, but not both')]
      : [];
  return [
    ...(ids.length > 0 ? [invalidCause(field, targets, both)] : []),
    ...(at(source, 'lun') === undefined
      ? [requiredCause(`${path}.lun`, 'lun is required if targetWWNs is specified')]
      : numberCauses(source, 'lun', 0, path)),
  ];
}

/** Options may be anybody's but those of Kubernetes. */
function flexCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const reserved = Object.keys(objectAt(source, 'options')).filter((name) =>
    /(?:^|\.)(?:kubernetes|k8s)\.io$/u.test((name.split('/', 1)[0] ?? '').toLowerCase()),
  );
  const why = 'kubernetes.io and k8s.io namespaces are reserved';
  return [
    ...requiredCauses(source, ['driver'], path),
    ...reserved.map((name) => invalidCause(`${path}.options[${name}]`, name, why)),
  ];
}

const CACHINGS = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared'];
const MANAGED_DISK =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_DISK = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function azureDiskCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const address = textAt(source, 'diskURI');
  const isManaged = at(source, 'kind') === 'Managed';
  const [start, form] = isManaged ? ['/subscriptions/', MANAGED_DISK] : ['https://', BLOB_DISK];
  return [
    ...requiredCauses(source, ['diskName', 'diskURI'], path),
    ...unsupportedCauses(`${path}.cachingMode`, at(source, 'cachingMode'), CACHINGS),
    ...unsupportedCauses(`${path}.kind`, at(source, 'kind'), DISK_KINDS),
    ...(address.startsWith(start) ? [] : [notSupportedCause(`${path}.diskURI`, address, [form])]),
  ];
}

function storageCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...requiredCauses(source, ['volumeName'], path),
    ...['volumeName', 'volumeNamespace'].flatMap((name) =>
      optionalTextCauses(`${path}.${name}`, at(source, name), labelName),
    ),
    ...secretNameCauses(at(source, 'secretRef'), `${path}.secretRef`),
  ];
}
