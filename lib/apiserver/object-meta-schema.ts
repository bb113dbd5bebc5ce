import { DEFINITION, type NamedSchema } from './schema/named-schema.ts';
import type { Schema } from './schema.ts';

const TEXT: Schema = { type: 'string' };
const TIME: Schema = { type: 'string', format: 'date-time' };
const TEXTS: Schema = { type: 'object', additionalProperties: TEXT };

const MANAGED_FIELDS_ENTRY: NamedSchema = {
  [DEFINITION]: { name: 'meta.v1.ManagedFieldsEntry', extras: {} },
  type: 'object',
  properties: {
    apiVersion: TEXT,
    fieldsType: TEXT,
    fieldsV1: {
      [DEFINITION]: { name: 'meta.v1.FieldsV1', extras: {} },
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    } as NamedSchema,
    manager: TEXT,
    operation: TEXT,
    subresource: TEXT,
    time: TIME,
  },
};

const OWNER_REFERENCE: NamedSchema = {
  [DEFINITION]: { name: 'meta.v1.OwnerReference', extras: {} },
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  properties: {
    apiVersion: TEXT,
    blockOwnerDeletion: { type: 'boolean' },
    controller: { type: 'boolean' },
    kind: TEXT,
    name: TEXT,
    uid: TEXT,
  },
  'x-kubernetes-map-type': 'atomic',
};

/**
 * The metadata of every object. The built-in kinds have the same from their tables; this one is for custom
 * kinds, whose definitions do without it.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export const OBJECT_META: NamedSchema = {
  [DEFINITION]: { name: 'meta.v1.ObjectMeta', extras: {} },
  type: 'object',
  properties: {
    annotations: TEXTS,
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: { type: 'integer', format: 'int64' },
    deletionTimestamp: TIME,
    finalizers: {
      type: 'array',
      items: TEXT,
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    },
    generateName: TEXT,
    generation: { type: 'integer', format: 'int64' },
    labels: TEXTS,
    managedFields: {
      type: 'array',
      items: MANAGED_FIELDS_ENTRY,
      'x-kubernetes-list-type': 'atomic',
    },
    name: TEXT,
    namespace: TEXT,
    ownerReferences: {
      type: 'array',
      items: OWNER_REFERENCE,
      'x-kubernetes-list-map-keys': ['uid'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-patch-strategy': 'merge',
    },
    resourceVersion: TEXT,
    selfLink: TEXT,
    uid: TEXT,
  },
};
