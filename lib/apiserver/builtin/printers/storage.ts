import type { ApiObject } from '../../api-object.ts';
import { at, listAt, textAt } from '../../fields.ts';
import { orElse, type Cells } from './cell.ts';

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function accessModes(obj: ApiObject, ...path: readonly string[]): string {
  const wanted = new Set(listAt(obj, ...path).map(String));
  return Object.keys(MODES)
    .filter((mode) => wanted.has(mode))
    .map((mode) => MODES[mode])
    .join(',');
}

function phase(obj: ApiObject): string {
  return obj.metadata.deletionTimestamp === undefined ? textAt(obj, 'status', 'phase') : 'Terminating';
}

function isBound(claim: ApiObject): boolean {
  return textAt(claim, 'spec', 'volumeName') !== '';
}

const shared: Cells = {
  Status: phase,
  StorageClass: (obj) => textAt(obj, 'spec', 'storageClassName'),
  VolumeAttributesClass: (obj) => orElse(textAt(obj, 'spec', 'volumeAttributesClassName'), '<unset>'),
  VolumeMode: (obj) => orElse(textAt(obj, 'spec', 'volumeMode'), '<unset>'),
};

export const CLAIM_CELLS: Cells = {
  ...shared,
  Volume: (obj) => textAt(obj, 'spec', 'volumeName'),
  Capacity: (obj) => (isBound(obj) ? orElse(textAt(obj, 'status', 'capacity', 'storage'), '0') : ''),
  'Access Modes': (obj) => (isBound(obj) ? accessModes(obj, 'status', 'accessModes') : ''),
};

export const VOLUME_CELLS: Cells = {
  ...shared,
  Capacity: (obj) => orElse(textAt(obj, 'spec', 'capacity', 'storage'), '0'),
  'Access Modes': (obj) => accessModes(obj, 'spec', 'accessModes'),
  'Reclaim Policy': (obj) => textAt(obj, 'spec', 'persistentVolumeReclaimPolicy'),
  Claim: (obj) => {
    const claim = at(obj, 'spec', 'claimRef');
    return claim === undefined ? '' : `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}`;
  },
  Reason: (obj) => textAt(obj, 'status', 'reason'),
};

export const STORAGE_CLASS_CELLS: Cells = {
  Provisioner: (obj) => textAt(obj, 'provisioner'),
  ReclaimPolicy: (obj) => orElse(textAt(obj, 'reclaimPolicy'), 'Delete'),
  VolumeBindingMode: (obj) => orElse(textAt(obj, 'volumeBindingMode'), '<unset>'),
  AllowVolumeExpansion: (obj) => (at(obj, 'allowVolumeExpansion') === true ? 'true' : 'false'),
};
