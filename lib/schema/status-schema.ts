import type { StructuralSchema } from './structural-schema.ts';

/**
 * A condition as Kubernetes has it.
 *
 * @see kubernetes/apimachinery:pkg/apis/meta/v1/types.go Condition
 */
const CONDITION: StructuralSchema = {
  type: 'object',
  properties: {
    lastTransitionTime: { type: 'string', format: 'date-time' },
    message: { type: 'string', maxLength: 32_768 },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    type: {
      type: 'string',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
  },
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
};

/** What every status has, whatever its schema says. */
export const COMMON_STATUS: Readonly<Record<string, StructuralSchema>> = {
  conditions: {
    type: 'array',
    items: CONDITION,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  },
  observedGeneration: { type: 'integer', format: 'int64' },
};

/** The schema of a status, with what every status has unless it says something else about it. */
export function statusSchema(own: StructuralSchema = { type: 'object' }): StructuralSchema {
  return { ...own, properties: { ...COMMON_STATUS, ...own.properties } };
}
