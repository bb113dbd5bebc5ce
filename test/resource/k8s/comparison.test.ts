import type { Fields } from '../../../lib/informer/interned-fields.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { isApplied } from '../../../resource/k8s/comparison.ts';
import { project } from '../../../resource/k8s/field-set.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

interface Case {
  readonly fields: object;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly want: boolean;
}

const PORT = 'k:{"containerPort":80,"protocol":"TCP"}';

/** Within `spec`; the names of objects are theirs in all cases. */
const CASES: Readonly<Record<string, Case>> = {
  'equal values among others': {
    fields: { 'f:a': {} },
    desired: { a: 1 },
    live: { a: 1, b: 2 },
    want: true,
  },
  'another value': { fields: { 'f:a': {} }, desired: { a: 1 }, live: { a: 2 }, want: false },
  'a value of another spelling': {
    fields: { 'f:a': {} },
    desired: { a: '1000m' },
    live: { a: '1' },
    want: false,
  },
  'a field that is not owned yet': {
    fields: { 'f:a': {} },
    desired: { a: 1, b: 2 },
    live: { a: 1, b: 2 },
    want: false,
  },
  'a field that is still owned': {
    fields: { 'f:a': {}, 'f:b': {} },
    desired: { a: 1 },
    live: { a: 1, b: 2 },
    want: false,
  },
  'a field that is gone': { fields: { 'f:a': {} }, desired: { a: 1 }, live: {}, want: false },
  'null that is not there': { fields: { 'f:a': {} }, desired: { a: null }, live: {}, want: false },
  'an empty object': { fields: { 'f:a': {} }, desired: { a: {} }, live: { a: {} }, want: true },
  'an empty object that others filled': {
    fields: { 'f:a': {} },
    desired: { a: {} },
    live: { a: { b: 1 } },
    want: false,
  },
  'one whole': {
    fields: { 'f:a': {} },
    desired: { a: { x: 1, y: [2] } },
    live: { a: { y: [2], x: 1 } },
    want: true,
  },
  'one whole with a default inside': {
    fields: { 'f:a': {} },
    desired: { a: { x: 1 } },
    live: { a: { x: 1, d: 0 } },
    want: false,
  },
  'a list by keys, of which one has its default': {
    fields: { 'f:l': { [PORT]: { '.': {}, 'f:containerPort': {} } } },
    desired: { l: [{ containerPort: 80 }] },
    live: {
      l: [
        { containerPort: 81, protocol: 'TCP' },
        { containerPort: 80, protocol: 'TCP' },
      ],
    },
    want: true,
  },
  'a list by keys with items that may stand for each other': {
    fields: {
      'f:l': {
        [PORT]: { '.': {}, 'f:containerPort': {} },
        'k:{"containerPort":80,"protocol":"UDP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
      },
    },
    desired: { l: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }] },
    live: {
      l: [
        { containerPort: 80, protocol: 'TCP' },
        { containerPort: 80, protocol: 'UDP' },
      ],
    },
    want: false,
  },
  'a list by keys with an item too many': {
    fields: {
      'f:l': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} }, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
    },
    desired: { l: [{ name: 'a' }] },
    live: { l: [{ name: 'a' }, { name: 'b' }] },
    want: false,
  },
  'a list by keys whose item is gone': {
    fields: { 'f:l': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } },
    desired: { l: [{ name: 'a' }] },
    live: { l: [] },
    want: false,
  },
  'a set among others': {
    fields: { 'f:s': { 'v:"a"': {}, 'v:1': {} } },
    desired: { s: ['a', 1] },
    live: { s: [1, 'x', 'a'] },
    want: true,
  },
  'a set with another value': {
    fields: { 'f:s': { 'v:"a"': {} } },
    desired: { s: ['b'] },
    live: { s: ['b'] },
    want: false,
  },
  'a list in place of an object': {
    fields: { 'f:a': { 'f:b': {} } },
    desired: { a: ['b'] },
    live: { a: { b: 1 } },
    want: false,
  },
  'a text in place of an object': {
    fields: { 'f:a': { 'f:b': {} } },
    desired: { a: 'b' },
    live: { a: { b: 1 } },
    want: false,
  },
};

suite('isApplied', (test) => {
  for (const [name, { fields, desired, live, want }] of Object.entries(CASES)) {
    test(`says ${want} of ${name}`, () => {
      const metadata = { name: 'a', namespace: 'n' };
      const marks = { labels: { x: 'y' } };
      const whole: JsonObject = { apiVersion: 'v1', kind: 'X', metadata: { ...metadata, ...marks } };
      const owned = { 'f:metadata': { 'f:labels': { 'f:x': {} } }, 'f:spec': fields } as unknown as Fields;
      is(isApplied(owned, { ...whole, spec: desired }, { ...whole, spec: live }), want);
    });
  }
});

suite('project', (test) => {
  test('takes what is owned, and nothing of others', () => {
    const fields = {
      'f:a': {},
      'f:gone': {},
      'f:empty': {},
      'f:l': { 'k:{"n":"x"}': { '.': {}, 'f:v': {} }, 'k:{"n":"none"}': { '.': {} } },
      'f:s': { 'v:"p"': {}, 'v:"q"': {} },
      'f:i': { 'i:1': {} },
    } as unknown as Fields;
    const live = { a: [1], b: 2, empty: { theirs: 1 }, l: [{ n: 'x', v: 3, w: 4 }], s: ['p'], i: [5, 6] };
    equal(project(fields, live, { a: [1], empty: {} }), {
      'f:a': [1],
      'f:gone': null,
      'f:empty': true,
      'f:l': { 'k:{"n":"x"}': { '.': true, 'f:v': 3 }, 'k:{"n":"none"}': { '.': false } },
      'f:s': { 'v:"p"': 'p', 'v:"q"': null },
      'f:i': { 'i:1': 6 },
    });
  });
});
