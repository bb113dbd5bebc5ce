import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Seen, Step, Topic } from '../step.ts';
import { awaited, awaitedGone, configMap, core, del, get, patch, post, put } from '../steps.ts';

const MAPS = core('configmaps');
const ONE = `${MAPS}/one`;

function made(metadata: JsonObject = {}): Step {
  return post(MAPS, configMap('one', { metadata, data: { a: '1' } }), { quiet: true, as: 'made' });
}

const KEPT = made({ finalizers: ['example.com/a'] });

function owned(name: string, owner: JsonObject, finalizers: readonly string[] = []): Step {
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'ConfigMap', name: 'one', uid: '<made.metadata.uid>', ...owner },
  ];
  return post(MAPS, configMap(name, { metadata: { ownerReferences, finalizers } }), {
    quiet: true,
    as: name,
  });
}

function deletion(options: JsonValue, query = ''): readonly Step[] {
  return [made(), del(`${ONE}${query}`, options), get(ONE)];
}

function namespace(name: string, finalizers: readonly string[] = []): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, finalizers } };
}

function has(text: string): (seen: Seen) => boolean {
  return ({ body }) => JSON.stringify(body).includes(text);
}

const OTHER = '/api/v1/namespaces/other-<id>';
const POD: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'a', image: 'a' }] },
};
const POD_MADE: readonly Step[] = [
  awaited(core('serviceaccounts', '/default'), { quiet: true }),
  post(core('pods'), POD, { quiet: true }),
];
const POD_PATH = core('pods', '/one');
const BOUND = post(
  `${POD_PATH}/binding`,
  { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'one' }, target: { kind: 'Node', name: 'nowhere' } },
  { quiet: true },
);

export const LIFECYCLE: Topic = {
  name: 'lifecycle',
  cases: {
    'delete: answers with a Status': [made(), del(ONE), get(ONE)],
    'delete: missing': [del(ONE)],
    'delete: not JSON': deletion('{'),
    'delete: options that are none': deletion({ apiVersion: 'v1', kind: 'ConfigMap' }),
    'delete: options of meta': deletion({ apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' }),
    'delete: options without a kind': deletion({ propagationPolicy: 'Background' }),
    'delete: an unknown field': deletion({ nothing: 1 }),
    'delete: a wrong type': deletion({ gracePeriodSeconds: 'x' }),
    'delete: negative grace': deletion({ gracePeriodSeconds: -1 }),
    'delete: unknown policy': deletion({ propagationPolicy: 'Sideways' }),
    'delete: unknown policy in the query': deletion({}, '?propagationPolicy=Sideways'),
    'delete: policy in the query, no body': [KEPT, del(`${ONE}?propagationPolicy=Foreground`)],
    'delete: two policies': deletion({ orphanDependents: true, propagationPolicy: 'Orphan' }),
    'delete: dry run in the body': deletion({ dryRun: ['All'] }),
    'delete: dry run that is none': deletion({ dryRun: ['Some'] }),
    'delete: wrong version': [made(), del(ONE, { preconditions: { resourceVersion: '1' } })],
    'delete: background': [
      made(),
      owned('two', {}),
      del(ONE, { propagationPolicy: 'Background' }),
      awaitedGone(`${MAPS}/two`),
    ],
    'delete: orphan': [
      made(),
      owned('two', {}),
      del(ONE, { propagationPolicy: 'Orphan' }),
      awaitedGone(ONE),
      get(`${MAPS}/two`, { hide: ['metadata.managedFields'] }),
    ],
    'delete: foreground without dependents': [
      made(),
      del(ONE, { propagationPolicy: 'Foreground' }),
      awaitedGone(ONE),
    ],
    'delete: foreground waits for those that block': [
      made(),
      owned('two', { blockOwnerDeletion: true }, ['example.com/a']),
      del(ONE, { propagationPolicy: 'Foreground' }),
      get(`${MAPS}/two`, { until: has('deletionTimestamp') }),
      get(ONE),
      patch('merge', `${MAPS}/two`, { metadata: { finalizers: null } }, { quiet: true }),
      awaitedGone(ONE),
      awaitedGone(`${MAPS}/two`),
    ],
    'finalizer: delete answers with the object': [KEPT, del(ONE), get(ONE)],
    'finalizer: delete again': [KEPT, del(ONE), del(ONE)],
    'finalizer: foreground after background': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      del(ONE, { propagationPolicy: 'Foreground' }),
    ],
    'finalizer: the last one ends it': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      patch('merge', ONE, { metadata: { finalizers: [] } }),
      get(ONE),
    ],
    'finalizer: the last one by an update': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      put(ONE, configMap('one', { data: { a: '2' } })),
      get(ONE),
    ],
    'finalizer: one of two': [
      made({ finalizers: ['example.com/a', 'example.com/b'] }),
      del(ONE, undefined, { quiet: true }),
      patch('json', ONE, [{ op: 'remove', path: '/metadata/finalizers/0' }]),
      patch('json', ONE, [{ op: 'remove', path: '/metadata/finalizers/0' }]),
      get(ONE),
    ],
    'finalizer: none may be added': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      patch('merge', ONE, { metadata: { finalizers: ['example.com/a', 'example.com/b'] } }),
    ],
    'finalizer: other fields may change': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      patch('merge', ONE, { metadata: { deletionTimestamp: null, labels: { a: 'b' } }, data: { a: '2' } }),
    ],
    'finalizer: the name is taken': [
      KEPT,
      del(ONE, undefined, { quiet: true }),
      post(MAPS, configMap('one')),
    ],
    'finalizer: dry run': [KEPT, del(`${ONE}?dryRun=All`), get(ONE)],
    'collection: all': [
      made(),
      post(MAPS, configMap('two'), { quiet: true }),
      del(`${MAPS}?fieldSelector=metadata.name!=kube-root-ca.crt`),
      get(ONE),
      get(`${MAPS}/two`),
    ],
    'collection: by label': [
      made({ labels: { a: '1' } }),
      post(MAPS, configMap('two', { metadata: { labels: { a: '2' } } }), { quiet: true }),
      del(`${MAPS}?labelSelector=a=1`),
      get(ONE),
      get(`${MAPS}/two`),
    ],
    'collection: with finalizers': [
      made({ finalizers: ['example.com/a'], labels: { a: '1' } }),
      del(`${MAPS}?labelSelector=a=1`),
      get(ONE),
    ],
    'collection: of nothing': [del(`${MAPS}?labelSelector=a=none`)],
    'collection: an invalid selector': [del(`${MAPS}?labelSelector=a b`)],
    'garbage: an owner that is not there': [
      post(
        MAPS,
        configMap('two', {
          metadata: {
            ownerReferences: [
              {
                apiVersion: 'v1',
                kind: 'ConfigMap',
                name: 'none',
                uid: '00000000-0000-4000-8000-000000000000',
              },
            ],
          },
        }),
        { quiet: true },
      ),
      awaitedGone(`${MAPS}/two`),
    ],
    'garbage: an owner of another uid': [
      made(),
      owned('two', { uid: '00000000-0000-4000-8000-000000000000' }),
      awaitedGone(`${MAPS}/two`),
    ],
    'garbage: one owner of two remains': [
      made(),
      post(MAPS, configMap('other'), { quiet: true, as: 'other' }),
      post(
        MAPS,
        configMap('two', {
          metadata: {
            ownerReferences: [
              { apiVersion: 'v1', kind: 'ConfigMap', name: 'one', uid: '<made.metadata.uid>' },
              { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: '<other.metadata.uid>' },
            ],
          },
        }),
        { quiet: true },
      ),
      del(ONE, undefined, { quiet: true }),
      get(`${MAPS}/two`, {
        until: ({ body }) => !JSON.stringify(body).includes('"one"'),
        hide: ['metadata.managedFields'],
      }),
    ],
    'garbage: a chain': [
      made(),
      owned('two', {}),
      post(
        MAPS,
        configMap('three', {
          metadata: {
            ownerReferences: [
              { apiVersion: 'v1', kind: 'ConfigMap', name: 'two', uid: '<two.metadata.uid>' },
            ],
          },
        }),
        { quiet: true },
      ),
      del(ONE, undefined, { quiet: true }),
      awaitedGone(`${MAPS}/three`),
      awaitedGone(`${MAPS}/two`),
    ],
    'namespace: comes with its service account and its authority': [
      post('/api/v1/namespaces', namespace('other-<id>')),
      awaited(`${OTHER}/serviceaccounts/default`, { hide: ['metadata.managedFields'] }),
      awaited(`${OTHER}/configmaps/kube-root-ca.crt`, { hide: ['metadata.managedFields', 'data'] }),
    ],
    'namespace: takes its objects with it': [
      post('/api/v1/namespaces', namespace('other-<id>'), { quiet: true }),
      post(`${OTHER}/configmaps`, configMap('one'), { quiet: true }),
      del(OTHER, undefined, { hide: ['metadata.resourceVersion', 'status.conditions'] }),
      awaitedGone(OTHER),
      get(`${OTHER}/configmaps/one`),
      post(`${OTHER}/configmaps`, configMap('one')),
    ],
    'namespace: waits for finalizers of its objects': [
      post('/api/v1/namespaces', namespace('other-<id>'), { quiet: true }),
      post(`${OTHER}/configmaps`, configMap('one', { metadata: { finalizers: ['example.com/a'] } }), {
        quiet: true,
      }),
      del(OTHER, undefined, { quiet: true }),
      get(`${OTHER}/configmaps/one`, { until: has('deletionTimestamp') }),
      post(`${OTHER}/configmaps`, configMap('two')),
      get(OTHER, {
        until: has('SomeFinalizersRemain'),
        hide: ['metadata.resourceVersion', 'metadata.managedFields'],
      }),
      del(OTHER, undefined, {
        hide: ['metadata.resourceVersion', 'status.conditions', 'metadata.managedFields'],
      }),
      patch('merge', `${OTHER}/configmaps/one`, { metadata: { finalizers: null } }, { quiet: true }),
      awaitedGone(OTHER),
    ],
    'namespace: a finalizer of its own': [
      post('/api/v1/namespaces', namespace('other-<id>', ['example.com/a'])),
      del(OTHER, undefined, { quiet: true }),
      get(OTHER, {
        until: ({ body }) => !JSON.stringify(body).includes('"kubernetes"'),
        hide: ['metadata.resourceVersion', 'metadata.managedFields', 'status.conditions'],
      }),
      patch('merge', OTHER, { metadata: { finalizers: null } }, { quiet: true }),
      awaitedGone(OTHER),
    ],
    'namespace: default and its kind cannot be deleted': [
      del('/api/v1/namespaces/default'),
      del('/api/v1/namespaces/kube-system'),
      del('/api/v1/namespaces/kube-public'),
    ],
    'namespace: finalize': [
      post('/api/v1/namespaces', namespace('other-<id>', ['example.com/a']), { quiet: true }),
      put(
        `${OTHER}/finalize`,
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other-<id>' }, spec: { finalizers: [] } },
        { hide: ['metadata.managedFields'] },
      ),
    ],
    'pod: without a node it goes at once': [...POD_MADE, del(POD_PATH), get(POD_PATH)],
    'pod: with a node it has grace': [
      ...POD_MADE,
      BOUND,
      del(POD_PATH),
      get(POD_PATH),
      del(POD_PATH, { gracePeriodSeconds: 5 }),
      del(POD_PATH, { gracePeriodSeconds: 0 }),
      get(POD_PATH),
    ],
    'pod: binding again': [
      ...POD_MADE,
      BOUND,
      post(`${POD_PATH}/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'one' },
        target: { kind: 'Node', name: 'elsewhere' },
      }),
    ],
    'pod: eviction': [
      ...POD_MADE,
      post(`${POD_PATH}/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'one' } }),
      get(POD_PATH),
    ],
    'pod: is mostly immutable': [
      ...POD_MADE,
      patch('merge', POD_PATH, { spec: { nodeName: 'x' } }),
      patch('merge', POD_PATH, { spec: { restartPolicy: 'Never' } }),
      patch('strategic', POD_PATH, { spec: { containers: [{ name: 'a', image: 'b' }] } }),
    ],
    'pod: no service account': [
      post(core('pods'), { ...POD, spec: { ...(POD['spec'] as JsonObject), serviceAccountName: 'none' } }),
    ],
  },
};
