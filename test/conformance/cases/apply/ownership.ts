import { configMap, core, del, get, patch, post, put } from '../../steps.ts';
import type { Step } from '../../step.ts';
import { applyMap, paths } from './fixtures.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function lastApplied(data: Readonly<Record<string, string>>): Record<string, string> {
  return { [LAST_APPLIED]: JSON.stringify(configMap('one', { data })) };
}

const AGENT = { 'user-agent': 'kubectl/v1.36 (linux)' };

/** Who owns what of a built-in object, after each sort of write. */
export const ownershipCases: Readonly<Record<string, readonly Step[]>> = {
  'creates with an apply, then nothing changes': [
    applyMap('alice', { metadata: { labels: { l: '1' } }, data: { a: '1', b: '2' } }),
    applyMap('alice', { metadata: { labels: { l: '1' } }, data: { a: '1', b: '2' } }),
    get(paths.map),
  ],
  'refuses one conflict, then takes it by force': [
    applyMap('alice', { data: { a: '1', b: '2' } }),
    applyMap('bob', { data: { a: '9' } }),
    applyMap('bob', { data: { a: '9' } }, '&force=true'),
    applyMap('alice', { data: { a: '1', b: '2' } }),
  ],
  'lists conflicts with several managers': [
    applyMap('alice', { data: { a: '1' } }),
    applyMap('bob', { data: { b: '1' } }),
    patch('merge', `${paths.map}?fieldManager=carol`, { data: { c: '1', d: '1' } }),
    applyMap('dave', { data: { a: '2', b: '2', c: '2', d: '2' } }),
  ],
  'shares what both apply with the same value, and gives it up one by one': [
    applyMap('alice', { data: { a: '1', b: '1' } }),
    applyMap('bob', { data: { a: '1' } }),
    applyMap('alice', { data: { b: '1' } }),
    applyMap('bob', { data: {} }),
    applyMap('bob', {}),
  ],
  'removes what only the applier owned, but not what an update owns too': [
    applyMap('alice', { metadata: { labels: { a: '1', b: '1' } }, data: { a: '1', b: '1' } }),
    put(
      `${paths.map}?fieldManager=bob`,
      configMap('one', { metadata: { labels: { a: '1', b: '1' } }, data: { a: '1', b: '2' } }),
    ),
    applyMap('alice', { data: { a: '1' } }),
    applyMap('alice', {}),
  ],
  'gives up everything': [
    applyMap('alice', { metadata: { labels: { a: '1' } }, data: { a: '1' } }),
    applyMap('alice', {}),
    get(paths.map),
  ],
  'tracks a create and updates of several managers': [
    post(
      `${core('configmaps')}?fieldManager=one`,
      configMap('one', { metadata: { labels: { a: '1' }, annotations: { b: '2' } }, data: { a: '1' } }),
    ),
    put(`${paths.map}?fieldManager=two`, configMap('one', { data: { a: '2', b: '1' } })),
    patch('merge', `${paths.map}?fieldManager=one`, { data: { c: '1' } }),
    patch('json', `${paths.map}?fieldManager=three`, [{ op: 'remove', path: '/data/a' }]),
    patch('strategic', `${paths.map}?fieldManager=three`, { metadata: { labels: { z: '1' } } }),
    put(`${paths.map}?fieldManager=two`, configMap('one')),
  ],
  'changes nothing by a write that changes nothing': [
    post(`${core('configmaps')}?fieldManager=one`, configMap('one', { data: { a: '1' } })),
    put(`${paths.map}?fieldManager=two`, configMap('one', { data: { a: '1' } })),
    patch('merge', `${paths.map}?fieldManager=three`, { data: { a: '1' } }),
  ],
  'takes the name of the manager from the user agent': [
    post(core('configmaps'), configMap('one', { data: { a: '1' } }), {
      headers: { 'user-agent': 'thing/v1.2 (linux)' },
    }),
    patch('merge', paths.map, { data: { b: '1' } }, { headers: { 'user-agent': 'two words (linux) x/y' } }),
    patch('merge', paths.map, { data: { c: '1' } }, { headers: { 'user-agent': 'x'.repeat(140) } }),
    patch('merge', paths.map, { data: { d: '1' } }, { headers: { 'user-agent': '/1.0' } }),
  ],
  'refuses manager names that are too long or not printable': [
    post(`${core('configmaps')}?fieldManager=${'m'.repeat(129)}`, configMap('one')),
    post(`${core('configmaps')}?fieldManager=a%0Ab`, configMap('one')),
    put(`${paths.map}?fieldManager=${'m'.repeat(129)}`, configMap('one')),
    patch('merge', `${paths.map}?fieldManager=a%0Ab`, {}),
    applyMap('a%0Ab', {}),
    applyMap('m'.repeat(129), {}),
  ],
  'resets managedFields, after which nothing is tracked until an apply': [
    post(`${core('configmaps')}?fieldManager=one`, configMap('one', { data: { a: '1' } })),
    patch('merge', `${paths.map}?fieldManager=two`, { metadata: { managedFields: [] } }),
    patch('merge', `${paths.map}?fieldManager=three`, { data: { b: '1' } }),
    applyMap('alice', { data: { c: '1' } }),
    patch('merge', `${paths.map}?fieldManager=two`, { metadata: { managedFields: [{}] } }),
    put(
      `${paths.map}?fieldManager=two`,
      configMap('one', { metadata: { managedFields: [] }, data: { z: '1' } }),
    ),
  ],
  'conflicts with what was there before the first apply': [
    post(`${core('configmaps')}?fieldManager=one`, configMap('one', { data: { a: '1' } })),
    patch('merge', `${paths.map}?fieldManager=two`, { metadata: { managedFields: [] } }),
    applyMap('alice', { data: { a: '2' } }),
    applyMap('alice', { data: { a: '1' } }),
    applyMap('alice', { data: { a: '2' } }, '&force=true'),
  ],
  'ignores null as managedFields, and lets clients edit them': [
    post(`${core('configmaps')}?fieldManager=one`, configMap('one', { data: { a: '1' } }), { as: 'made' }),
    patch('merge', `${paths.map}?fieldManager=two`, { metadata: { managedFields: null } }),
    patch('json', `${paths.map}?fieldManager=two`, [
      { op: 'replace', path: '/metadata/managedFields/0/manager', value: 'renamed' },
    ]),
    patch('json', `${paths.map}?fieldManager=two`, [
      { op: 'replace', path: '/metadata/managedFields/0/operation', value: 'Apply' },
    ]),
    applyMap('renamed', { data: { b: '1' } }),
    patch('json', `${paths.map}?fieldManager=two`, [{ op: 'remove', path: '/metadata/managedFields' }]),
  ],
  'refuses wrong managedFields': [
    post(core('configmaps'), configMap('one', { data: { a: '1' } })),
    patch('merge', paths.map, { metadata: { managedFields: [{ manager: 'x' }] } }),
    patch('merge', paths.map, {
      metadata: {
        managedFields: [
          { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'Other', fieldsV1: {} },
        ],
      },
    }),
    patch('merge', paths.map, {
      metadata: {
        managedFields: [
          { manager: 'x', operation: 'Nope', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
        ],
      },
    }),
    patch('merge', paths.map, {
      metadata: {
        managedFields: [
          {
            manager: 'x',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { nope: {} } },
          },
        ],
      },
    }),
    patch('merge', paths.map, {
      metadata: {
        managedFields: [
          {
            manager: 'x',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
          },
        ],
      },
    }),
    post(
      core('configmaps'),
      configMap('two', {
        metadata: {
          managedFields: [
            {
              manager: 'x',
              operation: 'Update',
              apiVersion: 'v1',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': { 'f:a': {} } },
            },
          ],
        },
      }),
    ),
  ],
  'merges the oldest of more than ten updaters': [
    post(`${core('configmaps')}?fieldManager=m00`, configMap('one', { data: { k00: '1' } }), { quiet: true }),
    ...Array.from({ length: 12 }, (_, index) => {
      const number = String(index + 1).padStart(2, '0');
      return patch(
        'merge',
        `${paths.map}?fieldManager=m${number}`,
        { data: { [`k${number}`]: '1' } },
        { quiet: index < 9 },
      );
    }),
    applyMap('alice', { data: { k00: '1' } }),
  ],
  'applies without storing anything': [
    applyMap('alice', { data: { a: '1' } }, '&dryRun=All'),
    get(paths.map),
    applyMap('alice', { data: { a: '1' } }),
    applyMap('bob', { data: { b: '1' } }, '&dryRun=All'),
    applyMap('bob', { data: { a: '2' } }, '&dryRun=All'),
    get(paths.map),
  ],
  'keeps ownership of finalizers and owners as sets and keys': [
    applyMap('alice', {
      metadata: {
        finalizers: ['example.com/a'],
        ownerReferences: [
          {
            apiVersion: 'none.example.com/v1',
            kind: 'Nothing',
            name: 'p',
            uid: '11111111-1111-1111-1111-111111111111',
          },
        ],
      },
    }),
    patch('merge', `${paths.map}?fieldManager=bob`, {
      metadata: { finalizers: ['example.com/a', 'example.com/b'] },
    }),
    applyMap('alice', { metadata: {} }),
    patch('merge', `${paths.map}?fieldManager=bob`, { metadata: { finalizers: [] } }),
  ],
  'upgrades from client-side apply without a conflict': [
    post(
      `${core('configmaps')}?fieldManager=kubectl-client-side-apply`,
      configMap('one', {
        metadata: { annotations: lastApplied({ a: '1', b: '1' }) },
        data: { a: '1', b: '1' },
      }),
      { headers: AGENT },
    ),
    applyMap('kubectl', { data: { a: '2', b: '1' } }),
    applyMap('kubectl', { data: { a: '3' } }),
    applyMap('other', { data: { a: '4' } }),
  ],
  'upgrades only what client-side apply set itself': [
    post(
      `${core('configmaps')}?fieldManager=kubectl-client-side-apply`,
      configMap('one', {
        metadata: { annotations: lastApplied({ a: '1', b: '1' }) },
        data: { a: '1', b: '1' },
      }),
      { headers: AGENT },
    ),
    patch('merge', `${paths.map}?fieldManager=intruder`, { data: { b: '7' } }),
    applyMap('kubectl', { data: { a: '2', b: '2' } }),
    applyMap('kubectl', { data: { a: '2', b: '2' } }, '&force=true'),
  ],
  'has conflicts where the annotation is of another kind or broken': [
    post(
      `${core('configmaps')}?fieldManager=x`,
      configMap('one', {
        metadata: { annotations: { [LAST_APPLIED]: '{"apiVersion":"v2"}' } },
        data: { a: '1' },
      }),
    ),
    applyMap('kubectl', { data: { a: '2' } }),
    patch('merge', `${paths.map}?fieldManager=x`, { metadata: { annotations: { [LAST_APPLIED]: '{' } } }),
    applyMap('kubectl', { data: { a: '2' } }),
  ],
  'knows the version that an apply names': [
    applyMap('alice', { data: { a: '1' } }, '', { as: 'made' }),
    applyMap('alice', { metadata: { resourceVersion: '<made.metadata.resourceVersion>' }, data: { a: '2' } }),
    applyMap('alice', { metadata: { resourceVersion: '<made.metadata.resourceVersion>' }, data: { a: '3' } }),
    applyMap('alice', { metadata: { resourceVersion: 'x' }, data: { a: '3' } }),
    applyMap('alice', { metadata: { uid: '<made.metadata.uid>' }, data: { a: '3' } }),
  ],
  'creates after a delete as if nothing had been': [
    applyMap('alice', { data: { a: '1' } }),
    del(paths.map),
    applyMap('bob', { data: { a: '2' } }),
  ],
};
