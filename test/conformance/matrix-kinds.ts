import type { JsonObject, JsonValue } from '../../lib/object/json.ts';

/** A kind that stands for its class: none of a real cluster's controllers writes its objects. */
export interface MatrixKind {
  readonly name: string;
  /** The path of the collection. */
  readonly collection: string;
  readonly object: JsonObject;
  /** The fields that an update changes, as a merge patch; a strategic one means the same. */
  readonly change: JsonObject;
  /** The same as operations of a JSON patch. */
  readonly operations: readonly JsonValue[];
  /** A status that its schema allows, where it has one. */
  readonly status?: JsonObject;
}

const GROUP = 'matrix.conformance.example.com';

function object(apiVersion: string, kind: string, rest: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: 'one-<id>', labels: { case: '<id>' } }, ...rest };
}

export const MATRIX_KINDS: readonly MatrixKind[] = [
  {
    name: 'core',
    collection: '/api/v1/namespaces/<ns>/services',
    object: object('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ name: 'web', port: 80 }] } }),
    change: {
      metadata: { annotations: { a: '1' } },
      spec: { ports: [{ name: 'web', port: 80, appProtocol: 'http' }] },
    },
    operations: [{ op: 'add', path: '/spec/ports/0/appProtocol', value: 'http' }],
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Made',
          message: '',
          lastTransitionTime: '2020-01-01T00:00:00Z',
        },
      ],
    },
  },
  {
    name: 'grouped',
    collection: '/apis/networking.k8s.io/v1/namespaces/<ns>/ingresses',
    object: object('networking.k8s.io/v1', 'Ingress', {
      spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    }),
    change: { metadata: { annotations: { a: '1' } }, spec: { ingressClassName: 'other' } },
    operations: [{ op: 'replace', path: '/spec/defaultBackend/service/name', value: 'other' }],
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
  },
  {
    name: 'cluster-scoped',
    collection: '/apis/networking.k8s.io/v1/ingressclasses',
    object: object('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/one' } }),
    change: {
      metadata: { annotations: { a: '1' } },
      spec: { parameters: { kind: 'Settings', name: 'x', scope: 'Cluster' } },
    },
    operations: [{ op: 'add', path: '/metadata/labels/b', value: '2' }],
    status: { phase: 'none' },
  },
  {
    name: 'custom',
    collection: `/apis/${GROUP}/v1/namespaces/<ns>/gadgets`,
    object: object(`${GROUP}/v1`, 'Gadget', { spec: { size: 1 }, status: { phase: 'first' } }),
    change: { metadata: { annotations: { a: '1' } }, spec: { size: 2 } },
    operations: [{ op: 'replace', path: '/spec/size', value: 2 }],
    status: { phase: 'ready' },
  },
  {
    name: 'custom with status',
    collection: `/apis/${GROUP}/v1/namespaces/<ns>/widgets`,
    object: object(`${GROUP}/v1`, 'Widget', { spec: { size: 1 }, status: { phase: 'first' } }),
    change: { metadata: { annotations: { a: '1' } }, spec: { size: 2 } },
    operations: [{ op: 'replace', path: '/spec/size', value: 2 }],
    status: { phase: 'ready', replicas: 2 },
  },
];

function definition(plural: string, kind: string, subresources: JsonObject): JsonObject {
  const fields = {
    size: { type: 'integer', minimum: 1 },
    replicas: { type: 'integer' },
    color: { type: 'string', default: 'red' },
  };
  const status = { phase: { type: 'string' }, replicas: { type: 'integer' }, selector: { type: 'string' } };
  const properties = {
    spec: { type: 'object', required: ['size'], properties: fields },
    status: { type: 'object', properties: status },
  };
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources }],
    },
  };
}

const SCALE = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};

export const MATRIX_DEFINITIONS: readonly JsonObject[] = [
  definition('gadgets', 'Gadget', {}),
  definition('widgets', 'Widget', { status: {}, scale: SCALE }),
];
