import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { exactQuantity } from '../../quantity.ts';
import { backstepCauses, descendingPathCauses } from './path-causes.ts';

const FILE_MODE = 'must be a number between 0 and 0777 (octal), both inclusive';
const LARGEST_MODE = 0o777;
const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

type SourceCauses = (source: JsonObject, path: string) => readonly StatusCause[];

/** Of the others, only that there is just one. */
const CAUSES: Readonly<Record<string, SourceCauses>> = {
  emptyDir: emptyDirCauses,
  hostPath: hostPathCauses,
  secret: (source, path) => filesCauses(source, 'secretName', path),
  configMap: (source, path) => filesCauses(source, 'name', path),
  nfs: nfsCauses,
  persistentVolumeClaim: (source, path) =>
    textAt(source, 'claimName') === '' ? [requiredCause(`${path}.claimName`)] : [],
};

/**
 * Causes of what stands behind a volume.
 *
 * @param name of its source: `hostPath`
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateVolumeSource)
 */
export function sourceCauses(volume: JsonValue, name: string, path: string): readonly StatusCause[] {
  return CAUSES[name]?.(objectAt(volume, name), `${path}.${name}`) ?? [];
}

function emptyDirCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const isNegative = (exactQuantity(textAt(source, 'sizeLimit')) ?? 0n) < 0n;
  const why = 'SizeLimit field must be a valid resource quantity';
  return isNegative ? [forbiddenCause(`${path}.sizeLimit`, why)] : [];
}

function hostPathCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const place = textAt(source, 'path');
  if (place === '') return [requiredCause(`${path}.path`)];
  return [
    ...backstepCauses(place, `${path}.path`),
    ...unsupportedCauses(`${path}.type`, at(source, 'type'), HOST_PATH_TYPES),
  ];
}

function nfsCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const place = textAt(source, 'path');
  return [
    ...(textAt(source, 'server') === '' ? [requiredCause(`${path}.server`)] : []),
    ...(place === '' ? [requiredCause(`${path}.path`)] : []),
    ...(place.startsWith('/') ? [] : [invalidCause(`${path}.path`, place, 'must be an absolute path')]),
  ];
}

/** Of a Secret or a ConfigMap, each key may become a file. */
function filesCauses(source: JsonObject, name: string, path: string): readonly StatusCause[] {
  return [
    ...(textAt(source, name) === '' ? [requiredCause(`${path}.${name}`)] : []),
    ...modeCauses(at(source, 'defaultMode'), `${path}.defaultMode`),
    ...listAt(source, 'items').flatMap((item, index) => fileCauses(item, `${path}.items[${index}]`)),
  ];
}

function fileCauses(item: JsonValue, path: string): readonly StatusCause[] {
  const place = textAt(item, 'path');
  const isReserved = place.startsWith('..') && !place.startsWith('../');
  return [
    ...(textAt(item, 'key') === '' ? [requiredCause(`${path}.key`)] : []),
    ...(place === '' ? [requiredCause(`${path}.path`)] : []),
    ...descendingPathCauses(place, `${path}.path`),
    ...(isReserved ? [invalidCause(`${path}.path`, place, "must not start with '..'")] : []),
    ...modeCauses(at(item, 'mode'), `${path}.mode`),
  ];
}

function modeCauses(mode: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= LARGEST_MODE)) return [];
  return [invalidCause(field, mode, FILE_MODE)];
}
