import type { JsonObject } from '../../../../lib/object/json.ts';

/** An object to create, and where. */
export interface ObjectCase {
  readonly groupVersion: string;
  readonly plural: string;
  readonly kind: string;
  readonly object: JsonObject;
}

const container = { name: 'c', image: 'i:1' };
const labels = { labels: { app: 'a' } };
const selector = { matchLabels: { app: 'a' } };
const template = { metadata: labels, spec: { containers: [container] } };

function deployment(spec: JsonObject): ObjectCase {
  return { groupVersion: 'apps/v1', plural: 'deployments', kind: 'Deployment', object: { spec } };
}

function service(spec: JsonObject): ObjectCase {
  return { groupVersion: 'v1', plural: 'services', kind: 'Service', object: { spec } };
}

function pod(spec: JsonObject): ObjectCase {
  return {
    groupVersion: 'v1',
    plural: 'pods',
    kind: 'Pod',
    object: { spec: { automountServiceAccountToken: false, ...spec } },
  };
}

function job(spec: JsonObject): ObjectCase {
  return { groupVersion: 'batch/v1', plural: 'jobs', kind: 'Job', object: { spec } };
}

function core(plural: string, kind: string, object: JsonObject): ObjectCase {
  return { groupVersion: 'v1', plural, kind, object };
}

/** Objects whose creation shows defaults, allocation or a refusal. */
export const OBJECT_CASES: Readonly<Record<string, ObjectCase>> = {
  'Deployment: minimal': deployment({ selector, template }),
  'Deployment: Recreate': deployment({ selector, template, strategy: { type: 'Recreate' } }),
  'Deployment: half a strategy': deployment({
    selector,
    template,
    strategy: { rollingUpdate: { maxSurge: 1 } },
  }),
  'Deployment: labels that do not match': deployment({ selector: { matchLabels: { app: 'b' } }, template }),
  'Deployment: empty selector': deployment({ selector: {}, template }),
  'Deployment: many mistakes': deployment({
    replicas: -1,
    selector,
    template: {
      metadata: labels,
      spec: {
        restartPolicy: 'Never',
        volumes: [{ name: 'a' }, { name: 'a' }],
        containers: [
          { name: 'C', image: '' },
          {
            name: 'c',
            image: 'x',
            ports: [{ containerPort: 70000, name: 'A B' }],
            volumeMounts: [{ name: 'zz', mountPath: '/a' }],
            env: [{ name: '1=2' }],
            resources: { requests: { cpu: '2' }, limits: { cpu: '1' } },
          },
        ],
      },
    },
  }),
  'Deployment: deadline below readiness': deployment({ selector, template, minReadySeconds: 700 }),
  'Deployment: Recreate with rolling update': deployment({
    selector,
    template,
    strategy: { type: 'Recreate', rollingUpdate: {} },
  }),
  'ReplicaSet: minimal': {
    groupVersion: 'apps/v1',
    plural: 'replicasets',
    kind: 'ReplicaSet',
    object: { spec: { selector, template } },
  },
  'StatefulSet: minimal': {
    groupVersion: 'apps/v1',
    plural: 'statefulsets',
    kind: 'StatefulSet',
    object: { spec: { selector, template } },
  },
  'DaemonSet: minimal': {
    groupVersion: 'apps/v1',
    plural: 'daemonsets',
    kind: 'DaemonSet',
    object: { spec: { selector, template } },
  },
  'Job: minimal': job({ template: { spec: { restartPolicy: 'Never', containers: [container] } } }),
  'Job: work queue': job({
    parallelism: 2,
    template: { spec: { restartPolicy: 'OnFailure', containers: [container] } },
  }),
  'Job: restarts always': job({ template: { spec: { containers: [container] } } }),
  'CronJob: minimal': {
    groupVersion: 'batch/v1',
    plural: 'cronjobs',
    kind: 'CronJob',
    object: {
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
      },
    },
  },
  'Pod: minimal': pod({ containers: [container] }),
  'Pod: latest image': pod({ containers: [{ name: 'c', image: 'registry:5000/i' }] }),
  'Pod: by digest': pod({ containers: [{ name: 'c', image: `i@sha256:${'0'.repeat(64)}` }] }),
  'Pod: guaranteed': pod({
    containers: [{ ...container, resources: { limits: { cpu: 1.5, memory: '1024Ki' } } }],
  }),
  'Pod: burstable': pod({ containers: [{ ...container, resources: { requests: { cpu: '0.1' } } }] }),
  'Pod: volume without source': pod({ volumes: [{ name: 'v' }], containers: [container] }),
  'Pod: own toleration': pod({
    tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }],
    containers: [container],
  }),
  'Pod: bad quantity': pod({ containers: [{ ...container, resources: { limits: { cpu: 'x' } } }] }),
  'Pod: bad policy': pod({ restartPolicy: 'Sometimes', containers: [container] }),
  'Pod: host network': pod({
    hostNetwork: true,
    containers: [{ ...container, ports: [{ containerPort: 80 }] }],
  }),
  'Pod: empty collections': pod({ nodeSelector: {}, containers: [{ ...container, env: [], args: [] }] }),
  'Service: minimal': service({ ports: [{ port: 80 }] }),
  'Service: headless': service({ clusterIP: 'None', selector: { app: 'a' }, ports: [{ port: 80 }] }),
  'Service: node port': service({ type: 'NodePort', ports: [{ port: 80 }] }),
  'Service: load balancer': service({ type: 'LoadBalancer', ports: [{ port: 80, targetPort: 'http' }] }),
  'Service: external name': service({ type: 'ExternalName', externalName: 'a.example.com' }),
  'Service: session affinity': service({ sessionAffinity: 'ClientIP', ports: [{ port: 80 }] }),
  'Service: no ports': service({}),
  'Service: two ports without names': service({ ports: [{ port: 80 }, { port: 81 }] }),
  'Service: bad port': service({ ports: [{ port: 70000, name: 'A' }] }),
  'ConfigMap: bad key': core('configmaps', 'ConfigMap', { data: { 'a b': 'x' } }),
  'ConfigMap: empty data': core('configmaps', 'ConfigMap', { data: {} }),
  'Secret: minimal': core('secrets', 'Secret', {}),
  'Secret: string data': core('secrets', 'Secret', { stringData: { a: 'b' }, data: { c: 'ZA==' } }),
  'Secret: TLS without key': core('secrets', 'Secret', {
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': '' },
  }),
  'ServiceAccount: minimal': core('serviceaccounts', 'ServiceAccount', {}),
  'PersistentVolumeClaim: minimal': core('persistentvolumeclaims', 'PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5Gi' } } },
  }),
  'PersistentVolumeClaim: no size': core('persistentvolumeclaims', 'PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'] },
  }),
  'Endpoints: minimal': core('endpoints', 'Endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }),
  'Event: minimal': core('events', 'Event', { involvedObject: { namespace: 'default' } }),
  'Ingress: no rules': {
    groupVersion: 'networking.k8s.io/v1',
    plural: 'ingresses',
    kind: 'Ingress',
    object: { spec: {} },
  },
  'NetworkPolicy: egress': {
    groupVersion: 'networking.k8s.io/v1',
    plural: 'networkpolicies',
    kind: 'NetworkPolicy',
    object: { spec: { podSelector: {}, egress: [{}] } },
  },
  'RoleBinding: subjects': {
    groupVersion: 'rbac.authorization.k8s.io/v1',
    plural: 'rolebindings',
    kind: 'RoleBinding',
    object: {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      ],
    },
  },
  'Lease: minimal': {
    groupVersion: 'coordination.k8s.io/v1',
    plural: 'leases',
    kind: 'Lease',
    object: { spec: { holderIdentity: 'h' } },
  },
};
