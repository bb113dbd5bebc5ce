import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { objectAt, textAt, withAt } from '../../../fields.ts';
import { CLAIM_PROTECTION, VOLUME_PROTECTION } from '../../../objects/deletion.ts';
import type { KindRules } from '../../kind-rules.ts';
import { claimSpecCauses } from './claim-causes.ts';
import { claimChangeCauses } from './claim-changes.ts';
import { withSources } from './claim-sources.ts';
import { claimStatusCauses } from './claim-status-causes.ts';
import {
  capacityWarnings,
  claimWarnings,
  driverWarnings,
  persistentVolumeWarnings,
  storageClassWarnings,
} from './storage-warnings.ts';
import { immutableCauses } from '../causes/selector-causes.ts';

/** What the StorageObjectInUseProtection plugin adds. */
function guardedBy(finalizer: string): (obj: ApiObject) => ApiObject {
  return (obj) => {
    const { finalizers = [] } = obj.metadata;
    if (finalizers.includes(finalizer)) return obj;
    return withAt(obj, ['metadata', 'finalizers'], [...finalizers, finalizer]);
  };
}

export const VOLUME_RULES: KindRules = {
  create: guardedBy(VOLUME_PROTECTION),
  warnings: persistentVolumeWarnings,
  status: {},
};

export const CAPACITY_RULES: KindRules = { warnings: capacityWarnings };

export const DRIVER_RULES: KindRules = { warnings: driverWarnings };

const CLASS_FIELDS = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'];

export const STORAGE_CLASS_RULES: KindRules = {
  validate: (storageClass, old) => CLASS_FIELDS.flatMap((field) => immutableCauses(storageClass, old, field)),
  warnings: storageClassWarnings,
};

const guardedClaim = guardedBy(CLAIM_PROTECTION);

function claimCauses(claim: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const spec = objectAt(claim, 'spec');
  if (old === undefined) return claimSpecCauses(spec, 'spec', 'checked');
  return [...claimSpecCauses(spec, 'spec', sourceGroupsAfter(old)), ...claimChangeCauses(claim, old)];
}

/** A group that got in before groups were looked at may stay. */
function sourceGroupsAfter(old: ApiObject): 'checked' | 'trusted' {
  const hadGroup = ['dataSource', 'dataSourceRef'].some(
    (name) => textAt(old, 'spec', name, 'apiGroup') !== '',
  );
  return hadGroup ? 'trusted' : 'checked';
}

function withPhase(claim: ApiObject): ApiObject {
  return textAt(claim, 'status', 'phase') === '' ? withAt(claim, ['status', 'phase'], 'Pending') : claim;
}

export const CLAIM_RULES: KindRules = {
  create: (claim) => withSources(guardedClaim(claim)),
  update: withSources,
  warnings: claimWarnings,
  validate: claimCauses,
  // These rules say all there is to say of it.
  overlooks: () => ['spec'],
  status: { complete: withPhase, validate: claimStatusCauses, overlooks: () => ['status'] },
};
