import type { JsonObject } from '../../../lib/object/json.ts';
import { attempt, HIDDEN, object } from '../attempts.ts';
import type { Step, Topic } from '../step.ts';
import { core, grouped, patch, post, put } from '../steps.ts';

/** What answers warn of: kinds beside pods, and what makes pods. */

const TEMPLATES = core('podtemplates');
const CRON_JOBS = grouped('batch/v1', 'cronjobs');
const JOBS = grouped('batch/v1', 'jobs');
const CONTROLLERS = core('replicationcontrollers');
const DAEMON_SETS = grouped('apps/v1', 'daemonsets');
const DEPLOYMENTS = grouped('apps/v1', 'deployments');
const NETWORKING = 'networking.k8s.io/v1';
const INGRESSES = grouped(NETWORKING, 'ingresses');
const STORAGE = 'storage.k8s.io/v1';
const SERVICES = core('services');
const ACCOUNTS = core('serviceaccounts');

const LABELS = { app: 'a' };
const CONTAINER: JsonObject = { name: 'a', image: 'a' };
const ODD: JsonObject = {
  restartPolicy: 'Never',
  terminationGracePeriodSeconds: -1,
  containers: [CONTAINER],
};
const LASTING: JsonObject = { ...ODD, restartPolicy: 'Always' };

function workload(template: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: template },
    ...more,
  };
}

function controller(template: JsonObject, more: JsonObject = {}): JsonObject {
  return { selector: LABELS, template: { metadata: { labels: LABELS }, spec: template }, ...more };
}

function cronJob(spec: JsonObject, more: JsonObject = {}): JsonObject {
  return { schedule: '@daily', jobTemplate: { spec: { template: { spec: ODD }, ...spec } }, ...more };
}

/** Makes an object, then changes it in each of these ways. */
function changes(collection: string, first: JsonObject, ...others: readonly JsonObject[]): readonly Step[] {
  return [
    post(collection, first, { hide: HIDDEN }),
    ...others.map((other) => put(`${collection}/one`, other, { hide: HIDDEN })),
  ];
}

/** Tries an object whose fields beside its metadata stand at its top. */
function whole(
  collection: string,
  apiVersion: string,
  kind: string,
  fields: JsonObject,
  more: JsonObject = {},
): Step {
  return attempt(collection, { apiVersion, kind, metadata: { name: 'one-<id>', ...more }, ...fields });
}

function service(spec: JsonObject, annotations: JsonObject = {}): Step {
  const ports = [{ port: 80 }];
  return whole(SERVICES, 'v1', 'Service', { spec: { ports, ...spec } }, { annotations });
}

function volume(spec: JsonObject, annotations: JsonObject = {}): Step {
  const capacity = { storage: '1Gi' };
  return whole(
    '/api/v1/persistentvolumes',
    'v1',
    'PersistentVolume',
    { spec: { capacity, accessModes: ['ReadWriteOnce'], ...spec } },
    { annotations },
  );
}

function account(annotations: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'own', annotations } };
}

const BACKEND = { service: { name: 'a', port: { number: 80 } } };
const CLASS = { 'kubernetes.io/ingress.class': 'a' };
const HOST_PATH = { hostPath: { path: '/a' } };
const ZONE = 'failure-domain.beta.kubernetes.io/zone';
const MOUNTABLE = { 'kubernetes.io/enforce-mountable-secrets': 'true' };

function zoned(...values: readonly string[]): JsonObject {
  return { matchExpressions: [{ key: ZONE, operator: 'In', values }] };
}

/** What a load balancer says of itself. */
const BALANCED: JsonObject = {
  status: { loadBalancer: { ingress: [{ ip: '2001:DB8::1' }, { ip: '10.0.0.1' }, { hostname: 'a' }] } },
};

export const WARNINGS: Topic = {
  name: 'warnings',
  cases: {
    'jobs of a plan': [
      ...changes(
        CRON_JOBS,
        object('batch/v1', 'CronJob', cronJob({})),
        object('batch/v1', 'CronJob', cronJob({})),
        object('batch/v1', 'CronJob', cronJob({ parallelism: 2 })),
      ),
      attempt(CRON_JOBS, object('batch/v1', 'CronJob', cronJob({}), 'one.two')),
      attempt(
        CRON_JOBS,
        object(
          'batch/v1',
          'CronJob',
          cronJob({ completionMode: 'Indexed', completions: 200_000, parallelism: 20_000 }),
        ),
      ),
    ],
    'a job': [
      attempt(
        JOBS,
        object('batch/v1', 'Job', {
          completionMode: 'Indexed',
          completions: 200_000,
          parallelism: 20_000,
          template: { spec: ODD },
        }),
      ),
    ],
    'a controller, and what it was': changes(
      CONTROLLERS,
      object('v1', 'ReplicationController', controller(LASTING, { replicas: 0 })),
      object('v1', 'ReplicationController', controller(LASTING, { replicas: 0 })),
      object('v1', 'ReplicationController', controller({ containers: [CONTAINER] }, { replicas: 0 })),
      object('v1', 'ReplicationController', controller(LASTING, { replicas: 0 })),
    ),
    'a template of a template': changes(
      TEMPLATES,
      { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'one' }, template: { spec: LASTING } },
      { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'one' }, template: { spec: LASTING } },
      {
        apiVersion: 'v1',
        kind: 'PodTemplate',
        metadata: { name: 'one' },
        template: { spec: { ...LASTING, hostNetwork: true } },
      },
    ),
    'sets of pods': [
      ...changes(
        DAEMON_SETS,
        object('apps/v1', 'DaemonSet', workload(LASTING)),
        object('apps/v1', 'DaemonSet', workload(LASTING, { minReadySeconds: 1 })),
        object('apps/v1', 'DaemonSet', workload({ ...LASTING, hostNetwork: true })),
      ),
      attempt(DAEMON_SETS, object('apps/v1', 'DaemonSet', workload(LASTING), 'one.two')),
      attempt(DEPLOYMENTS, object('apps/v1', 'Deployment', workload(LASTING), 'one.two')),
    ],
    ingresses: [
      whole(INGRESSES, NETWORKING, 'Ingress', { spec: { defaultBackend: BACKEND } }, { annotations: CLASS }),
      post(
        INGRESSES,
        {
          apiVersion: NETWORKING,
          kind: 'Ingress',
          metadata: { name: 'one', annotations: CLASS },
          spec: { defaultBackend: BACKEND },
        },
        { hide: HIDDEN },
      ),
      patch('merge', `${INGRESSES}/one`, { metadata: { labels: LABELS } }, { hide: HIDDEN }),
      patch('merge', `${INGRESSES}/one/status`, BALANCED, { hide: HIDDEN }),
    ],
    services: [
      service({}, { 'service.kubernetes.io/topology-aware-hints': 'auto' }),
      service({ trafficDistribution: 'PreferClose' }),
      service({ externalIPs: ['2001:DB8::1'], externalName: 'a' }),
      service({
        externalIPs: ['2001:DB8::1'],
        loadBalancerIP: '010.0.0.1',
        clusterIP: 'None',
        sessionAffinity: 'ClientIP',
      }),
      service({ externalIPs: ['10.1.1.1'], type: 'ExternalName', externalName: 'a' }),
      service({
        type: 'LoadBalancer',
        loadBalancerIP: '::FFFF:1.2.3.4',
        loadBalancerSourceRanges: ['10.0.0.0/8', '2001:DB8::/64'],
      }),
      service({ type: 'LoadBalancer', loadBalancerIP: 'example.com' }),
      service({ type: 'LoadBalancer', loadBalancerIP: '2001:DB8::1' }),
    ],
    'a service whose balancer is there': [
      post(SERVICES, object('v1', 'Service', { ports: [{ port: 80 }], type: 'LoadBalancer' }), {
        hide: HIDDEN,
      }),
      patch('merge', `${SERVICES}/one/status`, BALANCED, { hide: HIDDEN }),
    ],
    'addresses of others': [
      attempt(
        grouped(NETWORKING, 'networkpolicies'),
        object(NETWORKING, 'NetworkPolicy', {
          podSelector: {},
          ingress: [
            {
              from: [
                { podSelector: {} },
                { ipBlock: { cidr: '2001:DB8::/32', except: ['2001:DB8:1::/64'] } },
              ],
            },
          ],
          egress: [{}, { to: [{ ipBlock: { cidr: '2001:db8:0::/64' } }] }],
        }),
      ),
      ...['a', 'endpoint-controller'].map((manager) =>
        whole(
          core('endpoints'),
          'v1',
          'Endpoints',
          {
            subsets: [
              {
                addresses: [{ ip: '10.0.0.1' }, { ip: '2001:DB8::1' }],
                notReadyAddresses: [{ ip: '2001:DB8::2' }],
              },
            ],
          },
          { labels: { 'endpoints.kubernetes.io/managed-by': manager } },
        ),
      ),
      whole(grouped('discovery.k8s.io/v1', 'endpointslices'), 'discovery.k8s.io/v1', 'EndpointSlice', {
        addressType: 'IPv6',
        endpoints: [{ addresses: ['2001:DB8::1'] }],
      }),
    ],
    nodes: [
      { configSource: { configMap: { name: 'a', namespace: 'a', kubeletConfigKey: 'a' } } },
      { externalID: 'a' },
      { podCIDR: '2001:DB8::/64', podCIDRs: ['2001:DB8::/64'] },
    ].map((spec) => whole('/api/v1/nodes', 'v1', 'Node', { spec })),
    'persistent volumes': [
      volume(
        { nfs: { server: 'a', path: '/a' } },
        {
          'volume.beta.kubernetes.io/storage-class': 'a',
          'volume.beta.kubernetes.io/mount-options': 'a',
        },
      ),
      volume({ ...HOST_PATH, persistentVolumeReclaimPolicy: 'Recycle' }),
      volume({ ...HOST_PATH, nodeAffinity: { required: { nodeSelectorTerms: [zoned('a')] } } }),
      volume({ cephfs: { monitors: ['a'] } }),
      volume({ photonPersistentDisk: { pdID: 'a' } }),
      volume({
        scaleIO: { gateway: 'a', system: 'a', secretRef: { name: 'a', namespace: 'a' }, volumeName: 'a' },
      }),
      volume({ storageos: { volumeName: 'a' } }),
      volume({ glusterfs: { endpoints: 'a', path: 'a' } }),
      volume({ rbd: { monitors: ['a'], image: 'a' } }),
    ],
    storage: [
      whole(`/apis/${STORAGE}/storageclasses`, STORAGE, 'StorageClass', {
        provisioner: 'a.b/c',
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: ZONE, values: ['a'] },
              { key: 'zone', values: ['a'] },
            ],
          },
        ],
      }),
      whole(grouped(STORAGE, 'csistoragecapacities'), STORAGE, 'CSIStorageCapacity', {
        storageClassName: 'a',
        nodeTopology: { ...zoned('a'), matchLabels: { 'beta.kubernetes.io/os': 'a' } },
      }),
      whole(`/apis/${STORAGE}/csidrivers`, STORAGE, 'CSIDriver', {
        spec: { tokenRequests: [{ audience: 'a' }] },
      }),
      whole(`/apis/${STORAGE}/csidrivers`, STORAGE, 'CSIDriver', {
        spec: { tokenRequests: [{ audience: 'a' }], serviceAccountTokenInSecrets: false },
      }),
    ],
    'classes of runtimes': [
      whole('/apis/node.k8s.io/v1/runtimeclasses', 'node.k8s.io/v1', 'RuntimeClass', {
        handler: 'a',
        scheduling: { nodeSelector: { [ZONE]: 'a', zone: 'a' } },
      }),
    ],
    'service accounts': [
      attempt(ACCOUNTS, account(MOUNTABLE)),
      post(ACCOUNTS, account({}), { hide: HIDDEN }),
      put(`${ACCOUNTS}/own`, account(MOUNTABLE), { hide: HIDDEN }),
      put(`${ACCOUNTS}/own`, account({ ...MOUNTABLE, a: 'b' }), { hide: HIDDEN }),
    ],
    'names of what calls webhooks': ['Mutating', 'Validating'].map((kind) =>
      whole(
        `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`,
        'admissionregistration.k8s.io/v1',
        `${kind}WebhookConfiguration`,
        { webhooks: [] },
        { name: '<id>.static.k8s.io' },
      ),
    ),
  },
};
