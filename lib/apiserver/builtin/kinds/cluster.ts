import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
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

const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';

/** What the StorageObjectInUseProtection plugin adds. */
function protectedClaim(claim: ApiObject): ApiObject {
  const { finalizers = [] } = claim.metadata;
  if (finalizers.includes(CLAIM_PROTECTION)) return claim;
  return withAt(claim, ['metadata', 'finalizers'], [...finalizers, CLAIM_PROTECTION]);
}

export const CLAIM_RULES: KindRules = {
  create: protectedClaim,
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

/** Rules for ingress always hold; rules for egress only where there are some. */
function completePolicy(policy: ApiObject): ApiObject {
  if (listAt(policy, 'spec', 'policyTypes').length > 0) return policy;
  const types = listAt(policy, 'spec', 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return withAt(policy, ['spec', 'policyTypes'], types);
}

export const NETWORK_POLICY_RULES: KindRules = { complete: completePolicy };

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

function pathCauses(path: JsonValue, field: string): readonly StatusCause[] {
  const type = textAt(path, 'pathType');
  const text = textAt(path, 'path');
  return [
    ...(type === '' ? [requiredCause(`${field}.pathType`, 'pathType must be specified')] : []),
    ...(type === '' || PATH_TYPES.includes(type)
      ? []
      : [notSupportedCause(`${field}.pathType`, type, PATH_TYPES)]),
    ...(text !== '' && !text.startsWith('/')
      ? [invalidCause(`${field}.path`, text, 'must be an absolute path')]
      : []),
  ];
}

function ingressCauses(ingress: ApiObject): readonly StatusCause[] {
  const rules = listAt(ingress, 'spec', 'rules');
  if (rules.length === 0 && at(ingress, 'spec', 'defaultBackend') === undefined)
    return [invalidCause('spec', null, 'either `defaultBackend` or `rules` must be specified')];
  return rules.flatMap((rule, index) =>
    listAt(rule, 'http', 'paths').flatMap((path, position) =>
      pathCauses(path, `spec.rules[${index}].http.paths[${position}]`),
    ),
  );
}

export const INGRESS_RULES: KindRules = { validate: ingressCauses };

/** The group that a subject's kind belongs to is known. */
function completeSubject(subject: JsonValue): JsonObject {
  const known = objectAt({ subject }, 'subject');
  if (textAt(known, 'kind') === 'ServiceAccount' || textAt(known, 'apiGroup') !== '') return known;
  return { ...known, apiGroup: 'rbac.authorization.k8s.io' };
}

function roleRefCause({ message = '', ...cause }: StatusCause): StatusCause {
  return { ...cause, message: message.replace('field is immutable', 'cannot change roleRef') };
}

export const BINDING_RULES: KindRules = {
  complete: (binding) => {
    const subjects = listAt(binding, 'subjects').map(completeSubject);
    return subjects.length === 0 ? binding : { ...binding, subjects };
  },
  validate: (obj, old) => immutableCauses(obj, old, 'roleRef').map(roleRefCause),
};

/** Roles say what they allow, even if that is nothing. */
export const ROLE_RULES: KindRules = {
  complete: (role) => (at(role, 'rules') === undefined ? { ...role, rules: null } : role),
};

export const LEASE_RULES: KindRules = {
  validate: (lease) =>
    ['leaseDurationSeconds', 'leaseTransitions']
      .filter((name) => isTooLittle(at(lease, 'spec', name), name === 'leaseDurationSeconds' ? 1 : 0))
      .map((name) => {
        const why =
          name === 'leaseDurationSeconds' ? 'must be greater than 0' : 'must be greater than or equal to 0';
        return invalidCause(`spec.${name}`, at(lease, 'spec', name), why);
      }),
};

function isTooLittle(value: JsonValue | undefined, minimum: number): boolean {
  return typeof value === 'number' && value < minimum;
}

/** @see kubernetes/kubernetes:pkg/apis/policy/validation/validation.go */
export const DISRUPTION_BUDGET_RULES: KindRules = {
  validate: (budget) => {
    const { minAvailable, maxUnavailable } = objectAt(budget, 'spec');
    if (minAvailable === undefined || maxUnavailable === undefined) return [];
    const why = 'minAvailable and maxUnavailable cannot be both set';
    return [invalidCause('spec', objectAt(budget, 'spec'), why)];
  },
};

export const AUTOSCALER_RULES: KindRules = {
  validate: (scaler) => {
    const minimum = at(scaler, 'spec', 'minReplicas');
    const maximum = at(scaler, 'spec', 'maxReplicas');
    if (typeof maximum !== 'number') return [];
    return [
      ...(maximum < 1 ? [invalidCause('spec.maxReplicas', maximum, 'must be greater than 0')] : []),
      ...(typeof minimum === 'number' && minimum > maximum
        ? [invalidCause('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`')]
        : []),
    ];
  },
};
