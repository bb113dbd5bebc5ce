import type { JsonObject } from '../../../lib/object/json.ts';

/**
 * Objects with as little in them as the API server accepts, and some with one thing more, so that defaults show
 * which depend on another field. By group version and plural name.
 */
export const SAMPLES: Readonly<Record<string, readonly JsonObject[]>> = {
  'v1/configmaps': [{}],
  'v1/endpoints': [{ subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] }],
  'v1/events': [{ involvedObject: { namespace: 'default' } }],
  'v1/limitranges': [{ spec: { limits: [{ type: 'Container' }] } }],
  'v1/namespaces': [{}],
  // With the taint that admission would add, which is no default.
  'v1/nodes': [{ spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] } }],
  'v1/persistentvolumeclaims': [claim()],
  'v1/persistentvolumes': [
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/data' },
      },
    },
  ],
  'v1/pods': [
    { spec: { automountServiceAccountToken: false, containers: [container()] } },
    { spec: { automountServiceAccountToken: false, ...richPodSpec() } },
    {
      spec: {
        automountServiceAccountToken: false,
        serviceAccountName: 'default',
        containers: [{ name: 'c', image: 'i:1', resources: { limits: { memory: '1Gi' } } }],
      },
    },
  ],
  'v1/podtemplates': [{ template: { spec: { containers: [container()] } } }],
  'v1/replicationcontrollers': [{ spec: { selector: { app: 'a' }, template: template() } }],
  'v1/resourcequotas': [{ spec: { hard: { pods: '1' } } }],
  'v1/secrets': [{}, { stringData: { a: 'b' } }],
  'v1/serviceaccounts': [{}],
  'v1/services': [
    { spec: { ports: [{ port: 80 }] } },
    { spec: { ports: [{ port: 443, name: 'a' }], selector: { app: 'a' } } },
    { spec: { clusterIP: 'None', ports: [{ port: 80 }] } },
    { spec: { type: 'NodePort', ports: [{ port: 80 }] } },
    { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
    { spec: { type: 'ExternalName', externalName: 'example.com' } },
    { spec: { sessionAffinity: 'ClientIP', ports: [{ port: 80 }] } },
  ],
  'apps/v1/controllerrevisions': [{ revision: 1, data: {} }],
  'apps/v1/daemonsets': [
    { spec: workload() },
    { spec: { ...workload(), updateStrategy: { type: 'OnDelete' } } },
    { spec: { ...workload(), updateStrategy: { rollingUpdate: {} } } },
  ],
  'apps/v1/deployments': [
    { spec: workload() },
    { spec: { ...workload(), strategy: { type: 'Recreate' } } },
    { spec: { ...workload(), strategy: { type: 'RollingUpdate' } } },
    { spec: { ...workload(), strategy: { rollingUpdate: {} } } },
  ],
  'apps/v1/replicasets': [{ spec: workload() }],
  'apps/v1/statefulsets': [
    { spec: workload() },
    { spec: { ...workload(), updateStrategy: { type: 'OnDelete' } } },
    { spec: { ...workload(), updateStrategy: { rollingUpdate: {} } } },
    { spec: { ...workload(), volumeClaimTemplates: [{ metadata: { name: 'd' }, ...claim() }] } },
    { spec: { ...workload(), persistentVolumeClaimRetentionPolicy: {} } },
  ],
  'batch/v1/cronjobs': [
    { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate() } } } },
  ],
  'batch/v1/jobs': [
    { spec: { template: jobTemplate() } },
    { spec: { parallelism: 2, template: jobTemplate() } },
    { spec: { completions: 2, completionMode: 'Indexed', template: jobTemplate() } },
    {
      spec: {
        template: jobTemplate(),
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
      },
    },
  ],
  'networking.k8s.io/v1/ingressclasses': [
    { spec: { controller: 'example.com/c' } },
    { spec: { controller: 'example.com/c', parameters: { kind: 'P', name: 'p' } } },
  ],
  'networking.k8s.io/v1/ingresses': [
    {
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    },
  ],
  'networking.k8s.io/v1/networkpolicies': [
    { spec: { podSelector: {} } },
    { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } },
    { spec: { podSelector: {}, egress: [{}] } },
  ],
  'flowcontrol.apiserver.k8s.io/v1/flowschemas': [
    { spec: { priorityLevelConfiguration: { name: 'global-default' } } },
  ],
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': [
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
  ],
  'coordination.k8s.io/v1/leases': [{ spec: {} }],
  'events.k8s.io/v1/events': [
    {
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'example.com/c',
      reportingInstance: 'i',
      action: 'a',
      reason: 'r',
      type: 'Normal',
      regarding: { namespace: 'default' },
    },
  ],
  'rbac.authorization.k8s.io/v1/clusterrolebindings': [binding('ClusterRole')],
  'rbac.authorization.k8s.io/v1/clusterroles': [{ rules: [] }],
  'rbac.authorization.k8s.io/v1/rolebindings': [binding('Role')],
  'rbac.authorization.k8s.io/v1/roles': [{ rules: [] }],
  'policy/v1/poddisruptionbudgets': [{ spec: { selector: {} } }],
  'autoscaling/v1/horizontalpodautoscalers': [
    { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 2 } },
    {
      metadata: {
        name: 'sample',
        annotations: {
          'autoscaling.alpha.kubernetes.io/metrics':
            '[{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":1}}]',
        },
      },
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 2 },
    },
  ],
  'autoscaling/v2/horizontalpodautoscalers': [
    { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 2 } },
    {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        maxReplicas: 2,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 1 } },
          },
        ],
      },
    },
  ],
  'discovery.k8s.io/v1/endpointslices': [
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] },
  ],
  'apiextensions.k8s.io/v1/customresourcedefinitions': [
    {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [crdVersion()],
      },
    },
    {
      metadata: { name: 'sites.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'sites', kind: 'Site' },
        versions: [crdVersion()],
      },
    },
  ],
  'storage.k8s.io/v1/csidrivers': [{ spec: {} }],
  'storage.k8s.io/v1/csinodes': [{ spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }],
  'storage.k8s.io/v1/csistoragecapacities': [{ storageClassName: 's' }],
  'storage.k8s.io/v1/storageclasses': [{ provisioner: 'example.com/p' }],
  'storage.k8s.io/v1/volumeattachments': [
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
  ],
  'storage.k8s.io/v1/volumeattributesclasses': [{ driverName: 'example.com', parameters: { a: 'b' } }],
  'scheduling.k8s.io/v1/priorityclasses': [{ value: 1 }],
  'node.k8s.io/v1/runtimeclasses': [{ handler: 'h' }],
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': [{ webhooks: [webhook()] }],
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': [{ webhooks: [webhook()] }],
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': [
    {
      spec: {
        matchConstraints: { resourceRules: [rule()] },
        validations: [{ expression: 'true' }],
      },
    },
  ],
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': [
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
  ],
};

function crdVersion(): JsonObject {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
}

function container(): JsonObject {
  return { name: 'c', image: 'i' };
}

function template(): JsonObject {
  return { metadata: { labels: { app: 'a' } }, spec: { containers: [container()] } };
}

function workload(): JsonObject {
  return { selector: { matchLabels: { app: 'a' } }, template: template() };
}

function jobTemplate(): JsonObject {
  return { spec: { restartPolicy: 'Never', containers: [container()] } };
}

function claim(): JsonObject {
  return { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
}

function binding(kind: string): JsonObject {
  return {
    roleRef: { kind, name: 'r' },
    subjects: [
      { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      { kind: 'User', name: 'u' },
      { kind: 'Group', name: 'g' },
    ],
  };
}

function rule(): JsonObject {
  return { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
}

function webhook(): JsonObject {
  return {
    name: 'w.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { service: { name: 's', namespace: 'default' } },
    rules: [rule()],
  };
}

/** Everything that pods are often made of. */
function richPodSpec(): JsonObject {
  return {
    initContainers: [
      {
        name: 'i',
        image: 'i:latest',
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      },
    ],
    containers: [
      {
        name: 'c',
        image: 'i:1',
        ports: [{ containerPort: 80 }],
        readinessProbe: { httpGet: { port: 80 } },
        livenessProbe: { tcpSocket: { port: 80 } },
        startupProbe: { grpc: { port: 80 } },
        lifecycle: { preStop: { httpGet: { port: 80 } } },
        resources: { limits: { cpu: '1' } },
      },
    ],
    volumes: [
      { name: 'a', configMap: { name: 'c' } },
      { name: 'b', secret: { secretName: 's' } },
      { name: 'c' },
      { name: 'd', hostPath: { path: '/' } },
      { name: 'e', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
      {
        name: 'f',
        projected: { sources: [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'c' } }] },
      },
      { name: 'g', emptyDir: {} },
      { name: 'h', ephemeral: { volumeClaimTemplate: claim() } },
      { name: 'i', persistentVolumeClaim: { claimName: 'x' } },
    ],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'k', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
    ],
  };
}
