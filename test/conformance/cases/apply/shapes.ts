import { get, patch, post, put } from '../../steps.ts';
import type { Step } from '../../step.ts';
import { applyShape, applyShapeStatus, createShape, getShape, mergeShape, paths, shape } from './fixtures.ts';

const SECOND_VERSION = paths.shape.replace('/v1/', '/v2/');

/** Lists and maps of every sort, and subresources, on a custom kind. */
export const shapeCases: Readonly<Record<string, readonly Step[]>> = {
  'owns atomic lists and structs as a whole': [
    applyShape('alice', { atomicList: ['a', 'b'], atomicStruct: { a: '1', b: '2' } }),
    applyShape('bob', { atomicList: ['c'] }),
    applyShape('bob', { atomicStruct: { a: '1' } }),
    applyShape('bob', { atomicList: ['a', 'b'] }),
    applyShape('bob', { atomicList: ['c'], atomicStruct: { b: '3' } }, '&force=true'),
    applyShape('bob', {}),
  ],
  'merges sets by value and keeps an order': [
    applyShape('alice', { tags: ['a', 'b', 'c'] }),
    applyShape('bob', { tags: ['x', 'b', 'y'] }),
    applyShape('alice', { tags: ['c', 'a'] }),
    applyShape('bob', { tags: ['y'] }),
    applyShape('carol', { tags: ['z', 'a', 'y', 'c'] }),
    applyShape('bob', {}),
    applyShape('bob', { numbers: [3, 1, 2] }),
    applyShape('carol', { numbers: [2, 3] }),
  ],
  'merges lists by key and keeps an order': [
    applyShape('alice', {
      entries: [
        { name: 'a', value: '1' },
        { name: 'b', value: '1' },
        { name: 'c', zone: 'far', value: '1' },
      ],
    }),
    applyShape('bob', {
      entries: [
        { name: 'n', nested: { a: '1' } },
        { name: 'c', zone: 'far', nested: { a: '1' } },
        { name: 'a' },
      ],
    }),
    applyShape('bob', { entries: [{ name: 'b', value: '2' }] }),
    applyShape('alice', {
      entries: [
        { name: 'c', zone: 'far', value: '1' },
        { name: 'b', value: '1' },
      ],
    }),
    applyShape('bob', { entries: [{ name: 'c', zone: 'far', nested: { b: '1' } }] }),
    applyShape('alice', { entries: [] }),
    applyShape('alice', {}),
    applyShape('bob', {}),
  ],
  'merges structs and maps by field': [
    applyShape('alice', { struct: { a: '1', deep: { c: '1' } }, map: { x: '1' }, maps: { m: { a: '1' } } }),
    applyShape('bob', { struct: { b: '1' }, map: { y: '1' }, maps: { m: { b: '1' }, n: {} } }),
    applyShape('bob', { struct: { a: '2', deep: {} }, map: { x: '2' }, maps: { m: { a: '2' } } }),
    applyShape('alice', { struct: {}, maps: {} }),
    applyShape('alice', {}),
    applyShape('bob', {}),
  ],
  'loses all owners to a list where a text with a format belongs': [
    createShape({ size: 1 }),
    mergeShape('alice', { spec: { when: ['x'] } }),
    mergeShape('bob', { spec: { size: 2 } }),
    applyShapeStatus('carol', {}),
    applyShape('carol', { when: ['x'] }),
    applyShape('carol', {}),
    mergeShape('bob', { spec: { when: null } }),
    applyShape('carol', {}),
  ],
  'deduces types where the schema does not say': [
    applyShape('alice', { free: { a: { b: '1', list: [1, { x: 1 }] }, n: null, e: {}, l: [] } }),
    applyShape('bob', { free: { a: { c: true, list: [2] }, z: 1.5 } }),
    applyShape('bob', { free: { a: { c: true }, z: 1.5 } }),
    applyShape('alice', { free: { a: {} } }),
    applyShape('alice', {}),
    applyShape('carol', { partly: { known: { a: '1' }, other: { b: { c: 1 } }, list: [{ name: 'x' }] } }),
    applyShape('carol', { partly: { known: { strange: '1' } } }),
    mergeShape('dave', { spec: { free: { a: 'text now' } } }),
    applyShape('bob', { free: { z: { y: 1 } } }),
  ],
  'takes values of several types': [
    applyShape('alice', { either: 5, flag: true, ratio: 1.5, text: '' }),
    applyShape('alice', { either: '5', flag: false, ratio: 2, text: 'x' }),
    applyShape('bob', { either: 5, ratio: 2 }),
    applyShape('bob', { ratio: 2.0 }),
  ],
  'does not own defaults': [
    applyShape('alice', {}),
    applyShape('bob', { size: 3 }),
    applyShape('bob', { size: 4 }),
    applyShape('bob', {}),
    applyShape('alice', { entries: [{ name: 'a' }] }),
    applyShape('bob', { entries: [{ name: 'a', zone: 'here' }] }),
  ],
  'tracks creates and updates of a custom resource': [
    createShape({
      size: 1,
      tags: ['a'],
      entries: [{ name: 'a', value: '1' }],
      struct: { a: '1' },
      map: { x: '1' },
      free: { a: { b: 1 } },
      atomicList: ['x'],
      maps: { m: {} },
    }),
    mergeShape('bob', {
      metadata: { labels: { a: '1' }, annotations: { b: '1' } },
      spec: { tags: ['a', 'b'], struct: { b: '1' }, free: { a: { c: 1 } } },
    }),
    mergeShape('bob', { spec: { tags: ['b'], entries: [{ name: 'b' }], map: null, struct: { a: null } } }),
    mergeShape('carol', { spec: { struct: {}, atomicList: [], tags: [] } }),
    mergeShape('carol', { spec: null }),
  ],
  'separates the status': [
    createShape({ size: 1 }),
    applyShapeStatus('alice', { phase: 'Up', conditions: [{ type: 'Ready', status: 'True' }] }),
    applyShapeStatus('bob', {
      conditions: [
        { type: 'Ready', status: 'False' },
        { type: 'Other', status: 'True' },
      ],
    }),
    applyShapeStatus('bob', { conditions: [{ type: 'Other', status: 'True' }] }),
    mergeShape(
      'carol',
      { metadata: { labels: { a: '1' } }, spec: { size: 2 }, status: { phase: 'Down' } },
      '/status',
    ),
    mergeShape('carol', { status: { phase: 'Lost' } }),
    patch(
      'apply',
      `${paths.shape}?fieldManager=alice`,
      shape({ spec: { text: 'x' }, status: { phase: 'Mine' } }),
    ),
    patch(
      'apply',
      `${paths.shape}/status?fieldManager=alice`,
      shape({ metadata: { labels: { l: '1' } }, spec: { text: 'y' }, status: { phase: 'Mine' } }),
    ),
    patch(
      'apply',
      `${paths.shape}/status?fieldManager=alice&force=true`,
      shape({ status: { phase: 'Mine' } }),
    ),
    applyShapeStatus('alice', {}),
    put(`${paths.shape}/status?fieldManager=dave`, shape({ metadata: { resourceVersion: '' }, status: {} })),
    getShape(),
  ],
  'changes the scale as a manager of its own': [
    applyShape('alice', { replicas: 1 }),
    patch('merge', `${paths.shape}/scale?fieldManager=bob`, { spec: { replicas: 2 } }),
    getShape(),
    applyShape('alice', { replicas: 1 }),
    patch('apply', `${paths.shape}/scale?fieldManager=carol`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'one' },
      spec: { replicas: 3 },
    }),
    patch('apply', `${paths.shape}/scale?fieldManager=carol&force=true`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'one' },
      spec: { replicas: 3 },
    }),
    getShape(),
    applyShape('alice', { replicas: 1 }, '&force=true'),
    patch('merge', `${paths.shape}/scale?fieldManager=alice`, { spec: { replicas: 1 } }),
    patch('merge', `${paths.shape}/scale?fieldManager=alice`, { spec: { replicas: 5 } }),
    getShape(),
  ],
  'tracks no scale that nobody owned': [
    createShape({ text: 'x' }),
    put(`${paths.shape}/scale?fieldManager=bob`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'one', namespace: '<ns>' },
      spec: { replicas: 2 },
    }),
    getShape(),
    mergeShape('bob', { spec: { replicas: 3 } }, '/scale'),
    getShape(),
  ],
  'tracks each version of a kind by itself': [
    applyShape('alice', { text: '1' }),
    patch('apply', `${SECOND_VERSION}?fieldManager=bob`, shape({ spec: { text: '2' } }, 'v2')),
    patch('apply', `${SECOND_VERSION}?fieldManager=alice`, shape({ spec: { size: 1 } }, 'v2')),
    patch('merge', `${SECOND_VERSION}?fieldManager=carol`, { spec: { text: '3' } }),
    patch('merge', `${paths.shape}?fieldManager=carol`, { spec: { text: '4' } }),
    applyShape('bob', { text: '5' }),
    patch('apply', `${paths.shape}?fieldManager=bob`, shape({}, 'v2')),
  ],
  'gives up what others own in parts, version by version': [
    createShape({}),
    mergeShape('carol', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, '/status'),
    patch('merge', `${SECOND_VERSION}/status?fieldManager=dave`, {
      status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Lost' }] },
    }),
    ...[{ phase: 'a', conditions: [{ type: 'Ready', status: 'True' }] }, {}].map((status) =>
      patch('apply', `${SECOND_VERSION}/status?fieldManager=alice&force=true`, shape({ status }, 'v2')),
    ),
  ],
  'takes what is empty in metadata for a change, each time': [
    createShape({ text: '1' }),
    ...[{ finalizers: [] }, { ownerReferences: [] }, { ownerReferences: null }, { labels: {} }].flatMap(
      (metadata, index) => [
        applyShape(`manager-${index}`, { text: '1' }),
        patch(
          'apply',
          `${paths.shape}?fieldManager=manager-${index}`,
          shape({ metadata, spec: { text: '1' } }),
        ),
      ],
    ),
  ],
  'gives up structs with what nobody owns in them': [
    createShape({ map: { loose: '1' }, struct: { b: '1' }, tags: ['x'] }),
    applyShape('alice', { map: { m: '1' }, struct: { a: '1' }, tags: ['y'] }),
    patch('json', paths.shape, [{ op: 'remove', path: '/metadata/managedFields/1' }]),
    applyShape('alice', { map: {} }),
    applyShape('alice', { struct: { a: '1' } }),
    applyShape('alice', { text: 'x' }),
  ],
  'keeps duplicates that came before': [
    createShape({ atomicList: ['a', 'a'] }),
    applyShape('alice', { atomicList: ['a', 'a'] }),
    post(
      `/apis/apply.example.com/v1/namespaces/<ns>/shapes`,
      shape({ metadata: { name: 'two' }, spec: { tags: ['a', 'a'] } }),
    ),
    get(paths.shape),
  ],
};
