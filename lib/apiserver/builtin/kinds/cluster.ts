import type { JsonValue } from '../../../object/json.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, requiredCause } from '../../field-causes.ts';
import { at, listAt, withAt } from '../../fields.ts';
import { CLAIM_PROTECTION, VOLUME_PROTECTION } from '../../objects/deletion.ts';
import type { KindRules } from '../kind-rules.ts';
import { NOT_NEGATIVE } from './count-causes.ts';
import { immutableCauses } from './selector-causes.ts';

/** Every namespace is found by its own name, and emptied before it goes. */
function completeNamespace(namespace: ApiObject): ApiObject {
  const { name, labels = {} } = namespace.metadata;
  return {
    ...namespace,
    metadata: { ...namespace.metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
  };
}

function createNamespace(namespace: ApiObject): ApiObject {
  const finalizers = listAt(namespace, 'spec', 'finalizers');
  if (finalizers.includes('kubernetes')) return namespace;
  return withAt(namespace, ['spec', 'finalizers'], [...finalizers, 'kubernetes']);
}

export const NAMESPACE_RULES: KindRules = {
  complete: completeNamespace,
  create: createNamespace,
  // Finalizers are the business of the finalize subresource.
  update: (namespace, old) => withAt(namespace, ['spec', 'finalizers'], at(old, 'spec', 'finalizers')),
};

const CLAIM_FIELDS = ['accessModes', 'selector', 'storageClassName', 'volumeMode', 'dataSource'];

/** What the StorageObjectInUseProtection plugin adds. */
function guardedBy(finalizer: string): (obj: ApiObject) => ApiObject {
  return (obj) => {
    const { finalizers = [] } = obj.metadata;
    if (finalizers.includes(finalizer)) return obj;
    return withAt(obj, ['metadata', 'finalizers'], [...finalizers, finalizer]);
  };
}

export const VOLUME_RULES: KindRules = { create: guardedBy(VOLUME_PROTECTION) };

export const CLAIM_RULES: KindRules = {
  create: guardedBy(CLAIM_PROTECTION),
  validate: (obj, old) => [
    ...(listAt(obj, 'spec', 'accessModes').length === 0
      ? [requiredCause('spec.accessModes', 'at least 1 access mode is required')]
      : []),
    ...(at(obj, 'spec', 'resources', 'requests', 'storage') === undefined
      ? [requiredCause('spec.resources[storage]')]
      : []),
    ...CLAIM_FIELDS.flatMap((field) => immutableCauses(obj, old, 'spec', field)),
  ],
};

const UNKNOWN_TO_LEASES = ['preferredHolder', 'strategy'];

/** Leader election that the API server coordinates is off by default, and its fields with it. */
function withoutCoordination(lease: ApiObject): ApiObject {
  return UNKNOWN_TO_LEASES.reduce((rest, name) => {
    const isSet = at(rest, 'spec', name) !== undefined;
    return isSet ? withAt(rest, ['spec', name], undefined) : rest;
  }, lease);
}

export const LEASE_RULES: KindRules = {
  create: withoutCoordination,
  update: withoutCoordination,
  validate: (lease) =>
    ['leaseDurationSeconds', 'leaseTransitions']
      .filter((name) => isTooLittle(at(lease, 'spec', name), name === 'leaseDurationSeconds' ? 1 : 0))
      .map((name) => {
        const why = name === 'leaseDurationSeconds' ? 'must be greater than 0' : NOT_NEGATIVE;
        return invalidCause(`spec.${name}`, at(lease, 'spec', name), why);
      }),
};

function isTooLittle(value: JsonValue | undefined, minimum: number): boolean {
  return typeof value === 'number' && value < minimum;
}

const CLASS_FIELDS = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'];

export const STORAGE_CLASS_RULES: KindRules = {
  validate: (storageClass, old) => CLASS_FIELDS.flatMap((field) => immutableCauses(storageClass, old, field)),
};

export const AUTOSCALER_RULES: KindRules = {
  validate: (scaler) => {
    const minimum = at(scaler, 'spec', 'minReplicas');
    const maximum = at(scaler, 'spec', 'maxReplicas');
    if (typeof maximum !== 'number') return [];
    return [
      ...(typeof minimum === 'number' && minimum < 1
        ? [invalidCause('spec.minReplicas', minimum, 'must be greater than or equal to 1')]
        : []),
      ...(maximum < 1 ? [requiredCause('spec.maxReplicas', 'must be set and greater than 0')] : []),
      ...(typeof minimum === 'number' && minimum > maximum
        ? [invalidCause('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`')]
        : []),
    ];
  },
};
