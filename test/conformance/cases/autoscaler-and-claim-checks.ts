import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, grouped, patch, post, put } from '../steps.ts';

/** What is wrong with autoscalers and claims of storage, and with updates of them. */

const SCALING = 'autoscaling/v2';
const SCALERS = grouped(SCALING, 'horizontalpodautoscalers');
const OLD_SCALERS = grouped('autoscaling/v1', 'horizontalpodautoscalers');
const CLAIMS = core('persistentvolumeclaims');
const DRY = '?dryRun=All';

const TARGET: JsonObject = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

function scaler(spec: JsonObject, apiVersion: string = SCALING): JsonObject {
  return {
    apiVersion,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'one' },
    spec: { scaleTargetRef: TARGET, maxReplicas: 3, ...spec },
  };
}

/** Tries each; nothing is stored. */
function scalers(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((spec) => post(`${SCALERS}${DRY}`, scaler(spec)));
}

function metrics(...all: readonly JsonValue[]): JsonObject {
  return { metrics: all };
}

function resource(target: JsonObject, name: string = 'cpu'): JsonObject {
  return { type: 'Resource', resource: { name, target } };
}

function containerResource(name: string, container: string): JsonObject {
  const target = { type: 'Utilization', averageUtilization: 50 };
  return { type: 'ContainerResource', containerResource: { name, container, target } };
}

const METRIC: JsonObject = { name: 'm' };
const SHARE: JsonObject = { type: 'Utilization', averageUtilization: 50 };

function claim(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'one', ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  };
}

/** Tries each; nothing is stored. */
function claims(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((spec) => post(`${CLAIMS}${DRY}`, claim(spec)));
}

/** Tries to change a claim; nothing is stored. */
function changes(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((spec) => patch('merge', `${CLAIMS}/one${DRY}`, { spec }));
}

function room(storage: string): JsonObject {
  return { resources: { requests: { storage } } };
}

function status(plural: string, change: JsonObject): Step {
  return patch('merge', `${plural}/one/status${DRY}`, { status: change });
}

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export const AUTOSCALER_AND_CLAIM_CHECKS: Topic = {
  name: 'autoscaler-and-claim-checks',
  cases: {
    'autoscaler: replicas': scalers(
      { minReplicas: 0 },
      { minReplicas: -1, maxReplicas: -2 },
      { maxReplicas: 0 },
      { minReplicas: 5 },
    ),
    'autoscaler: target': scalers(
      { scaleTargetRef: {} },
      { scaleTargetRef: { apiVersion: 'x/y/z', kind: 'a/b', name: 'a%b' } },
      { scaleTargetRef: { apiVersion: 'v1', kind: 'Pod', name: '..' } },
      { scaleTargetRef: { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' } },
    ),
    'autoscaler: sources of metrics': scalers(
      metrics({}, { type: 'x' }, { type: 'Pods' }),
      metrics({ type: 'Object', pods: {}, resource: {} }),
      metrics({ type: 'Pods', external: { metric: METRIC, target: SHARE }, pods: {} }),
    ),
    'autoscaler: metrics of resources': scalers(
      metrics(resource({}, ''), resource({ type: 'x' }), resource(SHARE, 'x')),
      metrics(resource({ ...SHARE, averageValue: '1' }), resource({ type: 'Value', value: '0' })),
      metrics(
        containerResource('', ''),
        containerResource('x', 'Not Valid'),
        containerResource('a.b/c', 'a'),
      ),
      metrics(resource({ type: 'Utilization', averageUtilization: 0 })),
    ),
    'autoscaler: other metrics': scalers(
      metrics(
        { type: 'Object', object: {} },
        { type: 'Object', object: { describedObject: TARGET, metric: { name: 'a/b' }, target: SHARE } },
      ),
      metrics({
        type: 'Pods',
        pods: { metric: METRIC, target: { type: 'AverageValue', averageValue: '-1' } },
      }),
      metrics({
        type: 'External',
        external: { metric: METRIC, target: { type: 'Value', value: '1', averageValue: '1' } },
      }),
      {
        minReplicas: 0,
        ...metrics({ type: 'External', external: { metric: METRIC, target: SHARE } }),
      },
    ),
    'autoscaler: behavior': scalers(
      { behavior: {} },
      { behavior: { scaleDown: { stabilizationWindowSeconds: 60, tolerance: '0.1' } } },
      { behavior: { scaleUp: { policies: [{}, { type: 'Pods', value: -1, periodSeconds: 1801 }] } } },
      {
        behavior: {
          scaleUp: { stabilizationWindowSeconds: -1, selectPolicy: 'x' },
          scaleDown: { stabilizationWindowSeconds: 3601, tolerance: '-0.1' },
        },
      },
    ),
    'autoscaler: the older version': [
      post(
        `${OLD_SCALERS}${DRY}`,
        scaler({ minReplicas: -1, scaleTargetRef: {}, targetCPUUtilizationPercentage: 0 }, 'autoscaling/v1'),
      ),
    ],
    'autoscaler: updates and status': [
      post(SCALERS, scaler({})),
      patch('merge', `${SCALERS}/one${DRY}`, { spec: { scaleTargetRef: { apiVersion: 'v1' } } }),
      patch('merge', `${SCALERS}/one${DRY}`, { spec: { behavior: { scaleUp: null } } }),
      status(SCALERS, { currentReplicas: -1, desiredReplicas: -1 }),
    ],
    'claim: access and room': claims(
      { accessModes: [], resources: {} },
      { accessModes: ['x', 'ReadWriteOncePod', 'ReadOnlyMany'] },
      { accessModes: ['ReadWriteOncePod'], ...room('0') },
      room('-1'),
      { ...room('1.5'), volumeMode: 'Block' },
    ),
    'claim: names and selector': claims({
      storageClassName: 'Not Valid',
      volumeAttributesClassName: 'Not Valid',
      volumeMode: 'x',
      selector: { matchLabels: { app: 'not valid' }, matchExpressions: [{}] },
    }),
    'claim: sources of data': claims(
      { dataSource: { kind: 'Secret', name: 'a' } },
      { dataSource: { kind: 'PersistentVolumeClaim', name: 'a' } },
      { dataSource: { kind: 'PersistentVolumeClaim', name: '' } },
      { dataSourceRef: { apiGroup: 'Not Valid', kind: 'A', name: 'a' } },
      { dataSourceRef: { kind: 'Secret', name: 'a' } },
      { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'a', namespace: 'default' } },
      {
        dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
      },
    ),
    'claim: an older name of the class': [
      post(`${CLAIMS}${DRY}`, claim({}, { annotations: { [CLASS_ANNOTATION]: 'fast' } })),
    ],
    'claim: updates': [
      post(CLAIMS, claim({})),
      ...changes(
        { volumeName: 'v', storageClassName: 'fast' },
        { accessModes: ['ReadOnlyMany', 'ReadWriteMany'] },
        {
          selector: { matchLabels: { b: 'b', a: 'a' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] },
        },
        { volumeMode: 'Block', accessModes: null },
        { dataSource: { kind: 'PersistentVolumeClaim', name: 'a' } },
        { resources: { limits: { storage: '2Gi' } }, volumeAttributesClassName: 'gold' },
        room('1024Mi'),
        room('2Gi'),
        room('1Mi'),
        { resources: null },
      ),
      patch('merge', `${CLAIMS}/one${DRY}`, { metadata: { annotations: { [CLASS_ANNOTATION]: 'fast' } } }),
    ],
    'claim: updates of a bound one': [
      post(CLAIMS, claim({ storageClassName: 'fast', volumeName: 'v' })),
      patch('merge', `${CLAIMS}/one/status`, {
        status: {
          phase: 'Bound',
          capacity: { storage: '512Mi' },
          currentVolumeAttributesClassName: 'gold',
        },
      }),
      ...changes(
        { volumeAttributesClassName: 'gold' },
        room('768Mi'),
        room('512Mi'),
        { volumeAttributesClassName: '' },
        { volumeName: 'w' },
        { storageClassName: null },
      ),
    ],
    'claim: from the annotation to the field': [
      post(CLAIMS, claim({}, { annotations: { [CLASS_ANNOTATION]: 'fast' } })),
      ...changes({ storageClassName: 'slow' }, { storageClassName: 'fast' }),
      put(`${CLAIMS}/one${DRY}`, claim({ storageClassName: 'fast' })),
      put(`${CLAIMS}/one${DRY}`, claim({})),
    ],
    'claim: status': [
      post(CLAIMS, claim({})),
      status(CLAIMS, { phase: 'x', capacity: { storage: '-1500m' } }),
      status(CLAIMS, {
        phase: null,
        allocatedResources: { storage: '-1', cpu: '1', 'a.b/c': '-1' },
        allocatedResourceStatuses: { storage: 'x', cpu: 'NodeResizePending', 'a b': 'NodeResizePending' },
      }),
      status(CLAIMS, { phase: null }),
    ],
  },
};
