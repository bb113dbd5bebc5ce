import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { del, patch, post } from '../steps.ts';

/** How often, and by what rules, the metadata of each kind are looked at: each look has causes of its own. */

interface Kind {
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** What an object needs beside its metadata. */
  readonly content: JsonObject;
  readonly name: string;
  readonly isClusterWide: boolean;
  readonly hasStatus: boolean;
}

interface More {
  readonly name?: string;
  readonly isClusterWide?: boolean;
  readonly hasStatus?: boolean;
}

function kind(version: string, name: string, plural: string, content: JsonObject, more: More = {}): Kind {
  return {
    version,
    kind: name,
    plural,
    content,
    name: 'one-<id>',
    isClusterWide: false,
    hasStatus: false,
    ...more,
  };
}

const WIDE = { isClusterWide: true };
const STATUS = { hasStatus: true };
const LABELS = { app: 'a' };
const POD = { containers: [{ name: 'a', image: 'a' }] };
const TEMPLATE = { metadata: { labels: LABELS }, spec: POD };
const WORKLOAD = { spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } };
const JOB = { template: { spec: { ...POD, restartPolicy: 'Never' } } };
const RULES = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['bindings'], operations: ['CREATE'] }];
const GIB = { storage: '1Gi' };
const ACCESS = 'rbac.authorization.k8s.io/v1';
const STORAGE = 'storage.k8s.io/v1';
const NETWORKING = 'networking.k8s.io/v1';
const ADMISSION = 'admissionregistration.k8s.io/v1';
const FLOWS = 'flowcontrol.apiserver.k8s.io/v1';

/** Of the kinds that are served: all but those which the server makes anew, and those that would change how it works. */
const KINDS: readonly Kind[] = [
  kind('v1', 'ConfigMap', 'configmaps', {}),
  kind('v1', 'Secret', 'secrets', {}),
  kind('v1', 'Service', 'services', { spec: { clusterIP: 'None' } }, STATUS),
  kind('v1', 'ServiceAccount', 'serviceaccounts', {}),
  kind(
    'v1',
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: GIB } } },
    STATUS,
  ),
  kind('v1', 'ResourceQuota', 'resourcequotas', {}, STATUS),
  kind('v1', 'LimitRange', 'limitranges', { spec: { limits: [] } }),
  kind('v1', 'PodTemplate', 'podtemplates', { template: TEMPLATE }),
  kind(
    'v1',
    'ReplicationController',
    'replicationcontrollers',
    { spec: { replicas: 0, selector: LABELS, template: TEMPLATE } },
    STATUS,
  ),
  kind('v1', 'Endpoints', 'endpoints', {}),
  kind('v1', 'Event', 'events', { involvedObject: { namespace: '<ns>' } }),
  kind('v1', 'Namespace', 'namespaces', {}, { ...WIDE, ...STATUS }),
  kind(
    'v1',
    'PersistentVolume',
    'persistentvolumes',
    { spec: { capacity: GIB, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
    { ...WIDE, ...STATUS },
  ),
  kind('apps/v1', 'Deployment', 'deployments', WORKLOAD, STATUS),
  kind('apps/v1', 'ReplicaSet', 'replicasets', WORKLOAD, STATUS),
  kind('apps/v1', 'StatefulSet', 'statefulsets', WORKLOAD, STATUS),
  kind('apps/v1', 'DaemonSet', 'daemonsets', WORKLOAD, STATUS),
  kind('apps/v1', 'ControllerRevision', 'controllerrevisions', { revision: 1, data: {} }),
  kind(
    'batch/v1',
    'CronJob',
    'cronjobs',
    { spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: JOB } } },
    STATUS,
  ),
  kind(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    'horizontalpodautoscalers',
    { spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' } } },
    STATUS,
  ),
  kind('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets', { spec: {} }, STATUS),
  kind('coordination.k8s.io/v1', 'Lease', 'leases', {}),
  kind('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', { addressType: 'IPv4', endpoints: [] }),
  kind('events.k8s.io/v1', 'Event', 'events', {
    regarding: { namespace: '<ns>' },
    eventTime: '2020-01-01T00:00:00.000000Z',
    action: 'Try',
    reason: 'Tried',
    type: 'Normal',
    reportingController: 'example.com/tester',
    reportingInstance: 'one',
  }),
  kind(
    NETWORKING,
    'Ingress',
    'ingresses',
    { spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } } },
    STATUS,
  ),
  kind(NETWORKING, 'NetworkPolicy', 'networkpolicies', { spec: { podSelector: {} } }),
  kind(NETWORKING, 'IngressClass', 'ingressclasses', { spec: { controller: 'example.com/x' } }, WIDE),
  kind(
    NETWORKING,
    'IPAddress',
    'ipaddresses',
    { spec: { parentRef: { resource: 'services', name: 'a', namespace: 'default' } } },
    { ...WIDE, name: '10.99.98.97' },
  ),
  kind(ACCESS, 'Role', 'roles', {}),
  kind(ACCESS, 'RoleBinding', 'rolebindings', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
  }),
  kind(ACCESS, 'ClusterRole', 'clusterroles', {}, WIDE),
  kind(
    ACCESS,
    'ClusterRoleBinding',
    'clusterrolebindings',
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' } },
    WIDE,
  ),
  kind(STORAGE, 'StorageClass', 'storageclasses', { provisioner: 'example.com/x' }, WIDE),
  kind(STORAGE, 'CSIDriver', 'csidrivers', { spec: {} }, WIDE),
  kind(STORAGE, 'CSINode', 'csinodes', { spec: { drivers: [] } }, WIDE),
  kind(
    STORAGE,
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'example.com', nodeName: 'a', source: { persistentVolumeName: 'a' } } },
    WIDE,
  ),
  kind(STORAGE, 'CSIStorageCapacity', 'csistoragecapacities', { storageClassName: 'a' }),
  kind(
    STORAGE,
    'VolumeAttributesClass',
    'volumeattributesclasses',
    { driverName: 'example.com', parameters: { a: 'b' } },
    WIDE,
  ),
  kind('scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', { value: 1 }, WIDE),
  kind('node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', { handler: 'a' }, WIDE),
  kind(ADMISSION, 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', {}, WIDE),
  kind(ADMISSION, 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', {}, WIDE),
  kind(
    ADMISSION,
    'ValidatingAdmissionPolicy',
    'validatingadmissionpolicies',
    { spec: { matchConstraints: { resourceRules: RULES }, validations: [{ expression: 'true' }] } },
    WIDE,
  ),
  kind(
    ADMISSION,
    'ValidatingAdmissionPolicyBinding',
    'validatingadmissionpolicybindings',
    { spec: { policyName: 'a', validationActions: ['Warn'] } },
    WIDE,
  ),
  kind(
    FLOWS,
    'FlowSchema',
    'flowschemas',
    { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
    WIDE,
  ),
  kind(
    FLOWS,
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    {
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
    },
    WIDE,
  ),
];

/** What is wrong here is told by each look, by some, or by none. */
const WRONG: JsonObject = {
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '' }],
  finalizers: ['bare', 'a/b/c', 'orphan', 'foregroundDeletion'],
};
const DRY = 'dryRun=All';

function checked({
  version,
  kind: name,
  plural,
  content,
  name: one,
  isClusterWide,
  hasStatus,
}: Kind): readonly Step[] {
  const root = `${version.includes('/') ? '/apis' : '/api'}/${version}`;
  const path = `${root}/${isClusterWide ? '' : 'namespaces/<ns>/'}${plural}`;
  const object = (metadata: JsonObject): JsonObject => ({
    apiVersion: version,
    kind: name,
    metadata,
    ...content,
  });
  return [
    post(path, object({ name: one }), { quiet: true }),
    post(`${path}?${DRY}`, object({ name: 'Two', ...WRONG })),
    post(`${path}?${DRY}`, object({ name: 'a%', generateName: 'B' })),
    patch('merge', `${path}/${one}?${DRY}`, { metadata: WRONG }),
    patch('merge', `${path}/${one}?${DRY}`, { metadata: { uid: 'other', finalizers: ['bare'] } }),
    ...(hasStatus ? [patch('merge', `${path}/${one}/status?${DRY}`, { metadata: WRONG })] : []),
    ...(isClusterWide ? [del(`${path}/${one}`, undefined, { quiet: true })] : []),
  ];
}

export const METADATA_CHECKS: Topic = {
  name: 'metadata-checks',
  cases: Object.fromEntries(KINDS.map((one) => [`${one.version} ${one.kind}`, checked(one)])),
};
