import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, forbiddenCause, invalidCause, requiredCause, shown } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { labelName, subdomainName } from '../../../objects/names.ts';
import { requiredTextCauses } from '../causes/text-causes.ts';
import type { MountableVolumes } from './mount-causes.ts';
import { sourceCauses } from './volume-source-causes.ts';

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

const LONGEST_INITIATED = 64;
const TOO_LONG_INITIATED =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';

/** What holds for the volumes of pods, and not for those of templates: their pods have no names yet. */
export interface VolumeOwner {
  readonly name: string;
}

/** The causes of what a volume stands for, and of what it stands for beside that. */
function sourcesCauses(
  volume: JsonValue,
  owner: VolumeOwner | undefined,
  path: string,
): readonly StatusCause[] {
  const [first, ...more] = SOURCES.filter((name) => at(volume, name) !== undefined);
  const why = 'may not specify more than 1 volume type';
  return [
    ...(first === undefined ? [] : sourceCauses(volume, first, path)),
    ...more.map((name) => forbiddenCause(`${path}.${name}`, why)),
    ...(first === 'ephemeral' && owner !== undefined ? madeClaimCauses(volume, owner, path) : []),
    ...(first === 'image' && owner !== undefined && textAt(volume, 'image', 'reference') === ''
      ? [requiredCause(`${path}.image.reference`)]
      : []),
    ...initiatorCauses(volume, path),
  ];
}

/** Causes of the name that a volume gives to a claim of its own. */
function madeClaimCauses(volume: JsonValue, owner: VolumeOwner, path: string): readonly StatusCause[] {
  const name = textAt(volume, 'name');
  if (owner.name === '' || name === '') return [];
  const claim = claimOf(owner, volume);
  return subdomainName(claim).map((problem) =>
    invalidCause(`${path}.name`, name, `PVC name ${shown(claim)}: ${problem}`),
  );
}

function claimOf(owner: VolumeOwner, volume: JsonValue): string {
  return `${owner.name}-${textAt(volume, 'name')}`;
}

function initiatorCauses(volume: JsonValue, path: string): readonly StatusCause[] {
  if (at(volume, 'iscsi', 'initiatorName') === undefined) return [];
  const name = textAt(volume, 'name');
  const length = Buffer.byteLength(`${name}:${textAt(volume, 'iscsi', 'targetPortal')}`);
  return length > LONGEST_INITIATED ? [invalidCause(`${path}.name`, name, TOO_LONG_INITIATED)] : [];
}

/** What containers may mount, and what is wrong with the rest. */
export interface Volumes {
  readonly mountable: MountableVolumes;
  readonly causes: readonly StatusCause[];
}

/** The volumes of a pod's spec. @param owner the pod, unless it is a template. */
export function volumesOf(spec: JsonObject, owner: VolumeOwner | undefined, path: string): Volumes {
  const volumes = listAt(spec, 'volumes');
  const made = madeClaims(volumes, owner);
  const mountable = new Map<string, boolean>();
  const causes = volumes.flatMap((volume, index) => {
    const field = `${path}.volumes[${index}]`;
    const found = volumeCauses(volume, owner, mountable, field);
    if (found.length === 0) mountable.set(textAt(volume, 'name'), isClaim(volume));
    return found.concat(foreignClaimCauses(volume, made, `${field}.persistentVolumeClaim.claimName`));
  });
  return { mountable, causes };
}

function isClaim(volume: JsonValue): boolean {
  return ['persistentVolumeClaim', 'ephemeral'].some((name) => at(volume, name) !== undefined);
}

/** Names of the claims that will be made for the volumes of a pod. */
function madeClaims(volumes: readonly JsonValue[], owner: VolumeOwner | undefined): ReadonlySet<string> {
  if (owner === undefined || owner.name === '') return new Set();
  const ephemeral = volumes.filter((volume) => at(volume, 'ephemeral') !== undefined);
  return new Set(ephemeral.map((volume) => claimOf(owner, volume)));
}

function foreignClaimCauses(
  volume: JsonValue,
  made: ReadonlySet<string>,
  field: string,
): readonly StatusCause[] {
  const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
  const why = 'must not reference a PVC that gets created for an ephemeral volume';
  return made.has(name) ? [invalidCause(field, name, why)] : [];
}

function volumeCauses(
  volume: JsonValue,
  owner: VolumeOwner | undefined,
  others: MountableVolumes,
  path: string,
): readonly StatusCause[] {
  const name = textAt(volume, 'name');
  const field = `${path}.name`;
  return [
    ...sourcesCauses(volume, owner, path),
    ...requiredTextCauses(field, name, labelName),
    ...(others.has(name) ? [duplicateCause(field, name)] : []),
  ];
}
