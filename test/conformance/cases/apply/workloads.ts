import type { JsonObject } from '../../../../lib/object/json.ts';
import { core, get, grouped, patch, post, put } from '../../steps.ts';
import type { Step } from '../../step.ts';
import { applyDeployment, CONTROLLED, deployment, paths } from './fixtures.ts';

const hide = CONTROLLED;
/** Ports that a server chooses by chance. */
const NODE_PORTS = ['spec.ports.*.nodePort'];
const SERVICE = core('services', '/one');

function service(spec: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' }, spec };
}

const POD_SPEC: JsonObject = {
  containers: [
    {
      name: 'c',
      image: 'i:1',
      env: [{ name: 'A', value: '1' }],
      ports: [{ containerPort: 80, name: 'http' }],
      resources: { limits: { cpu: '1', memory: '1Gi' } },
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
      livenessProbe: { httpGet: { path: '/', port: 80 } },
    },
  ],
  volumes: [
    { name: 'v', emptyDir: {} },
    { name: 'm', configMap: { name: 'x' } },
  ],
  tolerations: [{ key: 'k', operator: 'Exists' }],
  nodeSelector: { a: 'b' },
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'k', operator: 'Exists' }] } },
      ],
    },
  },
  imagePullSecrets: [{ name: 's' }],
};

/** Built-in kinds, whose fields Go's structs bring along. */
export const workloadCases: Readonly<Record<string, readonly Step[]>> = {
  'applies a deployment and shares it': [
    applyDeployment(
      'alice',
      deployment({ replicas: 0 }, { env: [{ name: 'E', value: '1' }], ports: [{ containerPort: 80 }] }),
    ),
    applyDeployment('bob', deployment({}, { env: [{ name: 'F', value: '1' }] }, { labels: { l: '1' } })),
    applyDeployment('bob', deployment({ replicas: 1 }, { image: 'other' })),
    applyDeployment(
      'bob',
      deployment({}, { ports: [{ containerPort: 80, protocol: 'UDP' }, { containerPort: 90 }] }),
    ),
    applyDeployment('alice', deployment({ replicas: 0 }, {})),
    applyDeployment('alice', deployment({ replicas: 0, strategy: { type: 'Recreate' } }, {})),
    applyDeployment('alice', deployment({ replicas: 0 }, { resources: { limits: { cpu: '1' } } })),
  ],
  'replaces what stands several times in a list that is there': [
    post(
      grouped('apps/v1', 'deployments', '?fieldManager=creator'),
      deployment(
        { replicas: 0 },
        { env: ['A', 'B', 'A', 'C', 'B'].map((name, index) => ({ name, value: String(index) })) },
      ),
      { hide },
    ),
    applyDeployment('alice', deployment({ replicas: 0 }, { env: [{ name: 'C' }, { name: 'A' }] })),
    applyDeployment(
      'alice',
      deployment({ replicas: 0 }, { env: [{ name: 'B', value: 'x' }, { name: 'D' }] }),
    ),
    applyDeployment('alice', deployment({ replicas: 0 }, {})),
  ],
  'tracks a create and updates of a deployment': [
    post(
      `${grouped('apps/v1', 'deployments')}?fieldManager=one`,
      {
        ...deployment({ replicas: 0 }, {}, { labels: { l: '1' } }),
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: 'one' } },
          template: { metadata: { labels: { app: 'one' }, annotations: { a: 'b' } }, spec: POD_SPEC },
        },
      },
      { hide },
    ),
    patch(
      'merge',
      `${paths.deployment}?fieldManager=two`,
      { spec: { paused: true, strategy: { type: 'Recreate', rollingUpdate: null } } },
      { hide },
    ),
    patch(
      'strategic',
      `${paths.deployment}?fieldManager=two`,
      {
        spec: {
          template: {
            spec: { containers: [{ name: 'c', image: 'i:2' }], securityContext: { runAsUser: 1 } },
          },
        },
      },
      { hide },
    ),
    patch(
      'strategic',
      `${paths.deployment}?fieldManager=three`,
      { spec: { template: { spec: { containers: [{ name: 'd', image: 'i:3' }] } } } },
      { hide },
    ),
    patch(
      'merge',
      `${paths.deployment}?fieldManager=three`,
      { spec: { template: { spec: { volumes: null, containers: [{ name: 'd', image: 'i:3' }] } } } },
      { hide },
    ),
  ],
  'scales a deployment below a manager': [
    applyDeployment('alice', deployment({ replicas: 0 })),
    put(
      `${paths.deployment}/scale?fieldManager=bob`,
      {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one', namespace: '<ns>' },
        spec: { replicas: 1 },
      },
      { hide },
    ),
    get(paths.deployment, { hide: [...hide, 'metadata.managedFields.*.time'], quiet: true }),
    applyDeployment('alice', deployment({ replicas: 0 })),
    applyDeployment('alice', deployment({})),
    patch(
      'apply',
      `${paths.deployment}/scale?fieldManager=carol&force=true`,
      {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one', namespace: '<ns>' },
        spec: { replicas: 0 },
      },
      { hide },
    ),
  ],
  'tracks what a service was sent, not what it was given': [
    post(
      `${core('services')}?fieldManager=one`,
      service({ selector: { a: 'b' }, ports: [{ port: 80 }, { port: 81, name: 'x', targetPort: 'y' }] }),
      { quiet: true },
    ),
    post(
      `${core('services')}?fieldManager=one`,
      service({
        selector: { a: 'b' },
        ports: [
          { port: 80, name: 'h' },
          { port: 81, name: 'x', targetPort: 'y' },
        ],
      }),
    ),
    patch(
      'apply',
      `${SERVICE}?fieldManager=alice`,
      service({ ports: [{ port: 80, name: 'h', targetPort: 8080 }] }),
    ),
    patch(
      'apply',
      `${SERVICE}?fieldManager=alice&force=true`,
      service({ ports: [{ port: 80, name: 'h', targetPort: 8080 }], type: 'NodePort' }),
      { hide: NODE_PORTS },
    ),
    patch(
      'merge',
      `${SERVICE}?fieldManager=two`,
      { spec: { sessionAffinity: 'ClientIP' } },
      { hide: NODE_PORTS },
    ),
    patch('apply', `${SERVICE}?fieldManager=alice`, service({ ports: [{ port: 82, name: 'z' }] }), {
      hide: ['spec.externalTrafficPolicy'],
    }),
  ],
  'applies a service': [
    patch('apply', `${SERVICE}?fieldManager=alice`, service({ selector: { a: 'b' }, ports: [{ port: 80 }] })),
    patch('apply', `${SERVICE}?fieldManager=bob`, service({ selector: { a: 'b', c: 'd' } })),
    patch(
      'apply',
      `${SERVICE}?fieldManager=bob`,
      service({ ports: [{ port: 80, protocol: 'UDP', name: 'u' }] }),
    ),
  ],
  'tracks secrets by what they hold': [
    post(`${core('secrets')}?fieldManager=one`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'one' },
      stringData: { a: 'x' },
      data: { b: 'eA==' },
    }),
    patch('apply', `${core('secrets', '/one')}?fieldManager=alice`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'one' },
      stringData: { c: 'x' },
      data: { b: 'eA==' },
    }),
    patch('apply', `${core('secrets', '/one')}?fieldManager=alice`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'one' },
      type: 'Opaque',
    }),
  ],
  'tracks pods and their status': [
    post(
      `${core('pods')}?fieldManager=one`,
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec: POD_SPEC },
      { quiet: true },
    ),
    post(`${core('pods')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'two', labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false },
      status: { phase: 'Running' },
    }),
    patch(
      'merge',
      `${core('pods', '/one/status')}?fieldManager=two`,
      { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
      { quiet: true },
    ),
  ],
  'tracks other kinds': [
    post(`${grouped('rbac.authorization.k8s.io/v1', 'roles')}?fieldManager=one`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'one' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
    post(`${grouped('rbac.authorization.k8s.io/v1', 'rolebindings')}?fieldManager=one`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'one' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'one' },
      subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'y' }],
    }),
    post(`${core('serviceaccounts')}?fieldManager=one`, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'one' },
      imagePullSecrets: [{ name: 'a' }],
    }),
    post(`${grouped('networking.k8s.io/v1', 'networkpolicies')}?fieldManager=one`, {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'one' },
      spec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { a: 'b' } } }] }] },
    }),
    post(`${grouped('networking.k8s.io/v1', 'ingresses')}?fieldManager=one`, {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'one' },
      spec: {
        rules: [
          {
            host: 'a.b',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    }),
    post(`${grouped('policy/v1', 'poddisruptionbudgets')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'one' },
      spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
    }),
    post(`${grouped('coordination.k8s.io/v1', 'leases')}?fieldManager=one`, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'one' },
      spec: { holderIdentity: 'x', leaseDurationSeconds: 5 },
    }),
    post(`${grouped('batch/v1', 'jobs')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'one' },
      spec: {
        suspend: true,
        parallelism: 1,
        completions: 1,
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
      },
    }),
    post(`${grouped('batch/v1', 'cronjobs')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'one' },
      spec: {
        schedule: '* * * * *',
        suspend: true,
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
        },
      },
    }),
    post(`${grouped('apps/v1', 'statefulsets')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'one' },
      spec: {
        serviceName: 's',
        replicas: 0,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'd' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    }),
    post(
      `${core('persistentvolumeclaims')}?fieldManager=one&dryRun=All`,
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'one' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
      { hide: ['metadata.finalizers'] },
    ),
    post(`${grouped('autoscaling/v2', 'horizontalpodautoscalers')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'one' },
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'one' } },
    }),
    post(
      `/api/v1/nodes?fieldManager=one&dryRun=All`,
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'n-<id>', labels: { a: 'b' } },
        status: { capacity: { cpu: '1' } },
      },
      { hide: ['status'] },
    ),
    post(`/api/v1/namespaces?fieldManager=one&dryRun=All`, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'n-<id>', labels: { a: 'b' } },
    }),
    post(`${core('events')}?fieldManager=one&dryRun=All`, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'one' },
      involvedObject: { kind: 'Pod', name: 'p', namespace: '<ns>' },
      reason: 'R',
      message: 'm',
      type: 'Normal',
      firstTimestamp: '2026-01-01T00:00:00Z',
    }),
    post(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldManager=one&dryRun=All`, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.<id>.example.com' },
      spec: {
        group: '<id>.example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }),
  ],
};
