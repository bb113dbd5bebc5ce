import type { JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post, put } from '../steps.ts';
import { CUSTOM, KINDS_DEFINITIONS } from './kinds.ts';

const MAPS = core('configmaps');
const THINGS = grouped(CUSTOM, 'things');

function created(body: JsonValue, path: string = MAPS, query = ''): readonly Step[] {
  return [post(`${path}${query}`, body)];
}

function thing(rest: Record<string, JsonValue>): JsonValue {
  return { apiVersion: CUSTOM, kind: 'Thing', metadata: { name: 'one' }, spec: { size: 1 }, ...rest };
}

function changed(body: JsonValue, path: string = MAPS): readonly Step[] {
  return [
    post(MAPS, configMap('one', { data: { a: '1' } }), { quiet: true, as: 'made' }),
    put(`${path}/one`, body),
  ];
}

const YAML = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n';

/** What an object may say of its type, beside metadata that are right or wrong. */
const ODD_TYPES: readonly Record<string, JsonValue>[] = [
  { kind: 5 },
  { kind: '' },
  { apiVersion: 5 },
  { apiVersion: '' },
  { apiVersion: 'a/b/c' },
  { apiVersion: 'v1' },
  { apiVersion: 'other.example.com/v1', kind: 'Other' },
  { apiVersion: 'other.example.com/v1', metadata: { name: 'one', labels: { a: 1 } } },
  { apiVersion: '', metadata: { name: 5 } },
  { kind: '', metadata: 5 },
];

/** Requests whose body, name or path is wrong. */
export const BODIES: Topic = {
  name: 'bodies',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'create: not JSON': created('{"a'),
    'create: not JSON, custom': created('{"a', THINGS),
    'create: a list': created([]),
    'create: a text': created('"x"'),
    'create: null': created('null'),
    'create: nothing': created(''),
    'create: nothing, custom': created('', THINGS),
    'create: an empty object': created({}),
    'create: an empty object, custom': created({}, THINGS),
    'create: text after the object': created('{"metadata":{"name":"one"}} x'),
    'create: wrong kind': created({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' } }),
    'create: unknown kind': created({ apiVersion: 'v1', kind: 'Nothing', metadata: { name: 'one' } }),
    'create: wrong apiVersion': created({ apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'one' } }),
    'create: no kind and no apiVersion': created({ metadata: { name: 'one' } }),
    'create: no kind, custom': created({ apiVersion: CUSTOM, metadata: { name: 'one' } }, THINGS),
    'create: no apiVersion, custom': created({ kind: 'Thing', metadata: { name: 'one' } }, THINGS),
    'create: wrong kind, custom': created(thing({ kind: 'Other' }), THINGS),
    'create: wrong version, custom': created(
      thing({ apiVersion: 'kinds.conformance.example.com/v9' }),
      THINGS,
    ),
    'create: a type that cannot be read, custom': ODD_TYPES.flatMap((type) => created(thing(type), THINGS)),
    'patch: a type that cannot be read, custom': [
      post(THINGS, thing({}), { quiet: true }),
      // Without a kind, the whole object is shown, with what each server gave it.
      ...ODD_TYPES.filter(({ kind }) => kind !== '').map((type) => patch('merge', `${THINGS}/one`, type)),
    ],
    'create: wrong group, custom': created(thing({ apiVersion: 'other.example.com/v1' }), THINGS),
    'create: no metadata': created({ apiVersion: 'v1', kind: 'ConfigMap' }),
    'create: no metadata, custom': created({ apiVersion: CUSTOM, kind: 'Thing', spec: { size: 1 } }, THINGS),
    'create: null metadata, custom': created(thing({ metadata: null }), THINGS),
    'create: metadata of a wrong type': created({ apiVersion: 'v1', kind: 'ConfigMap', metadata: 'x' }),
    'create: metadata of a wrong type, custom': created(thing({ metadata: 'x' }), THINGS),
    'create: labels of a wrong type': created(configMap('one', { metadata: { labels: { a: 1 } } })),
    'create: labels of a wrong type, custom': created(
      thing({ metadata: { name: 'one', labels: { a: 1 } } }),
      THINGS,
    ),
    'create: null labels, custom': created(
      thing({ metadata: { name: 'one', labels: null, annotations: { a: null } } }),
      THINGS,
    ),
    'create: finalizers of a wrong type, custom': created(
      thing({ metadata: { name: 'one', finalizers: 'x' } }),
      THINGS,
    ),
    'create: name of a wrong type': created({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 5 } }),
    'create: name of a wrong type, custom': created(thing({ metadata: { name: 5 } }), THINGS),
    'create: data of a wrong type': created(configMap('one', { data: { a: 5 } })),
    'create: data as a list': created(configMap('one', { data: ['a'] })),
    'create: a time that is none': created(
      configMap('one', { metadata: { creationTimestamp: 'yesterday' } }),
    ),
    'create: fields of the server are not taken': created(
      configMap('one', {
        metadata: {
          creationTimestamp: '2020-01-01T00:00:00Z',
          generation: 7,
          uid: 'x',
          selfLink: '/x',
          deletionTimestamp: '2020-01-01T00:00:00Z',
          deletionGracePeriodSeconds: 3,
        },
      }),
    ),
    'create: fields of the server are not taken, custom': created(
      thing({
        metadata: {
          name: 'one',
          creationTimestamp: '2020-01-01T00:00:00Z',
          generation: 7,
          uid: 'x',
          selfLink: '/x',
          deletionTimestamp: '2020-01-01T00:00:00Z',
        },
      }),
      THINGS,
    ),
    'create: with a resourceVersion': created(configMap('one', { metadata: { resourceVersion: '5' } })),
    'create: with a resourceVersion that is none': created(
      configMap('one', { metadata: { resourceVersion: 'x' } }),
    ),
    'create: with resourceVersion 0': created(configMap('one', { metadata: { resourceVersion: '0' } })),
    'create: another namespace': created(configMap('one', { metadata: { namespace: 'default' } })),
    'create: another namespace, custom': created(
      thing({ metadata: { name: 'one', namespace: 'default' } }),
      THINGS,
    ),
    'create: a missing namespace': [
      post('/api/v1/namespaces/missing-<id>/configmaps', configMap('one')),
      post(`/apis/${CUSTOM}/namespaces/missing-<id>/things`, thing({})),
    ],
    'create: without a namespace': [
      post('/api/v1/configmaps', configMap('one')),
      post(`/apis/${CUSTOM}/things`, thing({})),
    ],
    'create: generateName': created({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'one-' },
    }),
    'create: generateName and name': created({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'one', generateName: 'two-' },
    }),
    'create: generateName that is invalid': [
      post(
        MAPS,
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'ONE-' } },
        { quiet: true },
      ),
    ],
    'create: generateName, custom': created(thing({ metadata: { generateName: 'one-' } }), THINGS),
    'create: generateName with dry run': created(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'one-' } },
      MAPS,
      '?dryRun=All',
    ),
    ...Object.fromEntries(
      ['UPPER', 'a_b', '-a', 'a.', 'a/b', '..', 'a b', 'ü', 'a..b', 'x'.repeat(254)].flatMap(
        (name, index) => [
          [`create: invalid name ${index + 1}`, created(configMap(name))],
          [`create: invalid name ${index + 1}, custom`, created(thing({ metadata: { name } }), THINGS)],
          [
            `create: invalid name ${index + 1}, service`,
            created(
              { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { clusterIP: 'None' } },
              core('services'),
            ),
          ],
          [
            `create: invalid name ${index + 1}, role`,
            created(
              { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name } },
              grouped('rbac.authorization.k8s.io/v1', 'roles'),
            ),
          ],
          [
            `create: invalid name ${index + 1}, namespace`,
            created({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, '/api/v1/namespaces'),
          ],
        ],
      ),
    ),
    'create: invalid labels': created(
      configMap('one', {
        metadata: { labels: { 'a b': 'c', ok: 'd e', '/x': 'y', 'a/b/c': 'z', long: 'x'.repeat(64) } },
      }),
    ),
    'create: invalid labels, custom': created(
      thing({ metadata: { name: 'one', labels: { 'a b': 'c', ok: 'd e', 'UPPER/x': 'y' } } }),
      THINGS,
    ),
    'create: invalid annotations': created(
      configMap('one', { metadata: { annotations: { 'a b': 'c', ok: 'anything goes' } } }),
    ),
    'create: annotations that are too large': created(
      configMap('one', { metadata: { annotations: { a: 'x'.repeat(262_144) } } }),
    ),
    'create: invalid finalizers': created(
      configMap('one', { metadata: { finalizers: ['plain', 'example.com/a b', '/x', ''] } }),
    ),
    'create: invalid owner references': created(
      configMap('one', {
        metadata: {
          ownerReferences: [
            {},
            { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', controller: true },
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'c', uid: 'd', controller: true },
            { apiVersion: 'a/b/c', kind: 'X', name: 'y', uid: 'z' },
            { apiVersion: 'v1', kind: 'Event', name: 'y', uid: 'z' },
          ],
        },
      }),
    ),
    'create: an invalid key of data': created(
      configMap('one', { data: { 'a b': 'c', '..': 'd', ok: 'e' }, binaryData: { ok: 'YQ==' } }),
    ),
    'create: binary data that is no base64': created(configMap('one', { binaryData: { a: '!' } })),
    'create: YAML': [post(MAPS, YAML, { headers: { 'content-type': 'application/yaml' } })],
    'create: broken YAML': [post(MAPS, 'a: [', { headers: { 'content-type': 'application/yaml' } })],
    'create: an unknown content type': [
      post(MAPS, YAML, { headers: { 'content-type': 'text/plain' } }),
      post(THINGS, YAML, { headers: { 'content-type': 'text/plain' } }),
    ],
    'create: protobuf as an answer that a custom resource cannot give': [
      post(THINGS, thing({}), { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
    ],
    'an Accept that nobody serves': [
      get(MAPS, { headers: { accept: 'text/plain' } }),
      get(THINGS, { headers: { accept: 'text/plain' } }),
    ],
    'YAML as an answer': [
      post(MAPS, configMap('one', { data: { a: '1', b: 'two\nlines\n', c: 'true' } }), { quiet: true }),
      get(`${MAPS}/one?pretty=0`, { headers: { accept: 'application/yaml' }, quiet: true }),
    ],
    'dry run: other values': [
      post(`${MAPS}?dryRun=Some`, configMap('one')),
      post(`${MAPS}?dryRun=`, configMap('two')),
      post(`${MAPS}?dryRun=All&dryRun=All`, configMap('three')),
      put(`${MAPS}/one?dryRun=Some`, configMap('one')),
      patch('merge', `${MAPS}/one?dryRun=Some`, {}),
      del(`${MAPS}/one?dryRun=Some`),
    ],
    'field manager: invalid': [
      post(`${MAPS}?fieldManager=${'x'.repeat(129)}`, configMap('one')),
      post(`${MAPS}?fieldManager=%07`, configMap('one')),
    ],
    'update: another name': changed(configMap('two')),
    'update: no name': changed({ apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data: {} }),
    'update: another namespace': changed(configMap('one', { metadata: { namespace: 'default' } })),
    'update: a resourceVersion that is none': changed(
      configMap('one', { metadata: { resourceVersion: 'x' } }),
    ),
    'update: resourceVersion 0': changed(configMap('one', { metadata: { resourceVersion: '0' } })),
    'update: a resourceVersion of the future': changed(
      configMap('one', { metadata: { resourceVersion: '99999999' } }),
    ),
    'update: fields of the server': changed(
      configMap('one', {
        metadata: {
          creationTimestamp: '2020-01-01T00:00:00Z',
          generation: 9,
          selfLink: '/x',
          deletionTimestamp: '2020-01-01T00:00:00Z',
        },
        data: { a: '2' },
      }),
    ),
    'update: nothing changes': changed(configMap('one', { data: { a: '1' } })),
    'update: wrong kind': changed({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' } }),
    'update: not JSON': changed('{'),
    'update: a missing namespace': [put('/api/v1/namespaces/missing-<id>/configmaps/one', configMap('one'))],
    'update: immutable': [
      post(MAPS, configMap('one', { data: { a: '1' }, immutable: true }), { quiet: true }),
      put(`${MAPS}/one`, configMap('one', { data: { a: '2' }, immutable: true })),
      patch('merge', `${MAPS}/one`, { immutable: false }),
      patch('merge', `${MAPS}/one`, { metadata: { labels: { a: 'b' } } }),
    ],
    'path: unknown': [
      get('/nothing/here'),
      get('/api/v2'),
      get('/apis/nothing.example.com/v1/things'),
      get('/apis/apps/v9/deployments'),
    ],
    'path: unknown resource': [
      get(core('things')),
      get(grouped('apps/v1', 'things')),
      get(grouped(CUSTOM, 'others')),
      get('/api/v1/things'),
    ],
    'path: unknown subresource': [
      get(core('configmaps', '/one/nothing')),
      get(grouped(CUSTOM, 'things', '/one/nothing')),
      get(core('configmaps', '/one/status')),
    ],
    'path: missing object': [
      get(core('configmaps', '/one')),
      get(grouped('apps/v1', 'deployments', '/one')),
      get(grouped(CUSTOM, 'things', '/one')),
      get('/api/v1/nodes/one-<id>'),
    ],
    'path: method not allowed': [
      post(core('configmaps', '/one'), {}),
      put(core('configmaps'), configMap('one')),
      patch('merge', core('configmaps'), {}),
      post(grouped(CUSTOM, 'things', '/one'), {}),
      put(grouped(CUSTOM, 'things'), {}),
      del('/api/v1/namespaces'),
      post('/version', {}),
      del('/apis', undefined, { quiet: true }),
    ],
    'path: a cluster-scoped kind in a namespace': [
      get(core('nodes')),
      get(grouped('rbac.authorization.k8s.io/v1', 'clusterroles')),
    ],
    'path: a namespaced object without a namespace': [
      get('/api/v1/configmaps/one'),
      get(`/apis/${CUSTOM}/things/one`),
    ],
    'path: escaped name': [get(core('configmaps', '/a%2Fb')), get(core('configmaps', '/%20'))],
    'path: slash at the end': [
      get('/api/v1/'),
      get('/apis/', { quiet: true }),
      get(`${MAPS}/`, { quiet: true }),
    ],
  },
};
