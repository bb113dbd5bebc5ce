import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { Comparison } from './comparison.ts';
import { difference, isEmptySet, MEMBER, recursiveDifference, type FieldSet } from './field-set.ts';
import type { ManagerName } from './managers.ts';

/** Metadata that is nobody's. @see kubernetes/apimachinery:pkg/util/managedfields/internal/stripmeta.go */
const NOBODYS: FieldSet = {
  'f:apiVersion': MEMBER,
  'f:kind': MEMBER,
  'f:metadata': {
    '.': MEMBER,
    'f:clusterName': MEMBER,
    'f:creationTimestamp': MEMBER,
    'f:generation': MEMBER,
    'f:managedFields': MEMBER,
    'f:name': MEMBER,
    'f:namespace': MEMBER,
    'f:resourceVersion': MEMBER,
    'f:selfLink': MEMBER,
    'f:uid': MEMBER,
  },
};

const STATUS: FieldSet = { 'f:status': MEMBER };
const SPEC: FieldSet = { 'f:spec': MEMBER };
const SPEC_AND_METADATA: FieldSet = { 'f:metadata': MEMBER, 'f:spec': MEMBER };
const SPEC_AND_LABELS: FieldSet = { 'f:metadata': { 'f:labels': MEMBER }, 'f:spec': MEMBER };

/** Kinds whose status writes more than the spec cannot change. */
const STATUS_RESETS: Readonly<Record<string, FieldSet>> = {
  'deployments.apps': SPEC_AND_LABELS,
  'customresourcedefinitions.apiextensions.k8s.io': SPEC_AND_METADATA,
};

/** Without what no manager owns. */
export function ownable(fields: FieldSet): FieldSet {
  return difference(fields, NOBODYS);
}

/**
 * What a manager sees of a change. Custom resources say only in the version of the request that it cannot change the
 * status: who owns fields in another version sees all that was sent.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/registry/customresource/strategy.go (GetResetFields)
 */
export function inScopeOf(
  definition: ResourceDefinition,
  writer: ManagerName,
  manager: ManagerName,
  comparison: Comparison,
): Comparison {
  if (isElsewhere(definition, writer, manager)) return comparison;
  const { changed, removed } = comparison;
  const within = (fields: FieldSet): FieldSet => inScope(definition, writer.subresource, fields);
  return { changed: within(changed), removed: within(removed) };
}

/** Whether a manager owns fields of a custom resource in another version than the one that it is written in. */
export function isElsewhere(
  { custom }: ResourceDefinition,
  writer: ManagerName,
  { apiVersion }: ManagerName,
): boolean {
  return custom && writer.subresource === '' && apiVersion !== writer.apiVersion;
}

/**
 * Of some fields those that a write to this subresource can change; the server puts the others back.
 *
 * @param subresource empty for the object itself.
 */
export function inScope(definition: ResourceDefinition, subresource: string, fields: FieldSet): FieldSet {
  if (subresource !== 'status') return definition.status ? recursiveDifference(fields, STATUS) : fields;
  if (!definition.custom) return recursiveDifference(fields, STATUS_RESETS[collectionOf(definition)] ?? SPEC);
  const status = fields['f:status'];
  return status === undefined || isEmptySet(fields) ? {} : { 'f:status': status };
}
