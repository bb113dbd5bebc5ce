import type { JsonObject } from '../../../lib/object/json.ts';

/** The group that topics share for kinds of their own. */
export const GROUP = 'kinds.conformance.example.com';
export const CUSTOM = `${GROUP}/v1`;

export interface DefinitionOptions {
  readonly group?: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  /** The version's further fields, such as its subresources. */
  readonly version?: JsonObject;
}

/** A definition of one version. */
export function definition(
  plural: string,
  kind: string,
  schema: JsonObject,
  { group = GROUP, scope = 'Namespaced', version = {} }: DefinitionOptions = {},
): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version },
      ],
    },
  };
}

const THING: JsonObject = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1 },
        color: { type: 'string', default: 'red' },
        inner: { type: 'object', properties: { a: { type: 'string' } } },
        list: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: {
      type: 'object',
      properties: { ready: { type: 'boolean' }, observedGeneration: { type: 'integer' } },
    },
  },
};

const COLUMNS = [
  { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
  { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1, description: 'what it looks like' },
  { name: 'Ready', type: 'boolean', jsonPath: '.status.ready' },
  { name: 'First', type: 'string', jsonPath: '.spec.list[0].name' },
  { name: 'All', type: 'string', jsonPath: '.spec.list[*].name' },
  { name: 'Free', type: 'string', jsonPath: '.spec.free' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

/** `things` with a status, in namespaces; `places` without, in none. */
export const KINDS_DEFINITIONS: readonly JsonObject[] = [
  definition('things', 'Thing', THING, {
    version: {
      subresources: { status: {} },
      additionalPrinterColumns: COLUMNS,
      selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }],
    },
  }),
  definition('places', 'Place', THING, { scope: 'Cluster' }),
];
