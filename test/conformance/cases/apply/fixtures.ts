import type { JsonObject, JsonValue } from '../../../../lib/object/json.ts';
import type { RequestStep } from '../../step.ts';
import { configMap, core, get, grouped, patch, post } from '../../steps.ts';
import type { Extra } from '../../steps.ts';

/** A kind with every sort of list and map. */
export const SHAPES: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'shapes.apply.example.com' },
  spec: {
    group: 'apply.example.com',
    scope: 'Namespaced',
    names: { plural: 'shapes', kind: 'Shape' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
      schema: { openAPIV3Schema: shapeSchema() },
    })),
  },
};

function shapeSchema(): JsonObject {
  const text = { type: 'string' };
  const texts = { type: 'array', items: text };
  const entry = {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      zone: { type: 'string', default: 'here' },
      value: text,
      nested: { type: 'object', properties: { a: text, b: text } },
    },
  };
  const keyed = {
    type: 'array',
    items: entry,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'zone'],
  };
  return {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', default: 3 },
          replicas: { type: 'integer' },
          text,
          either: { 'x-kubernetes-int-or-string': true },
          flag: { type: 'boolean' },
          ratio: { type: 'number' },
          nullable: { type: 'string', nullable: true },
          when: { type: 'string', format: 'date-time' },
          atomicList: texts,
          tags: { ...texts, 'x-kubernetes-list-type': 'set' },
          numbers: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
          entries: keyed,
          struct: {
            type: 'object',
            properties: { a: text, b: text, deep: { type: 'object', properties: { c: text } } },
          },
          atomicStruct: {
            type: 'object',
            properties: { a: text, b: text },
            'x-kubernetes-map-type': 'atomic',
          },
          map: { type: 'object', additionalProperties: text },
          maps: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { a: text, b: text } },
          },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          partly: {
            type: 'object',
            properties: { known: { type: 'object', properties: { a: text } } },
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
      status: {
        type: 'object',
        properties: {
          replicas: { type: 'integer' },
          phase: text,
          conditions: {
            type: 'array',
            items: {
              type: 'object',
              required: ['type'],
              properties: { type: text, status: text, reason: text },
            },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['type'],
          },
        },
      },
    },
  };
}

const MAPS = core('configmaps', '/one');
const SHAPE = grouped('apply.example.com/v1', 'shapes', '/one');
const DEPLOYMENT = grouped('apps/v1', 'deployments', '/one');

function query(manager: string, more: string): string {
  return `?fieldManager=${manager}${more}`;
}

/** Applies the config map `one`. */
export function applyMap(manager: string, rest: JsonObject, more = '', extra: Extra = {}): RequestStep {
  return patch('apply', MAPS + query(manager, more), configMap('one', rest), extra);
}

export function shape(rest: JsonObject = {}, version = 'v1'): JsonObject {
  const { metadata, ...others } = rest;
  return {
    apiVersion: `apply.example.com/${version}`,
    kind: 'Shape',
    metadata: { name: 'one', ...(metadata as JsonObject) },
    ...others,
  };
}

/** Applies the custom resource `one` with this spec. */
export function applyShape(manager: string, spec: JsonObject, more = '', extra: Extra = {}): RequestStep {
  return patch('apply', SHAPE + query(manager, more), shape({ spec }), extra);
}

export function applyShapeStatus(manager: string, status: JsonObject, more = ''): RequestStep {
  return patch('apply', `${SHAPE}/status${query(manager, more)}`, shape({ status }));
}

export function createShape(spec: JsonObject, manager = 'creator'): RequestStep {
  return post(`${grouped('apply.example.com/v1', 'shapes')}${query(manager, '')}`, shape({ spec }));
}

export function getShape(): RequestStep {
  return get(SHAPE);
}

export function mergeShape(manager: string, body: JsonValue, below = ''): RequestStep {
  return patch('merge', SHAPE + below + query(manager, ''), body);
}

export function deployment(
  spec: JsonObject = {},
  container: JsonObject = {},
  more: JsonObject = {},
): JsonObject {
  const labels = { app: 'one' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one', ...more },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i', ...container }] } },
      ...spec,
    },
  };
}

/** Applies the deployment `one`. What its controller does meanwhile is hidden: it has no replicas. */
export function applyDeployment(manager: string, body: JsonObject, more = ''): RequestStep {
  return patch('apply', DEPLOYMENT + query(manager, more), body, { hide: CONTROLLED });
}

/** What a real cluster's deployment controller writes at its own pace. */
export const CONTROLLED: readonly string[] = ['status', 'metadata.resourceVersion', 'metadata.annotations'];

export const paths: { readonly map: string; readonly shape: string; readonly deployment: string } = {
  map: MAPS,
  shape: SHAPE,
  deployment: DEPLOYMENT,
};
