import { isDeepStrictEqual } from 'node:util';

import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { annotationWarnings } from '../causes/annotation-warnings.ts';
import { labelDeprecations, requirementWarnings } from '../causes/node-label-warnings.ts';
import { fractionWarnings } from '../pods/fraction-warnings.ts';
import { persistentPluginWarnings } from '../pods/volume-warnings.ts';
import { CLASS_ANNOTATION } from './claim-changes.ts';

const ANNOTATIONS = ['metadata', 'annotations'] as const;

const CLAIM_ANNOTATIONS = {
  [CLASS_ANNOTATION]: 'deprecated since v1.8; use "storageClassName" attribute instead',
};

const VOLUME_ANNOTATIONS = {
  ...CLAIM_ANNOTATIONS,
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** @see kubernetes/kubernetes:pkg/api/persistentvolumeclaim/util.go (GetWarningsForPersistentVolumeClaim) */
export function claimWarnings(claim: ApiObject): readonly string[] {
  return [
    ...annotationWarnings(objectAt(claim, ...ANNOTATIONS), CLAIM_ANNOTATIONS, ANNOTATIONS.join('.')),
    ...fractionWarnings(objectAt(claim, 'spec', 'resources'), 'spec.resources', 'claim'),
  ];
}

/** @see kubernetes/kubernetes:pkg/api/persistentvolume/util.go */
export function persistentVolumeWarnings(volume: ApiObject): readonly string[] {
  const terms = 'spec.nodeAffinity.required.nodeSelectorTerms';
  return [
    ...annotationWarnings(objectAt(volume, ...ANNOTATIONS), VOLUME_ANNOTATIONS, ANNOTATIONS.join('.')),
    ...(textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...listAt(volume, ...terms.split('.')).flatMap((term, index) =>
      requirementWarnings(listAt(term, 'matchExpressions'), `${terms}[${index}].matchExpressions`),
    ),
    ...persistentPluginWarnings(objectAt(volume, 'spec'), 'spec'),
  ];
}

/** @see kubernetes/kubernetes:pkg/api/storage/util.go */
export function storageClassWarnings(storageClass: ApiObject): readonly string[] {
  return listAt(storageClass, 'allowedTopologies').flatMap((topology, index) =>
    listAt(topology, 'matchLabelExpressions').flatMap((expression, place) =>
      labelDeprecations(textAt(expression, 'key')).map(
        (text) => `allowedTopologies[${index}].matchLabelExpressions[${place}].key: ${text}`,
      ),
    ),
  );
}

/** The same for where a driver has room. */
export function capacityWarnings(capacity: ApiObject): readonly string[] {
  const path = 'nodeTopology';
  const topology = objectAt(capacity, path);
  return [
    ...requirementWarnings(listAt(topology, 'matchExpressions'), `${path}.matchExpressions`),
    ...Object.keys(objectAt(topology, 'matchLabels')).flatMap((label) =>
      labelDeprecations(label).map((text) => `${path}.matchLabels.${label}: ${text}`),
    ),
  ];
}

/** Tokens that a driver asks for may end up in logs. */
export function driverWarnings(driver: ApiObject, old: ApiObject | undefined): readonly string[] {
  const tokens = listAt(driver, 'spec', 'tokenRequests');
  const isSaid = at(driver, 'spec', 'serviceAccountTokenInSecrets') !== undefined;
  if (tokens.length === 0 || isSaid || isDeepStrictEqual(tokens, listAt(old, 'spec', 'tokenRequests')))
    return [];
  return [
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
  ];
}
