import type { JsonObject } from '../../../../lib/object/json.ts';
import { OBJECT_CASES, type ObjectCase } from './object-cases.ts';

/** An object and its status, to be shown in a table. */
export interface TableCase extends ObjectCase {
  readonly status?: JsonObject;
}

function shown(name: string, status?: JsonObject): TableCase {
  const found = OBJECT_CASES[name];
  if (found === undefined) throw new Error(`cannot show ${name}: there is no such case`);
  return status === undefined ? found : { ...found, status };
}

function container(state: JsonObject, more: JsonObject = {}): JsonObject {
  return { name: 'c', image: 'i:1', imageID: '', ready: false, restartCount: 0, state, ...more };
}

function pod(status: JsonObject): TableCase {
  return shown('Pod: minimal', status);
}

const old = '2020-01-01T00:00:00Z';
const ready = [{ type: 'Ready', status: 'True' }];

/** Objects in the states that kubectl shows in words of its own. */
export const TABLE_CASES: Readonly<Record<string, TableCase>> = {
  'Pod: pending': pod({ phase: 'Pending' }),
  'Pod: running': pod({
    phase: 'Running',
    podIP: '10.1.2.3',
    podIPs: [{ ip: '10.1.2.3' }],
    conditions: ready,
    containerStatuses: [container({ running: { startedAt: old } }, { ready: true })],
  }),
  'Pod: crash looping': pod({
    phase: 'Running',
    containerStatuses: [
      container(
        { waiting: { reason: 'CrashLoopBackOff' } },
        { restartCount: 3, lastState: { terminated: { exitCode: 1, finishedAt: old } } },
      ),
    ],
  }),
  'Pod: completed': pod({
    phase: 'Succeeded',
    containerStatuses: [container({ terminated: { exitCode: 0, reason: 'Completed' } })],
  }),
  'Pod: failed': pod({
    phase: 'Failed',
    containerStatuses: [container({ terminated: { exitCode: 2 } })],
  }),
  'Pod: killed': pod({
    phase: 'Failed',
    containerStatuses: [container({ terminated: { exitCode: 137, signal: 9 } })],
  }),
  'Pod: evicted': pod({ phase: 'Failed', reason: 'Evicted' }),
  'Pod: scheduling gated': pod({
    phase: 'Pending',
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
  }),
  'Deployment: half ready': shown('Deployment: minimal', {
    replicas: 2,
    readyReplicas: 1,
    updatedReplicas: 2,
    availableReplicas: 1,
  }),
  'ReplicaSet: ready': shown('ReplicaSet: minimal', { replicas: 1, readyReplicas: 1 }),
  'StatefulSet: ready': shown('StatefulSet: minimal', { replicas: 1, readyReplicas: 1 }),
  'DaemonSet: ready': shown('DaemonSet: minimal', {
    desiredNumberScheduled: 2,
    currentNumberScheduled: 2,
    numberReady: 1,
    numberMisscheduled: 0,
    updatedNumberScheduled: 2,
    numberAvailable: 1,
  }),
  'Job: running': shown('Job: minimal'),
  'Job: work queue': shown('Job: work queue'),
  'CronJob: minimal': shown('CronJob: minimal'),
  'Service: minimal': shown('Service: minimal'),
  'Service: headless': shown('Service: headless'),
  'Service: node port': shown('Service: node port'),
  'Service: load balancer': shown('Service: load balancer', {
    loadBalancer: { ingress: [{ ip: '1.2.3.4' }] },
  }),
  'Service: external name': shown('Service: external name'),
  'ConfigMap: empty': shown('ConfigMap: empty data'),
  'Secret: string data': shown('Secret: string data'),
  'ServiceAccount: minimal': shown('ServiceAccount: minimal'),
  'PersistentVolumeClaim: pending': shown('PersistentVolumeClaim: minimal'),
  'Endpoints: minimal': shown('Endpoints: minimal'),
  'Event: of a pod': {
    groupVersion: 'v1',
    plural: 'events',
    kind: 'Event',
    object: {
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'golden-tables', fieldPath: 'spec.containers{c}' },
      reason: 'Started',
      message: 'it started ',
      type: 'Normal',
      count: 3,
      firstTimestamp: '2020-01-01T00:00:00Z',
      lastTimestamp: '2020-01-01T00:00:00Z',
      source: { component: 'kubelet', host: 'n' },
    },
  },
  'RoleBinding: subjects': shown('RoleBinding: subjects'),
  'Lease: minimal': shown('Lease: minimal'),
  'NetworkPolicy: egress': shown('NetworkPolicy: egress'),
  'Ingress: three hosts and more': {
    groupVersion: 'networking.k8s.io/v1',
    plural: 'ingresses',
    kind: 'Ingress',
    object: {
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['a.example.com'] }],
        rules: ['a', 'b', 'c', 'd'].map((name) => ({ host: `${name}.example.com` })),
      },
    },
    status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'lb.example.com' }] } },
  },
  'PodDisruptionBudget: percent': {
    groupVersion: 'policy/v1',
    plural: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    object: { spec: { selector: {}, minAvailable: '50%' } },
  },
  'EndpointSlice: minimal': {
    groupVersion: 'discovery.k8s.io/v1',
    plural: 'endpointslices',
    kind: 'EndpointSlice',
    object: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] },
  },
  'HorizontalPodAutoscaler: default metric': {
    groupVersion: 'autoscaling/v2',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    object: {
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
    },
  },
};
