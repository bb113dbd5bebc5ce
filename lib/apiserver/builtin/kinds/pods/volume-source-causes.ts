import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import {
  forbiddenCause,
  invalidCause,
  requiredCause,
  tooLongCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, objectAt, textAt } from '../../../fields.ts';
import { subdomainName } from '../../../objects/names.ts';
import { annotationCauses } from '../../../objects/metadata-causes.ts';
import { exactQuantity } from '../../quantity.ts';
import { labelCauses } from '../causes/selector-causes.ts';
import { optionalTextCauses } from '../causes/text-causes.ts';
import { claimSpecCauses } from '../storage/claim-causes.ts';
import { PULL_POLICIES } from './container-causes.ts';
import { DISK_CAUSES, requiredCauses, secretNameCauses, type SourceCauses } from './disk-causes.ts';
import { itemsCauses, modeCauses } from './file-causes.ts';
import { backstepCauses } from './path-causes.ts';
import { downwardCauses, projectedCauses } from './projection-causes.ts';

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
const LONGEST_DRIVER = 63;
/** What there is in metadata beside labels and annotations. */
const OWN_METADATA = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

const CAUSES: Readonly<Record<string, SourceCauses>> = {
  ...DISK_CAUSES,
  emptyDir: emptyDirCauses,
  hostPath: hostPathCauses,
  secret: (source, path) => filesCauses(source, 'secretName', path),
  configMap: (source, path) => filesCauses(source, 'name', path),
  nfs: nfsCauses,
  persistentVolumeClaim: (source, path) => requiredCauses(source, ['claimName'], path),
  downwardAPI: downwardCauses,
  projected: projectedCauses,
  csi: driverCauses,
  ephemeral: claimTemplateCauses,
  image: (source, path) => unsupportedCauses(`${path}.pullPolicy`, at(source, 'pullPolicy'), PULL_POLICIES),
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
    ...requiredCauses(source, ['server', 'path'], path),
    ...(place.startsWith('/') ? [] : [invalidCause(`${path}.path`, place, 'must be an absolute path')]),
  ];
}

/** Of a Secret or a ConfigMap, each key may become a file. */
function filesCauses(source: JsonObject, name: string, path: string): readonly StatusCause[] {
  return [
    ...requiredCauses(source, [name], path),
    ...modeCauses(source, 'defaultMode', path),
    ...itemsCauses(source, path),
  ];
}

/** A wrong name of a Secret is told as one of the driver. */
function driverCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const [driver, field] = [textAt(source, 'driver'), `${path}.driver`];
  const secret = at(source, 'nodePublishSecretRef');
  const problems = driver === '' ? [] : subdomainName(driver.toLowerCase());
  return [
    ...requiredCauses(source, ['driver'], path),
    ...(driver.length > LONGEST_DRIVER ? [tooLongCause(field, LONGEST_DRIVER)] : []),
    ...problems.map((problem) => invalidCause(field, driver, problem)),
    ...secretNameCauses(secret, `${path}.nodePublishSecretRef`),
    ...optionalTextCauses(`${path}.name`, textAt(secret, 'name'), subdomainName),
  ];
}

function claimTemplateCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const field = `${path}.volumeClaimTemplate`;
  if (at(source, 'volumeClaimTemplate') === undefined) return [requiredCause(field)];
  const template = objectAt(source, 'volumeClaimTemplate');
  return [
    ...templateMetadataCauses(objectAt(template, 'metadata'), `${field}.metadata`),
    ...claimSpecCauses(objectAt(template, 'spec'), `${field}.spec`),
  ];
}

function templateMetadataCauses(metadata: JsonObject, path: string): readonly StatusCause[] {
  // The words of Go, which splits `UID` in its own way.
  const own = OWN_METADATA.filter((name) => isSet(at(metadata, name))).map((name) =>
    name === 'uid' ? 'uID' : name,
  );
  return [
    ...annotationCauses(objectAt(metadata, 'annotations'), `${path}.annotations`),
    ...labelCauses(objectAt(metadata, 'labels'), `${path}.labels`),
    ...own.map((name) => forbiddenCause(`${path}.${name}`, 'cannot be set')),
  ];
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}
