import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { awaited, core, post } from '../steps.ts';
import { pods as templates } from '../templates.ts';

/** What is wrong with the volumes of pods, shown by a template, which nobody needs to place, or by pods. */

const PODS = core('pods');
const CONTAINERS = [{ name: 'a', image: 'a' }];

/** A template of this container, and of volumes that it may mount. */
function containers(container: JsonObject): readonly Step[] {
  return templates({
    containers: [{ name: 'a', image: 'a', ...container }],
    volumes: [
      { name: 'v', emptyDir: {} },
      { name: 'w', emptyDir: {} },
      ...['c', 'd'].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ],
  });
}

function mounts(...all: readonly JsonObject[]): readonly Step[] {
  return containers({ volumeMounts: all.map((mount) => Object.assign({ name: 'v' }, mount)) });
}

/** One template with all of these volumes, of which each has a name of its own. */
function volumes(...all: readonly JsonObject[]): readonly Step[] {
  const named = all.map((source, index) => Object.assign({ name: `v${index}` }, source));
  return templates({ volumes: named });
}

function pods(...all: readonly (readonly JsonObject[])[]): readonly Step[] {
  const spec = { automountServiceAccountToken: false, containers: CONTAINERS };
  return [
    awaited(core('serviceaccounts', '/default'), { quiet: true }),
    ...all.map((several) =>
      post(`${PODS}?dryRun=All`, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'one' },
        spec: { ...spec, volumes: several },
      }),
    ),
  ];
}

function projected(...all: readonly (readonly JsonObject[])[]): readonly Step[] {
  return volumes(...all.map((sources) => ({ projected: { sources } })));
}

function downward(...items: readonly JsonObject[]): readonly Step[] {
  return volumes(...items.map((item) => ({ downwardAPI: { items: [{ path: 'x', ...item }] } })));
}

function fields(...paths: readonly string[]): readonly Step[] {
  return downward(...paths.map((fieldPath) => ({ fieldRef: { fieldPath } })));
}

function resources(...all: readonly (readonly [string, string])[]): readonly Step[] {
  return downward(
    ...all.map(([resource, divisor]) => ({ resourceFieldRef: { containerName: 'a', resource, divisor } })),
  );
}

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const IQN = 'iqn.2001-04.com.example:disk';
const NAME = { fieldRef: { fieldPath: 'metadata.name' } };

export const VOLUME_CHECKS: Topic = {
  name: 'volume-checks',
  cases: {
    'projected: sources': projected(
      [{}],
      [{ secret: {} }, { configMap: {} }, { downwardAPI: {} }],
      [{ secret: { name: 'a' }, configMap: { name: 'b' } }],
      [{ configMap: { name: 'a', items: [{ key: '', path: '' }] } }],
      [{ secret: { name: 'a', items: [{ key: 'a', path: '../b', mode: 0o1000 }] } }],
      [{ downwardAPI: { items: [{ path: '/x', mode: -1 }] } }],
    ),
    'projected: conflicts': projected(
      [
        { secret: { name: 'a', items: [{ key: 'a', path: 'x' }] } },
        { configMap: { name: 'b', items: [{ key: 'a', path: 'x' }] } },
        { downwardAPI: { items: [{ path: 'x', ...NAME }] } },
        { serviceAccountToken: { path: 'x' } },
      ],
      [
        { downwardAPI: { items: [{ path: 'x', ...NAME }] } },
        { secret: { name: 'a', items: [{ key: 'a', path: 'x' }] } },
      ],
      [{ secret: { name: 'a', items: ['x', 'x', 'x'].map((path) => ({ key: 'a', path })) } }],
    ),
    'projected: tokens': projected(
      [{ serviceAccountToken: {} }],
      [{ serviceAccountToken: { path: '/t', expirationSeconds: 599 } }],
      [{ serviceAccountToken: { path: '../t', expirationSeconds: 600, audience: 'a' } }],
      [{ serviceAccountToken: { path: '..t', expirationSeconds: 4_294_967_296 } }],
      [{ serviceAccountToken: { path: 't', expirationSeconds: 4_294_967_297 } }],
      [{ serviceAccountToken: { path: 't', expirationSeconds: 0 } }],
      [{ serviceAccountToken: { path: 'a/../t' } }],
    ),
    'projected: sources that are off by default': [
      ...projected([{ secret: { name: 'a' }, clusterTrustBundle: {}, podCertificate: {} }]),
      ...pods([
        {
          name: 'a',
          projected: { sources: [{ secret: { name: 'a' }, clusterTrustBundle: { path: 'a', name: 'a' } }] },
        },
      ]),
    ],
    'projected: modes': volumes({ projected: { defaultMode: 0o1000 } }, { projected: { defaultMode: -1 } }),
    'downward: files': [
      ...downward({}, { path: '' }, { path: '/x', ...NAME }, { path: '..x', mode: 0o1000, ...NAME }),
      ...downward({ ...NAME, resourceFieldRef: { resource: 'limits.cpu' } }, { fieldRef: {} }),
      ...volumes({ downwardAPI: { defaultMode: 0o1000 } }, { downwardAPI: {} }),
    ],
    'downward: fields': [
      ...fields('metadata.uid', 'metadata.labels', "metadata.labels['a/b']", "metadata.annotations['A.b/C']"),
      ...fields('spec.x', 'spec.nodeName', 'spec.host', 'status.podIP', "metadata.name['a']", "spec.x['a']"),
      ...fields("metadata.labels['']", "metadata.labels['a b']", "metadata.labels['", "['a']", "a']"),
      ...fields("metadata.labels['a['b']", "metadata.annotations['a//b']", "metadata.labels']"),
      ...downward({ fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } }),
    ],
    'downward: resources': [
      ...resources(['limits.cpu', '1m'], ['requests.memory', '1Ki'], ['limits.hugepages-2Mi', '1Mi']),
      ...resources(['limits.cpu', '2'], ['requests.memory', '2Ki'], ['limits.ephemeral-storage', '1m']),
      ...resources(['limits.hugepages-2Mi', '3'], ['limits.gpu', '7'], ['', '1'], ['limits.cpu', '1000m']),
      ...downward({ resourceFieldRef: {} }, { resourceFieldRef: { resource: 'limits.cpu', divisor: '5' } }),
    ],
    'claim templates': volumes(
      { ephemeral: {} },
      { ephemeral: { volumeClaimTemplate: {} } },
      { ephemeral: { volumeClaimTemplate: { spec: { ...CLAIM, accessModes: ['x'] } } } },
      { ephemeral: { volumeClaimTemplate: { spec: { ...CLAIM, volumeMode: 'x', storageClassName: '-' } } } },
      {
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { name: 'a', namespace: 'b', uid: 'c', finalizers: ['d'] },
            spec: CLAIM,
          },
        },
      },
      {
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { 'a b': 'c d' }, annotations: { 'e f': 'g' } },
            spec: CLAIM,
          },
        },
      },
    ),
    'claims that are made for a pod': pods(
      [
        { name: 'a', ephemeral: { volumeClaimTemplate: { spec: CLAIM } } },
        { name: 'b', persistentVolumeClaim: { claimName: 'one-a' } },
        { name: 'c', persistentVolumeClaim: { claimName: 'one-c' } },
      ],
      [{ name: 'A', ephemeral: { volumeClaimTemplate: { spec: CLAIM } } }],
    ),
    images: [
      ...volumes(
        { image: {} },
        { image: { reference: 'a:1', pullPolicy: 'x' } },
        { image: { reference: 'a' } },
      ),
      ...pods([{ name: 'a', image: {} }], [{ name: 'a', image: { reference: 'a' } }]),
      ...pods([{ name: 'a', image: { reference: 'a:1' } }]),
    ],
    csi: volumes(
      { csi: {} },
      { csi: { driver: 'Not Valid', nodePublishSecretRef: {} } },
      { csi: { driver: 'Example.com', nodePublishSecretRef: { name: 'Not Valid' } } },
      { csi: { driver: 'a'.repeat(64) } },
    ),
    'more than one source': volumes(
      { emptyDir: { sizeLimit: '-1' }, image: {}, csi: {} },
      { secret: {}, projected: { defaultMode: -1 } },
    ),
    iscsi: volumes(
      { iscsi: {} },
      { iscsi: { targetPortal: 'a', iqn: 'x', lun: 256, chapAuthSession: true } },
      { iscsi: { targetPortal: 'a', iqn: 'iqn.x', lun: -1, initiatorName: 'y' } },
      { iscsi: { targetPortal: 'a', iqn: 'eui.1', lun: 0, initiatorName: 'naa.1' } },
      { iscsi: { targetPortal: 'a'.repeat(62), iqn: IQN, lun: 0, initiatorName: IQN } },
    ),
    'disks of clouds': volumes(
      { gcePersistentDisk: { partition: 256 } },
      { awsElasticBlockStore: { partition: -1 } },
      { azureFile: {} },
      { azureDisk: {} },
      { azureDisk: { diskName: 'a', diskURI: 'b', kind: 'x', cachingMode: 'y' } },
      { azureDisk: { diskName: 'a', diskURI: 'b', kind: 'Managed' } },
      { vsphereVolume: {} },
      { photonPersistentDisk: {} },
      { cinder: { secretRef: {} } },
    ),
    mounts: [
      ...mounts(
        { mountPath: '/a', subPath: '/x', subPathExpr: '../y' },
        { mountPath: '/b', mountPropagation: 'x' },
        { mountPath: '/c', mountPropagation: 'Bidirectional', recursiveReadOnly: 'Enabled' },
        { mountPath: '/c', mountPropagation: 'None', recursiveReadOnly: 'IfPossible', readOnly: true },
        { mountPath: '/d', recursiveReadOnly: 'x' },
        { mountPath: '/e', recursiveReadOnly: 'Disabled' },
      ),
      ...mounts({}, { name: '', mountPath: '/a' }, { name: 'none', mountPath: '/b' }),
    ],
    devices: containers({
      volumeMounts: [
        { name: 'v', mountPath: '/a' },
        { name: 'w', mountPath: '/b' },
      ],
      volumeDevices: [
        { name: 'v', devicePath: '/x' },
        { name: 'v', devicePath: '/b' },
        { name: 'c', devicePath: '/../y' },
        { name: 'd', devicePath: '/x' },
        { name: '', devicePath: '' },
      ],
    }),
    'disks of other systems': volumes(
      { gitRepo: { directory: '../x' } },
      { glusterfs: {} },
      { flocker: {} },
      { flocker: { datasetName: 'a/b', datasetUUID: 'c' } },
      { rbd: {} },
      { cephfs: {} },
      { quobyte: {} },
      { fc: {} },
      { fc: { targetWWNs: ['a'], wwids: ['b'] } },
      { fc: { targetWWNs: ['a'], lun: 256 } },
      { flexVolume: { options: { 'a.kubernetes.io/b': 'c', 'K8S.io': 'd', e: 'f' } } },
      { portworxVolume: {} },
      { storageos: { secretRef: {} } },
      { storageos: { volumeName: 'A', volumeNamespace: 'B' } },
      { scaleIO: {} },
    ),
  },
};
