import type { JsonValue } from '../../../object/json.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause } from '../../field-causes.ts';
import { at, listAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { NOT_NEGATIVE } from './causes/count-causes.ts';

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
