import type { JsonObject } from '../../../../lib/object/json.ts';
import type { ObjectCase } from './object-cases.ts';

const selector = { matchLabels: { app: 'a' } };
const probe = { httpGet: { path: '/', port: 'web' }, initialDelaySeconds: 1 };
const container = {
  name: 'c',
  image: 'i:1',
  command: ['a', 'ü', ''],
  env: [
    { name: 'A', value: 'b' },
    { name: 'B', valueFrom: { configMapKeyRef: { name: 'm', key: 'k', optional: false } } },
  ],
  ports: [{ containerPort: 80, name: 'web' }],
  resources: { limits: { memory: '1Gi', cpu: '1' }, requests: { cpu: '100m' } },
  readinessProbe: probe,
  livenessProbe: { ...probe, httpGet: { port: 65_535 } },
  securityContext: { privileged: false, runAsUser: 0 },
};
const podSpec = {
  containers: [container],
  restartPolicy: 'Never',
  automountServiceAccountToken: false,
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
  volumes: [
    { name: 'a', emptyDir: {} },
    { name: 'b', projected: { sources: [{ secret: { name: 's' } }, { downwardAPI: {} }] } },
  ],
};
const template = {
  metadata: { labels: { app: 'a' }, annotations: { 'z/z': '', 'a/a': '1' } },
  spec: podSpec,
};

const schema: JsonObject = {
  type: 'object',
  properties: {
    some: {
      type: 'number',
      minimum: -0.5,
      default: 1.5,
      enum: [1.5, 2],
      'x-kubernetes-validations': [{ rule: 'self > 0.0' }],
    },
    list: { type: 'array', items: { type: 'string', maxLength: 9_007_199_254_740_991 } },
    map: { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 0 },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, nullable: true },
  },
};

function ofKind(groupVersion: string, plural: string, kind: string, object: JsonObject): ObjectCase {
  return { groupVersion, plural, kind, object };
}

/** Objects of built-in kinds in the default namespace, that have among them all types of fields. */
export const PROTOBUF_CASES: readonly ObjectCase[] = [
  ofKind('v1', 'configmaps', 'ConfigMap', {
    metadata: { annotations: { 'example.com/empty': '' } },
    data: { b: 'two', a: 'öne', c: '' },
    binaryData: { bytes: 'AP8=', none: '' },
    immutable: false,
  }),
  ofKind('v1', 'secrets', 'Secret', { stringData: { a: 'b' }, type: 'example.com/some' }),
  ofKind('v1', 'pods', 'Pod', { spec: { ...podSpec, terminationGracePeriodSeconds: 0 } }),
  ofKind('v1', 'services', 'Service', {
    spec: { selector: { app: 'a' }, ports: [{ port: 80, targetPort: 'web' }], clusterIP: 'None' },
  }),
  ofKind('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '0.5Gi' } },
      storageClassName: '',
    },
  }),
  ofKind('apps/v1', 'statefulsets', 'StatefulSet', {
    spec: { replicas: 0, selector, template: { ...template, spec: { ...podSpec, restartPolicy: 'Always' } } },
  }),
  ofKind('apps/v1', 'controllerrevisions', 'ControllerRevision', {
    data: { a: [1, { b: null }], c: 'd' },
    revision: 9_007_199_254_740_991,
  }),
  ofKind('batch/v1', 'cronjobs', 'CronJob', {
    spec: { schedule: '* * * * *', suspend: true, jobTemplate: { spec: { template } } },
  }),
  ofKind('coordination.k8s.io/v1', 'leases', 'Lease', {
    spec: { renewTime: '2024-01-02T03:04:05.000006Z', acquireTime: '1969-12-31T23:59:59.999999Z' },
  }),
  ofKind('events.k8s.io/v1', 'events', 'Event', {
    metadata: { namespace: 'default' },
    eventTime: '2024-01-02T03:04:05.678900Z',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'Tested',
    reason: 'Tested',
    type: 'Normal',
    regarding: { kind: 'ConfigMap', name: 'one', namespace: 'default' },
  }),
  ofKind('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', {
    spec: { podSelector: {}, ingress: [{}], egress: [{ ports: [{ port: 53, endPort: 54 }] }] },
  }),
  ofKind('rbac.authorization.k8s.io/v1', 'roles', 'Role', { rules: null }),
  ofKind('apiextensions.k8s.io/v1', 'customresourcedefinitions', 'CustomResourceDefinition', {
    metadata: { name: 'goldens.protobuf.example.com' },
    spec: {
      group: 'protobuf.example.com',
      scope: 'Cluster',
      names: { plural: 'goldens', kind: 'Golden' },
      versions: [{ name: 'v1', served: false, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  }),
];
