import { createHash } from 'node:crypto';

import type { ResourceDefinition } from '../resource-definition.ts';

/** Built-in kinds that are stored in another version, or another group, than the one that they are served in. */
const STORED_AS: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1/MutatingAdmissionPolicy':
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding':
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicyBinding',
  'apiextensions.k8s.io/v1/CustomResourceDefinition': 'apiextensions.k8s.io/v1beta1/CustomResourceDefinition',
  'autoscaling/v1/HorizontalPodAutoscaler': 'autoscaling/v2/HorizontalPodAutoscaler',
  'events.k8s.io/v1/Event': '/v1/Event',
};

/**
 * By it clients see whether the version that objects are stored in has changed. Undefined for what is not stored.
 *
 * @see kubernetes/apiserver:pkg/endpoints/discovery/storageversionhash.go (StorageVersionHash)
 */
export function storageVersionHash(definition: ResourceDefinition): string | undefined {
  const { group, version, storageVersion = version, kind, verbs } = definition;
  if (!verbs.includes('list')) return undefined;
  const served = `${group}/${storageVersion}/${kind}`;
  const stored = STORED_AS[served] ?? served;
  return createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
}
