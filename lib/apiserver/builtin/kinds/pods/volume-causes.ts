import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, forbiddenCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { textCauses } from '../causes/text-causes.ts';
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

/** The causes of what a volume stands for, and of what it stands for beside that. */
function sourcesCauses(volume: JsonValue, path: string): readonly StatusCause[] {
  const [first, ...more] = SOURCES.filter((name) => at(volume, name) !== undefined);
  const why = 'may not specify more than 1 volume type';
  return [
    ...(first === undefined ? [] : sourceCauses(volume, first, path)),
    ...more.map((name) => forbiddenCause(`${path}.${name}`, why)),
  ];
}

/** What containers may mount, and what is wrong with the rest. */
export interface Volumes {
  readonly names: ReadonlySet<string>;
  readonly causes: readonly StatusCause[];
}

/** The volumes of a pod's spec. */
export function volumesOf(spec: JsonObject, path: string): Volumes {
  const names = new Set<string>();
  const causes = listAt(spec, 'volumes').flatMap((volume, index) => {
    const found = volumeCauses(volume, names, `${path}.volumes[${index}]`);
    if (found.length === 0) names.add(textAt(volume, 'name'));
    return found;
  });
  return { names, causes };
}

function volumeCauses(volume: JsonValue, others: ReadonlySet<string>, path: string): readonly StatusCause[] {
  const name = textAt(volume, 'name');
  const field = `${path}.name`;
  return [
    ...sourcesCauses(volume, path),
    ...(name === '' ? [requiredCause(field)] : textCauses(field, name, labelName)),
    ...(others.has(name) ? [duplicateCause(field, name)] : []),
  ];
}
