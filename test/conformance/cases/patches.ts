import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, get, patch, type PatchType, post } from '../steps.ts';

const ONE = core('configmaps', '/one');
const OBJECT = configMap('one', {
  metadata: { labels: { a: '1' }, annotations: { 'example.com/b': '2' } },
  data: { a: '1' },
});

function onConfigMap(type: PatchType, change: JsonValue): readonly Step[] {
  return [post(core('configmaps'), OBJECT, { quiet: true }), patch(type, ONE, change), get(ONE)];
}

function json(...operations: readonly JsonObject[]): readonly Step[] {
  return onConfigMap('json', operations);
}

const SERVICE: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'one' },
  spec: { clusterIP: 'None', ports: [80, 81, 82].map((port) => ({ name: `p${port}`, port })) },
};

function onPorts(...operations: readonly JsonObject[]): readonly Step[] {
  const path = core('services', '/one');
  return [post(core('services'), SERVICE, { quiet: true }), patch('json', path, operations)];
}

export const PATCHES: Topic = {
  name: 'patches',
  cases: {
    'json: add': json({ op: 'add', path: '/data/new', value: 'x' }),
    'json: add replaces what is there': json({ op: 'add', path: '/data/a', value: 'x' }),
    'json: add below a missing parent': json({ op: 'add', path: '/binaryData/a', value: 'x' }),
    'json: add without a value': json({ op: 'add', path: '/data/x' }),
    'json: add null': json({ op: 'add', path: '/data/x', value: null }),
    'json: replace': json({ op: 'replace', path: '/data/a', value: 'x' }),
    'json: replace of a missing path': json({ op: 'replace', path: '/data/none', value: 'x' }),
    'json: remove': json({ op: 'remove', path: '/data/a' }),
    'json: remove of a missing path': json({ op: 'remove', path: '/data/none' }),
    'json: remove of a missing parent': json({ op: 'remove', path: '/nothing/none' }),
    'json: remove of a label': json({ op: 'remove', path: '/metadata/labels/a' }),
    'json: remove of all labels': json({ op: 'remove', path: '/metadata/labels' }),
    'json: copy': json({ op: 'copy', from: '/data/a', path: '/data/copy' }),
    'json: copy of a missing path': json({ op: 'copy', from: '/data/none', path: '/data/copy' }),
    'json: move': json({ op: 'move', from: '/data/a', path: '/data/moved' }),
    'json: move of a missing path': json({ op: 'move', from: '/data/none', path: '/data/moved' }),
    'json: move into its own child': json({ op: 'move', from: '/data', path: '/data/x' }),
    'json: test that holds': json(
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'remove', path: '/data/a' },
    ),
    'json: test that fails': json(
      { op: 'remove', path: '/data/a' },
      { op: 'test', path: '/data/a', value: '2' },
    ),
    'json: test of another value': json({ op: 'test', path: '/data/a', value: '2' }),
    'json: test of a missing path': json({ op: 'test', path: '/data/none', value: '1' }),
    'json: test for null of a missing path': json({ op: 'test', path: '/data/none', value: null }),
    'json: test of an object': json({ op: 'test', path: '/metadata/labels', value: { a: '1' } }),
    'json: escapes in a path': json(
      { op: 'replace', path: '/metadata/annotations/example.com~1b', value: 'x' },
      { op: 'add', path: '/metadata/annotations/d~0e', value: 'x' },
    ),
    'json: unknown operation': json({ op: 'change', path: '/data/a' }),
    'json: no operation': json({ path: '/data/a' }),
    'json: no path': json({ op: 'remove' }),
    'json: path without a slash': json({ op: 'remove', path: 'data' }),
    'json: the whole document': json({ op: 'replace', path: '', value: { a: 1 } }),
    'json: empty list': json(),
    'json: not a list': onConfigMap('json', { op: 'remove' }),
    'json: not JSON': onConfigMap('json', 'nonsense'),
    'json: a wrong type results': json({ op: 'replace', path: '/data/a', value: 5 }),
    'json: an unknown field results': json({ op: 'add', path: '/nothing', value: 5 }),
    'json: another name': json({ op: 'replace', path: '/metadata/name', value: 'two' }),
    'json: another namespace': json({ op: 'replace', path: '/metadata/namespace', value: 'two' }),
    'json: list index': onPorts({ op: 'replace', path: '/spec/ports/1/port', value: 90 }),
    'json: list end': onPorts({ op: 'add', path: '/spec/ports/-', value: { name: 'p83', port: 83 } }),
    'json: list insertion': onPorts({ op: 'add', path: '/spec/ports/0', value: { name: 'p79', port: 79 } }),
    'json: list removal': onPorts({ op: 'remove', path: '/spec/ports/0' }),
    'json: list index too large': onPorts({ op: 'remove', path: '/spec/ports/3' }),
    'json: list insertion past the end': onPorts({ op: 'add', path: '/spec/ports/5', value: { port: 1 } }),
    'json: list negative index': onPorts({ op: 'remove', path: '/spec/ports/-1' }),
    'json: list index that is no number': onPorts({ op: 'remove', path: '/spec/ports/x' }),
    'json: list replacement at the end': onPorts({ op: 'replace', path: '/spec/ports/-', value: {} }),
    'merge: change': onConfigMap('merge', { data: { a: 'x', new: 'y' } }),
    'merge: null removes': onConfigMap('merge', { data: { a: null } }),
    'merge: null for what is not there': onConfigMap('merge', { data: { none: null }, binaryData: null }),
    'merge: nothing': onConfigMap('merge', {}),
    'merge: the same': onConfigMap('merge', { data: { a: '1' } }),
    'merge: not JSON': onConfigMap('merge', 'nonsense'),
    'merge: empty body': onConfigMap('merge', ''),
    'merge: a list': onConfigMap('merge', []),
    'merge: a text': onConfigMap('merge', '"x"'),
    'merge: null': onConfigMap('merge', 'null'),
    'merge: a wrong type': onConfigMap('merge', { data: { a: 5 } }),
    'merge: a list for a map': onConfigMap('merge', { data: ['a'] }),
    'merge: an unknown field': onConfigMap('merge', { nothing: 1 }),
    'merge: another name': onConfigMap('merge', { metadata: { name: 'two' } }),
    'merge: another namespace': onConfigMap('merge', { metadata: { namespace: 'two' } }),
    'merge: another kind': onConfigMap('merge', { kind: 'Secret' }),
    'merge: another apiVersion': onConfigMap('merge', { apiVersion: 'v2' }),
    'merge: invalid label': onConfigMap('merge', { metadata: { labels: { 'a b': 'c d' } } }),
    'merge: fields of the server': onConfigMap('merge', {
      metadata: {
        creationTimestamp: '2020-01-01T00:00:00Z',
        generation: 7,
        selfLink: '/x',
        deletionTimestamp: '2020-01-01T00:00:00Z',
      },
    }),
    'merge: yaml body': onConfigMap('merge', 'data:\n  a: x\n'),
    'an unknown patch type': [
      post(core('configmaps'), OBJECT, { quiet: true }),
      patch('merge', ONE, {}, { headers: { 'content-type': 'application/json' } }),
      patch('merge', ONE, {}, { headers: { 'content-type': 'text/plain' } }),
    ],
    'of a missing object': [patch('merge', ONE, {}), patch('json', ONE, []), patch('strategic', ONE, {})],
    'of a collection': [patch('merge', core('configmaps'), {})],
    'field manager that is too long': [
      post(core('configmaps'), OBJECT, { quiet: true }),
      patch('merge', `${ONE}?fieldManager=${'x'.repeat(129)}`, {}),
    ],
    'force without apply': [
      post(core('configmaps'), OBJECT, { quiet: true }),
      patch('merge', `${ONE}?force=true`, {}),
    ],
  },
};
