import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, get, patch, post } from '../steps.ts';

const ONE = core('podtemplates', '/one');

/** A PodTemplate has the richest lists of all kinds that no controller looks at. */
function template(spec: JsonObject): JsonObject {
  const metadata = {
    labels: { app: 'x', tier: 'web' },
    annotations: { a: '1' },
    finalizers: ['example.com/a'],
  };
  return {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { name: 'one', labels: { case: '<id>' } },
    template: { metadata, spec },
  };
}

const SPEC: JsonObject = {
  containers: [
    {
      name: 'web',
      image: 'web:1',
      args: ['a', 'b'],
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
      ports: [
        { containerPort: 80, name: 'http' },
        { containerPort: 443, name: 'https' },
      ],
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
    { name: 'side', image: 'side:1' },
  ],
  volumes: [
    { name: 'data', emptyDir: {} },
    { name: 'conf', configMap: { name: 'conf' } },
  ],
  tolerations: [{ key: 'a', operator: 'Exists' }],
  imagePullSecrets: [{ name: 'one' }, { name: 'two' }],
  nodeSelector: { disk: 'ssd', zone: 'a' },
  hostAliases: [{ ip: '192.0.2.1', hostnames: ['a', 'b'] }],
};

function patched(change: JsonValue): readonly Step[] {
  return [
    post(core('podtemplates'), template(SPEC), { quiet: true }),
    patch('strategic', ONE, change),
    get(ONE),
  ];
}

function onSpec(spec: JsonValue): readonly Step[] {
  return patched({ template: { spec } });
}

function onWeb(change: JsonObject): readonly Step[] {
  return onSpec({ containers: [{ name: 'web', ...change }] });
}

function onMetadata(metadata: JsonObject): readonly Step[] {
  return [
    post(
      core('configmaps'),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner' } },
      { quiet: true, as: 'owner' },
    ),
    post(
      core('configmaps'),
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'one',
          finalizers: ['example.com/a', 'example.com/b', 'example.com/c'],
          labels: { a: '1', b: '2' },
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '<owner.metadata.uid>' },
          ],
        },
        data: { a: '1' },
      },
      { quiet: true },
    ),
    patch('strategic', `${core('configmaps', '/one')}?dryRun=All`, { metadata }),
  ];
}

const TOLERATION = [{ key: 'b', operator: 'Exists' }];

export const STRATEGIC_MERGE: Topic = {
  name: 'strategic-merge',
  cases: {
    'an element is merged by its key': onWeb({ image: 'web:2' }),
    'a new element is appended': onSpec({ containers: [{ name: 'third', image: 'third:1' }] }),
    'a new element before an old one in the patch': onSpec({
      containers: [
        { name: 'third', image: 'third:1' },
        { name: 'web', image: 'web:2' },
      ],
    }),
    'an empty patch changes nothing': patched({}),
    'an empty list changes nothing': onSpec({ containers: [] }),
    'null removes a merged list': onSpec({ volumes: null }),
    'null removes a field': onWeb({ args: null }),
    'null removes a key of a map': onSpec({ nodeSelector: { disk: null } }),
    'an atomic list is replaced': onSpec({ tolerations: TOLERATION }),
    'an atomic list of scalars is replaced': onWeb({ args: ['c'] }),
    'a map is merged': onSpec({ nodeSelector: { zone: 'b', rack: '1' } }),
    'a list in an element is merged by its own key': onWeb({
      env: [
        { name: 'B', value: '3' },
        { name: 'C', value: '4' },
      ],
    }),
    'ports are merged by containerPort': onWeb({ ports: [{ containerPort: 80, hostPort: 8080 }] }),
    'volume mounts are merged by mountPath': onWeb({
      volumeMounts: [{ name: 'data', mountPath: '/data', readOnly: true }],
    }),
    'host aliases are merged by ip, their names atomic': onSpec({
      hostAliases: [{ ip: '192.0.2.1', hostnames: ['c'] }],
    }),
    '$patch delete removes an element': onSpec({ containers: [{ name: 'side', $patch: 'delete' }] }),
    '$patch delete of an element that is not there': onSpec({
      containers: [{ name: 'none', $patch: 'delete' }],
    }),
    '$patch delete of the last element': onSpec({ hostAliases: [{ ip: '192.0.2.1', $patch: 'delete' }] }),
    '$patch delete in a nested list': onWeb({ env: [{ name: 'A', $patch: 'delete' }] }),
    '$patch delete beside a change': onSpec({
      containers: [
        { name: 'side', $patch: 'delete' },
        { name: 'web', image: 'web:3' },
      ],
    }),
    '$patch delete on a map': onSpec({ nodeSelector: { $patch: 'delete' } }),
    '$patch replace on a map': onSpec({ nodeSelector: { $patch: 'replace', rack: '2' } }),
    '$patch replace on a list': onSpec({
      containers: [{ $patch: 'replace' }, { name: 'only', image: 'only:1' }],
    }),
    '$patch replace on a list without elements': onSpec({ volumes: [{ $patch: 'replace' }] }),
    '$patch replace in an element': onSpec({
      containers: [{ name: 'web', image: 'web:4', $patch: 'replace' }],
    }),
    '$patch merge says what is the case anyway': onSpec({ nodeSelector: { $patch: 'merge', rack: '3' } }),
    '$patch merge in an element': onSpec({ containers: [{ name: 'web', image: 'web:4', $patch: 'merge' }] }),
    '$patch unknown on a map': onSpec({ nodeSelector: { $patch: 'nothing', rack: '3' } }),
    '$patch unknown in an element': onSpec({ containers: [{ name: 'web', $patch: 'nothing' }] }),
    '$patch that is no text': onSpec({ nodeSelector: { $patch: 1 } }),
    '$patch delete on the root': patched({ $patch: 'delete' }),
    '$patch replace on the root': patched({ $patch: 'replace', metadata: { name: 'one' } }),
    'an element without its key': onSpec({ containers: [{ image: 'x' }] }),
    '$patch delete without a key': onSpec({ containers: [{ $patch: 'delete' }] }),
    'an element that is no object': onSpec({ containers: ['web'] }),
    'an element that is no object among objects': onSpec({ containers: [{ name: 'web' }, 'side'] }),
    'elements that are lists': onSpec({ containers: [['web']] }),
    'an element that is null': onSpec({ containers: [null] }),
    'a list where a map is': onSpec({ nodeSelector: ['a'] }),
    'a map where a list is': onSpec({ containers: { name: 'web' } }),
    'a text where a list is': onSpec({ containers: 'web' }),
    'a wrong type of a scalar': onWeb({ image: 5 }),
    '$setElementOrder sorts elements': onSpec({
      '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }],
      containers: [{ name: 'web', image: 'web:2' }],
    }),
    '$setElementOrder with an element without its key': onSpec({
      '$setElementOrder/containers': [{ $patch: 'replace', image: 'x' }],
      containers: [{ $patch: 'replace', image: 'x' }],
    }),
    '$setElementOrder beside $patch replace': onSpec({
      '$setElementOrder/containers': [{ name: 'web' }],
      containers: [{ $patch: 'replace' }, { name: 'web', image: 'web:5' }],
    }),
    '$setElementOrder alone': onSpec({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }] }),
    '$setElementOrder places a new element': onSpec({
      '$setElementOrder/containers': [{ name: 'new' }, { name: 'web' }, { name: 'side' }],
      containers: [{ name: 'new', image: 'new:1' }],
    }),
    '$setElementOrder leaves out one that the server has': onSpec({
      '$setElementOrder/containers': [{ name: 'side' }, { name: 'new' }],
      containers: [{ name: 'new', image: 'new:1' }],
    }),
    '$setElementOrder leaves out one of the patch': onSpec({
      '$setElementOrder/containers': [{ name: 'side' }],
      containers: [{ name: 'new', image: 'new:1' }],
    }),
    '$setElementOrder in another order than the patch': onSpec({
      '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }],
      containers: [
        { name: 'web', image: 'web:2' },
        { name: 'side', image: 'side:2' },
      ],
    }),
    '$setElementOrder beside a deletion': onSpec({
      '$setElementOrder/containers': [{ name: 'web' }],
      containers: [{ name: 'side', $patch: 'delete' }],
    }),
    '$setElementOrder of a list without a key': onSpec({
      tolerations: [],
      '$setElementOrder/tolerations': [],
    }),
    '$setElementOrder by texts of a list without a key': onSpec({
      tolerations: [],
      '$setElementOrder/tolerations': ['a'],
    }),
    '$setElementOrder by texts of a list of texts': onWeb({
      args: [],
      '$setElementOrder/args': ['b', 'c', 'a'],
    }),
    '$setElementOrder of a list without a key that was not there': onSpec({
      schedulingGates: [],
      '$setElementOrder/schedulingGates': [],
    }),
    '$setElementOrder of a nested list': onWeb({
      '$setElementOrder/env': [{ name: 'B' }, { name: 'C' }, { name: 'A' }],
      env: [{ name: 'C', value: '3' }],
    }),
    '$setElementOrder without keys': onSpec({
      '$setElementOrder/containers': [{ image: 'x' }],
      containers: [{ name: 'web', image: 'web:2' }],
    }),
    '$setElementOrder that is no list': onSpec({ '$setElementOrder/containers': 'web' }),
    '$setElementOrder of a list of scalars': onMetadata({
      '$setElementOrder/finalizers': ['example.com/d', 'example.com/a', 'example.com/b', 'example.com/c'],
      finalizers: ['example.com/d'],
    }),
    'a merged list of scalars gets what is new': onMetadata({
      finalizers: ['example.com/d', 'example.com/a'],
    }),
    $deleteFromPrimitiveList: onMetadata({ '$deleteFromPrimitiveList/finalizers': ['example.com/b'] }),
    '$deleteFromPrimitiveList of one that is not there': onMetadata({
      '$deleteFromPrimitiveList/finalizers': ['example.com/x'],
    }),
    '$deleteFromPrimitiveList of all': onMetadata({
      '$deleteFromPrimitiveList/finalizers': ['example.com/a', 'example.com/b', 'example.com/c'],
    }),
    '$deleteFromPrimitiveList with additions and an order': onMetadata({
      '$deleteFromPrimitiveList/finalizers': ['example.com/a'],
      '$setElementOrder/finalizers': ['example.com/z', 'example.com/c', 'example.com/b'],
      finalizers: ['example.com/z'],
    }),
    '$deleteFromPrimitiveList that is no list': onMetadata({
      '$deleteFromPrimitiveList/finalizers': 'example.com/a',
    }),
    '$deleteFromPrimitiveList that is null': onMetadata({ '$deleteFromPrimitiveList/finalizers': null }),
    '$deleteFromPrimitiveList of another type': onMetadata({ '$deleteFromPrimitiveList/finalizers': [1] }),
    '$deleteFromPrimitiveList of lists': onMetadata({ '$deleteFromPrimitiveList/finalizers': [['a']] }),
    '$deleteFromPrimitiveList of objects, which merges them': onSpec({
      '$deleteFromPrimitiveList/containers': [
        { name: 'web', image: 'web:2' },
        { name: 'new', image: 'new:1' },
      ],
    }),
    '$deleteFromPrimitiveList of objects that are set as well': onSpec({
      containers: [{ name: 'new', image: 'new:1', env: [], '$deleteFromPrimitiveList/env': [] }],
      '$deleteFromPrimitiveList/containers': [
        { name: 'new', image: 'new:1', env: [], '$deleteFromPrimitiveList/env': [] },
      ],
    }),
    '$deleteFromPrimitiveList of a map, which merges it': onSpec({
      '$deleteFromPrimitiveList/nodeSelector': { b: 'c' },
    }),
    '$deleteFromPrimitiveList of a scalar, which sets it': onSpec({
      '$deleteFromPrimitiveList/terminationGracePeriodSeconds': 7,
    }),
    '$deleteFromPrimitiveList of a list that is not there': onSpec({
      '$deleteFromPrimitiveList/hostAliases': [{ ip: '127.0.0.1' }],
    }),
    'a merged list of scalars replaced by null': onMetadata({ finalizers: null }),
    'owner references are merged by uid': onMetadata({
      ownerReferences: [{ uid: '<owner.metadata.uid>', controller: true }],
    }),
    'labels are merged': onMetadata({ labels: { a: null, c: '3' } }),
    '$retainKeys clears what is not named': onSpec({
      volumes: [{ name: 'conf', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }],
    }),
    '$retainKeys of a map': onSpec({
      volumes: [{ name: 'data', $retainKeys: ['name', 'emptyDir'], emptyDir: { medium: 'Memory' } }],
    }),
    '$retainKeys that lacks a key of the patch': onSpec({
      volumes: [{ name: 'conf', $retainKeys: ['name'], secret: { secretName: 's' } }],
    }),
    '$retainKeys that is no list': onSpec({ volumes: [{ name: 'conf', $retainKeys: 'name' }] }),
    'another volume source without $retainKeys': onSpec({
      volumes: [{ name: 'conf', secret: { secretName: 's' } }],
    }),
    'an unknown field is dropped with a warning': onSpec({ nothing: 1 }),
    'a directive on an unknown field': onSpec({ '$setElementOrder/nothing': [{ name: 'a' }] }),
    'a wrong apiVersion': patched({ apiVersion: 'v2' }),
    'a wrong kind': patched({ kind: 'Pod' }),
    'another name': patched({ metadata: { name: 'two' } }),
    'a list as a patch': patched([]),
    'a text as a patch': patched('"x"'),
    'two deletions of one key': onSpec({
      containers: [
        { name: 'side', $patch: 'delete' },
        { name: 'side', $patch: 'delete' },
      ],
    }),
    'the same key twice': onSpec({
      containers: [
        { name: 'web', image: 'a' },
        { name: 'web', image: 'b' },
      ],
    }),
  },
};
