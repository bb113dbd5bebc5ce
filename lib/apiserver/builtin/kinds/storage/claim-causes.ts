import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { labelName, subdomainName } from '../../../objects/names.ts';
import { exactQuantity } from '../../quantity.ts';
import { labelSelectorCauses } from '../causes/selector-causes.ts';
import { optionalTextCauses } from '../causes/text-causes.ts';

const ALONE = 'ReadWriteOncePod';
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', ALONE];
const VOLUME_MODES = ['Block', 'Filesystem'];
const CLAIM = 'PersistentVolumeClaim';

/** Whether the groups of data sources are looked at. */
export type SourceGroups = 'checked' | 'trusted';

/**
 * Causes of what a claim asks for.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimSpec)
 */
export function claimSpecCauses(
  spec: JsonObject,
  path: string,
  groups: SourceGroups = 'checked',
): readonly StatusCause[] {
  return [
    ...accessModeCauses(listAt(spec, 'accessModes'), `${path}.accessModes`),
    ...labelSelectorCauses(objectAt(spec, 'selector'), `${path}.selector`),
    ...sizeCauses(spec, `${path}.resources[storage]`),
    ...['storageClassName', 'volumeAttributesClassName'].flatMap((name) =>
      optionalTextCauses(`${path}.${name}`, textAt(spec, name), subdomainName),
    ),
    ...unsupportedCauses(`${path}.volumeMode`, at(spec, 'volumeMode'), VOLUME_MODES),
    ...['dataSource', 'dataSourceRef'].flatMap((name) =>
      at(spec, name) === undefined ? [] : sourceCauses(objectAt(spec, name), `${path}.${name}`, groups),
    ),
    ...sourcePairCauses(spec, path),
  ];
}

function accessModeCauses(modes: readonly JsonValue[], field: string): readonly StatusCause[] {
  if (modes.length === 0) return [requiredCause(field, 'at least 1 access mode is required')];
  const texts = modes.map((mode) => textAt({ mode }, 'mode'));
  const known = texts.filter((mode) => ACCESS_MODES.includes(mode));
  const isMixed = known.includes(ALONE) && known.some((mode) => mode !== ALONE);
  return [
    ...texts.flatMap((mode) => unsupportedCauses(field, mode, ACCESS_MODES)),
    ...(isMixed ? [forbiddenCause(field, `may not use ${ALONE} with other access modes`)] : []),
  ];
}

function sizeCauses(spec: JsonObject, field: string): readonly StatusCause[] {
  const path = ['resources', 'requests', 'storage'];
  if (at(spec, ...path) === undefined) return [requiredCause(field)];
  const size = textAt(spec, ...path);
  return (exactQuantity(size) ?? 0n) > 0n ? [] : [invalidCause(field, size, 'must be greater than zero')];
}

function sourceCauses(source: JsonObject, field: string, groups: SourceGroups): readonly StatusCause[] {
  const [kind, group] = [textAt(source, 'kind'), textAt(source, 'apiGroup')];
  return [
    ...['name', 'kind']
      .filter((name) => textAt(source, name) === '')
      .map((name) => requiredCause(`${field}.${name}`)),
    ...(group === '' && kind !== CLAIM
      ? [invalidCause(field, kind, `must be '${CLAIM}' when referencing the default apiGroup`)]
      : []),
    ...(groups === 'checked' ? optionalTextCauses(`${field}.apiGroup`, group, subdomainName) : []),
    ...optionalTextCauses(`${field}.namespace`, textAt(source, 'namespace'), labelName),
  ];
}

/** What the newer of two fields says, the older one says as well, or nothing where it cannot. */
function sourcePairCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource === undefined || dataSourceRef === undefined) return [];
  if (textAt(dataSourceRef, 'namespace') !== '')
    return [invalidCause(path, {}, 'may not be specified when dataSourceRef.namespace is specified')];
  const isSame =
    at(dataSource, 'apiGroup') === at(dataSourceRef, 'apiGroup') &&
    ['kind', 'name'].every((name) => textAt(dataSource, name) === textAt(dataSourceRef, name));
  return isSame ? [] : [invalidCause(path, {}, 'must match dataSourceRef')];
}
