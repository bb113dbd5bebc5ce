import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { attempt, HIDDEN, object } from '../attempts.ts';
import { core, patch, post } from '../steps.ts';

/** What answers warn of: pods, and templates of pods. */

const PODS = core('pods');
const TEMPLATES = core('podtemplates');

const LABELS = { app: 'a' };
const CONTAINER: JsonObject = { name: 'a', image: 'a' };

/** Tries templates, which take what pods do. */
function templates(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((spec) => templateOf({}, spec));
}

function templateOf(annotations: JsonObject, spec: JsonObject): Step {
  return attempt(TEMPLATES, {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { name: 'one' },
    template: { metadata: { annotations }, spec: { containers: [CONTAINER], ...spec } },
  });
}

function volumes(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((source) => templateOf({}, { volumes: [{ name: 'v', ...source }] }));
}

function ports(...all: readonly JsonObject[]): readonly Step[] {
  return templates({ containers: [{ ...CONTAINER, ports: all }] });
}

function paths(...all: readonly string[]): JsonObject {
  return { items: all.map((path) => ({ key: 'k', path })) };
}

function files(...all: readonly string[]): JsonObject {
  return { items: all.map((path) => ({ path, fieldRef: { fieldPath: 'metadata.name' } })) };
}

function projected(...sources: readonly JsonObject[]): JsonObject {
  return { projected: { sources } };
}

const ACCOUNT = post(
  core('serviceaccounts'),
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'own' } },
  { quiet: true },
);

function pod(metadata: JsonObject, spec: JsonObject): Step {
  return attempt(PODS, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'one', ...metadata },
    spec: { serviceAccountName: 'own', containers: [CONTAINER], ...spec },
  });
}

const ODD: JsonObject = {
  restartPolicy: 'Never',
  terminationGracePeriodSeconds: -1,
  containers: [CONTAINER],
};
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const OS = 'beta.kubernetes.io/os';
const ZONE = 'failure-domain.beta.kubernetes.io/zone';

function expression(key: string, ...values: readonly string[]): JsonObject {
  return { matchExpressions: [{ key, operator: 'In', values }] };
}

const OTHER_PODS: JsonObject = {
  [REQUIRED]: [{ topologyKey: 'zone' }, { topologyKey: 'zone', labelSelector: {} }],
  [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone' } }],
};
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const CONTAINER_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/a';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/a';
const RUNTIME_DEFAULT = { type: 'RuntimeDefault' };

export const POD_WARNINGS: Topic = {
  name: 'pod-warnings',
  cases: {
    'pods: labels of nodes': templates(
      { nodeSelector: { [OS]: 'linux', 'kubernetes.io/arch': 'arm64' } },
      { nodeSelector: { 'node-role.kubernetes.io/master': '' } },
      {
        affinity: {
          nodeAffinity: {
            [REQUIRED]: { nodeSelectorTerms: [expression(ZONE, 'a'), expression('zone', 'a')] },
            [PREFERRED]: [
              { weight: 1, preference: expression('app.kubernetes.io/created-by', 'a') },
              { weight: 1, preference: expression('zone', 'a', 'b c', '-') },
            ],
          },
        },
      },
    ),
    'pods: spreads': templates({
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
      ],
    }),
    'pods: beside other pods': templates({
      affinity: { podAffinity: OTHER_PODS, podAntiAffinity: OTHER_PODS },
    }),
    'pods: annotations': [
      templateOf(
        {
          'scheduler.alpha.kubernetes.io/critical-pod': '',
          'security.alpha.kubernetes.io/sysctls': 'a=b',
          'security.alpha.kubernetes.io/unsafe-sysctls': 'a=b',
        },
        {},
      ),
      templateOf({ [SECCOMP]: 'unconfined', [CONTAINER_SECCOMP]: 'runtime/default' }, {}),
      templateOf(
        { [SECCOMP]: 'runtime/default', [CONTAINER_SECCOMP]: 'runtime/default' },
        { securityContext: { seccompProfile: RUNTIME_DEFAULT } },
      ),
      templateOf({ [APP_ARMOR]: 'runtime/default' }, {}),
      templateOf(
        { [APP_ARMOR]: 'runtime/default' },
        { securityContext: { appArmorProfile: RUNTIME_DEFAULT } },
      ),
      templateOf(
        { [APP_ARMOR]: 'runtime/default' },
        { containers: [{ ...CONTAINER, securityContext: { appArmorProfile: RUNTIME_DEFAULT } }] },
      ),
    ],
    'pods: plugins of volumes': volumes(
      { photonPersistentDisk: { pdID: 'a' } },
      { gitRepo: { repository: 'a' } },
      { scaleIO: { gateway: 'a', system: 'a', secretRef: { name: 'a' }, volumeName: 'a' } },
      { flocker: { datasetName: 'a' } },
      { storageos: { volumeName: 'a' } },
      { quobyte: { registry: 'a:1', volume: 'a' } },
      { glusterfs: { endpoints: 'a', path: 'a' } },
      { cephfs: { monitors: ['a'] } },
      { rbd: { monitors: ['a'], image: 'a' } },
      {
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } },
          },
        },
      },
    ),
    'pods: paths that overlap': volumes(
      { configMap: { name: 'c', ...paths('a', 'a', 'a/b/', 'ab', 'b', 'a/b/c') } },
      { secret: { secretName: 's', ...paths('a/b', 'a/c', 'a') } },
      { downwardAPI: files('a/b', 'a', 'a/b/c') },
      projected(
        { configMap: { name: 'c', ...paths('a', 'b') } },
        {},
        { secret: { name: 's', ...paths('a/b', 'b/c') } },
        { downwardAPI: files('b/c/d', 'e') },
        { serviceAccountToken: { path: 'a/b/c' } },
      ),
    ),
    'pods: ports': [
      ...ports(
        { containerPort: 80, hostIP: '10.0.0.1', name: 'p' },
        { containerPort: 80, protocol: 'UDP', hostIP: '10.0.0.1' },
        { containerPort: 80, hostPort: 80 },
      ),
      ...ports(
        { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 81 },
      ),
    ],
    'pods: lists that have something twice': templates(
      {
        hostAliases: [
          { ip: '10.0.0.1', hostnames: ['a'] },
          { ip: '10.0.0.1', hostnames: ['b'] },
          { ip: 'FE80::0:1', hostnames: ['b'] },
        ],
        imagePullSecrets: [{ name: 'a' }, { name: 'a' }, { name: '' }, {}],
        dnsConfig: { nameservers: ['10.0.0.1', '2001:DB8::1', '2001:db8:0:0:0:0:0:1'] },
      },
      { dnsConfig: { nameservers: ['fe80::1%eth0'] } },
    ),
    'pods: parts of bytes': templates(
      { overhead: { memory: '1500m', 'ephemeral-storage': '1m', cpu: '1m' } },
      {
        initContainers: [{ name: 'i', image: 'i', resources: { limits: { memory: '1m' } } }],
        containers: [
          {
            ...CONTAINER,
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
              { name: 'A', value: '$(A)3' },
            ],
          },
        ],
      },
    ),
    'a bare pod': [
      ACCOUNT,
      pod({ name: 'one.two' }, { nodeSelector: { [OS]: 'linux' }, terminationGracePeriodSeconds: -1 }),
      pod(
        { annotations: { [SECCOMP]: 'runtime/default', 'security.alpha.kubernetes.io/sysctls': 'a=b' } },
        {},
      ),
      pod({ annotations: { [APP_ARMOR]: 'runtime/default' }, name: 'a.b' }, {}),
      pod(
        { annotations: { [APP_ARMOR]: 'runtime/default' } },
        { securityContext: { appArmorProfile: RUNTIME_DEFAULT } },
      ),
      pod({ annotations: { [APP_ARMOR]: 'runtime/default' } }, { os: { name: 'windows' } }),
      pod({}, { volumes: [{ name: 'v', ...projected({}) }] }),
    ],
    'a pod that changes': [
      ACCOUNT,
      post(
        PODS,
        {
          ...object('v1', 'Pod', { ...ODD, serviceAccountName: 'own' }, 'one'),
          metadata: { name: 'one', labels: LABELS },
        },
        { hide: HIDDEN },
      ),
      patch('merge', `${PODS}/one`, { metadata: { labels: { app: 'b' } } }, { hide: HIDDEN }),
      patch(
        'merge',
        `${PODS}/one/status`,
        {
          status: {
            podIPs: [{ ip: '2001:DB8::1' }],
            hostIP: '2001:DB8::2',
            hostIPs: [{ ip: '2001:DB8::2' }],
          },
        },
        { hide: HIDDEN },
      ),
    ],
    'too many for an answer': templates(
      { imagePullSecrets: Array.from({ length: 100 }, () => ({ name: `a${'b'.repeat(20)}` })) },
      { imagePullSecrets: Array.from({ length: 30 }, () => ({ name: `a${'b'.repeat(200)}` })) },
    ),
  },
};
