import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, grouped, patch, post } from '../steps.ts';

/** What is wrong with workloads beside Deployments and Jobs, and with the templates that they have. */

const APPS = 'apps/v1';
const STATEFUL_SETS = grouped(APPS, 'statefulsets');
const DAEMON_SETS = grouped(APPS, 'daemonsets');
const REPLICA_SETS = grouped(APPS, 'replicasets');
const TEMPLATES = core('podtemplates');

const LABELS: JsonObject = { app: 'a' };
const CONTAINERS: JsonObject = { containers: [{ name: 'main', image: 'main:1' }] };
const TEMPLATE: JsonObject = { metadata: { labels: LABELS }, spec: CONTAINERS };
const SPEC: JsonObject = { selector: { matchLabels: LABELS }, template: TEMPLATE };

function object(kind: string, spec: JsonObject): JsonObject {
  return { apiVersion: APPS, kind, metadata: { name: 'one' }, spec: { ...SPEC, ...spec } };
}

/** A template whose pods also have these fields. */
function podSpec(spec: JsonObject): JsonObject {
  return { template: { ...TEMPLATE, spec: { ...CONTAINERS, ...spec } } };
}

/** Tries each; nothing is stored. */
function tried(collection: string, kind: string, specs: readonly JsonObject[]): readonly Step[] {
  return specs.map((spec) => post(`${collection}?dryRun=All`, object(kind, spec)));
}

function statefulSets(...specs: readonly JsonObject[]): readonly Step[] {
  return tried(STATEFUL_SETS, 'StatefulSet', specs);
}

function daemonSets(...specs: readonly JsonObject[]): readonly Step[] {
  return tried(DAEMON_SETS, 'DaemonSet', specs);
}

function replicaSets(...specs: readonly JsonObject[]): readonly Step[] {
  return tried(REPLICA_SETS, 'ReplicaSet', specs);
}

/** Tries each change of an object that is there. */
function changed(
  collection: string,
  kind: string,
  part: 'spec' | 'status',
  ...changes: readonly JsonObject[]
): readonly Step[] {
  const path = part === 'status' ? `${collection}/one/status` : `${collection}/one`;
  return [
    post(collection, object(kind, {}), { quiet: true }),
    ...changes.map((change) => patch('merge', `${path}?dryRun=All`, { [part]: change })),
  ];
}

/** A StatefulSet with these claims, which all are named. */
function claims(...specs: readonly JsonObject[]): JsonObject {
  return {
    volumeClaimTemplates: specs.map((spec, index) => ({ metadata: { name: `claim-${index}` }, spec })),
  };
}

function claim(rest: JsonObject): JsonObject {
  return { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...rest };
}

function strategy(type: string, rollingUpdate?: JsonObject): JsonObject {
  return { updateStrategy: { type, ...(rollingUpdate === undefined ? {} : { rollingUpdate }) } };
}

function rolling(maxUnavailable: number | string, maxSurge: number | string): JsonObject {
  return strategy('RollingUpdate', { maxUnavailable, maxSurge });
}

const SELECTORS: readonly JsonObject[] = [
  { selector: null },
  { selector: {} },
  { selector: { matchLabels: { app: 'not valid' } } },
  { selector: { matchExpressions: [{ key: 'app', operator: 'Like' }] } },
  { selector: { matchLabels: { app: 'b' } } },
];

const PODS: readonly JsonObject[] = [
  podSpec({ restartPolicy: 'Never', activeDeadlineSeconds: 5 }),
  podSpec({ terminationGracePeriodSeconds: -1 }),
  {
    template: {
      ...TEMPLATE,
      metadata: { labels: { ...LABELS, tier: 'not valid' }, annotations: { '-': '' } },
    },
  },
];

export const WORKLOAD_CHECKS: Topic = {
  name: 'workload-checks',
  cases: {
    'stateful sets: selectors': statefulSets(...SELECTORS),
    'stateful sets: templates': statefulSets(...PODS),
    'stateful sets: numbers and names': statefulSets(
      { replicas: -1, minReadySeconds: -1, ordinals: { start: -1 }, serviceName: 'Not Valid' },
      { podManagementPolicy: 'x', revisionHistoryLimit: -1 },
      { revisionHistoryLimit: -1 },
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'x', whenScaled: 'Delete' } },
    ),
    'stateful sets: strategies': statefulSets(
      {},
      strategy('x'),
      strategy('OnDelete', { partition: 1 }),
      strategy('RollingUpdate'),
      strategy('RollingUpdate', { partition: -1 }),
      strategy('RollingUpdate', { maxUnavailable: '200%' }),
    ),
    'stateful sets: claims': statefulSets(
      { volumeClaimTemplates: [{}] },
      { volumeClaimTemplates: [{ metadata: { name: 'Not Valid' }, spec: claim({}) }] },
      claims(claim({ accessModes: ['x', 'ReadWriteOncePod', 'ReadOnlyMany'] })),
      claims(claim({ resources: { requests: { storage: '-1' } } })),
      claims(claim({ resources: { requests: { storage: '0.5' }, limits: { storage: '1500m' } } })),
      claims(claim({ storageClassName: 'Not Valid', volumeAttributesClassName: 'A_', volumeMode: 'x' })),
      claims(claim({ selector: { matchExpressions: [{ key: '', operator: 'In' }] } })),
      claims(claim({}), claim({ storageClassName: '' })),
    ),
    'stateful sets: sources of claims': statefulSets(
      claims(claim({ dataSource: { kind: '', name: '' } })),
      claims(claim({ dataSourceRef: { kind: 'Other', name: 'a', namespace: 'Not Valid' } })),
      claims(claim({ dataSourceRef: { kind: 'Other', name: 'a', apiGroup: 'Not Valid' } })),
      claims(
        claim({
          dataSource: { kind: 'Other', name: 'a', apiGroup: 'x.io' },
          dataSourceRef: { kind: 'Other', name: 'b', apiGroup: 'x.io' },
        }),
      ),
      claims(
        claim({
          dataSource: { kind: 'Other', name: 'a', apiGroup: 'x.io' },
          dataSourceRef: { kind: 'Other', name: 'a', apiGroup: 'x.io', namespace: 'b' },
        }),
      ),
    ),
    'stateful sets: volumes of claims': statefulSets({
      ...claims(claim({})),
      ...podSpec({
        containers: [
          {
            name: 'main',
            image: 'main:1',
            volumeMounts: [
              { name: 'claim-0', mountPath: '/a' },
              { name: 'other', mountPath: '/b' },
            ],
          },
        ],
      }),
    }),
    'stateful sets: changes': changed(
      STATEFUL_SETS,
      'StatefulSet',
      'spec',
      { serviceName: 'Not Valid' },
      claims(claim({ accessModes: ['x'] })),
      { ordinals: { start: -1 }, updateStrategy: { rollingUpdate: null } },
      { updateStrategy: { type: 'OnDelete' } },
    ),
    'stateful sets: status': changed(
      STATEFUL_SETS,
      'StatefulSet',
      'status',
      { replicas: 1, readyReplicas: 2, currentReplicas: 3, updatedReplicas: 4, availableReplicas: 5 },
      {
        replicas: -1,
        readyReplicas: 0,
        currentReplicas: 0,
        updatedReplicas: 0,
        availableReplicas: 0,
        observedGeneration: -1,
      },
    ),
    'daemon sets: selectors': daemonSets(...SELECTORS),
    'daemon sets: templates': daemonSets(...PODS),
    'daemon sets: strategies': daemonSets(
      strategy('x'),
      strategy('x', { maxSurge: 1 }),
      strategy('OnDelete', { maxUnavailable: '200%' }),
      rolling('200%', '0%'),
      rolling('x', -1),
      rolling(1, '10%'),
      rolling(0, '200%'),
    ),
    'daemon sets: numbers': daemonSets({ minReadySeconds: -1, revisionHistoryLimit: -1 }),
    'daemon sets: a count of templates': ['5', '-1'].map((count) =>
      post(`${DAEMON_SETS}?dryRun=All`, {
        ...object('DaemonSet', {}),
        metadata: { name: 'one', annotations: { 'deprecated.daemonset.template.generation': count } },
      }),
    ),
    'daemon sets: status': changed(
      DAEMON_SETS,
      'DaemonSet',
      'status',
      { currentNumberScheduled: -1, numberMisscheduled: -1, desiredNumberScheduled: -1, numberReady: -1 },
      { observedGeneration: -1, updatedNumberScheduled: -1, numberAvailable: -1, numberUnavailable: -1 },
    ),
    'replica sets: selectors': replicaSets(...SELECTORS),
    'replica sets: templates': replicaSets(...PODS),
    'replica sets: status': changed(
      REPLICA_SETS,
      'ReplicaSet',
      'status',
      { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 3, availableReplicas: 4 },
      {
        replicas: -1,
        fullyLabeledReplicas: 0,
        readyReplicas: 0,
        availableReplicas: 0,
        observedGeneration: -1,
      },
    ),
    'pod templates': [
      post(`${TEMPLATES}?dryRun=All`, {
        apiVersion: 'v1',
        kind: 'PodTemplate',
        metadata: { name: 'one' },
        template: { spec: { ...CONTAINERS, terminationGracePeriodSeconds: -1 } },
      }),
      post(`${TEMPLATES}?dryRun=All`, {
        apiVersion: 'v1',
        kind: 'PodTemplate',
        metadata: { name: 'one' },
        template: {
          metadata: { labels: { '/': '' }, annotations: { 'Not Valid': '' } },
          spec: {
            ...CONTAINERS,
            activeDeadlineSeconds: 0,
            ephemeralContainers: [{ name: 'other', image: 'other:1' }],
          },
        },
      }),
    ],
  },
};
