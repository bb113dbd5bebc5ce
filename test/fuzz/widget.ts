import type { JsonObject } from '../../lib/object/json.ts';

const GROUP = 'fuzz.example.com';
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const pair = { type: 'object', properties: { a: text, b: text } };

const entry = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    zone: { type: 'string', default: 'here' },
    value: { type: 'integer', minimum: 0 },
    nested: pair,
  },
};

const spec = {
  type: 'object',
  required: ['mode'],
  properties: {
    mode: { type: 'string', enum: ['on', 'off'] },
    size: { type: 'integer', default: 3, minimum: 1, maximum: 9 },
    replicas: { type: 'integer', minimum: 0 },
    ratio: { type: 'number', multipleOf: 0.5 },
    flag: { type: 'boolean', default: false },
    code: { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 4 },
    when: { type: 'string', format: 'date-time' },
    either: { 'x-kubernetes-int-or-string': true },
    nullable: { type: 'string', nullable: true, default: 'none' },
    defaulted: {
      type: 'object',
      default: {},
      properties: { a: { type: 'string', default: 'x' }, b: text },
    },
    atomicList: { ...texts, maxItems: 3 },
    tags: { ...texts, 'x-kubernetes-list-type': 'set' },
    entries: {
      type: 'array',
      items: entry,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'zone'],
    },
    atomicStruct: { ...pair, 'x-kubernetes-map-type': 'atomic' },
    map: { type: 'object', additionalProperties: text, maxProperties: 2 },
    maps: { type: 'object', additionalProperties: pair },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    partly: {
      type: 'object',
      properties: { known: pair },
      'x-kubernetes-preserve-unknown-fields': true,
    },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    choice: {
      type: 'object',
      properties: { a: text, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
  'x-kubernetes-validations': [
    { rule: '!has(self.replicas) || self.replicas <= self.size', message: 'replicas must not exceed size' },
  ],
};

const status = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    phase: text,
    conditions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'status'],
        properties: { type: text, status: text, reason: text },
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    },
  },
};

function definition(kind: string, plural: string, versions: readonly JsonObject[]): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase() },
      versions,
    },
  };
}

/** A kind whose schema has something of everything, in two versions, with status and scale. */
const WIDGETS: JsonObject = definition(
  'Widget',
  'widgets',
  ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
    selectableFields: [{ jsonPath: '.spec.mode' }, { jsonPath: '.spec.size' }],
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
  })),
);

/** A kind without subresources, whose status is a field like any other, and that keeps what it does not know. */
const GADGETS: JsonObject = definition('Gadget', 'gadgets', [
  {
    name: 'v1',
    served: true,
    storage: true,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: {
          spec: {
            type: 'object',
            properties: { a: text, list: { type: 'array', items: { type: 'integer' } } },
          },
        },
      },
    },
  },
]);

/** The custom kinds that both servers get before the first step. */
export const FUZZED_DEFINITIONS: readonly JsonObject[] = [WIDGETS, GADGETS];
