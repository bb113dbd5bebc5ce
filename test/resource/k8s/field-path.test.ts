import { isInvalidConfig } from '../../../lib/errors.ts';
import type { Fields } from '../../../lib/informer/interned-fields.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { parseFieldPath, withoutField, withoutOwned } from '../../../resource/k8s/field-path.ts';
import { equal, is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const STEPS: Readonly<Record<string, readonly object[]>> = {
  'spec.replicas': [{ member: 'spec' }, { member: 'replicas' }],
  "metadata.annotations['example.com/size']": [
    { member: 'metadata' },
    { member: 'annotations' },
    { member: 'example.com/size' },
  ],
  'spec.containers[name=app].resources.x-y': [
    { member: 'spec' },
    { member: 'containers' },
    { key: 'name', value: 'app' },
    { member: 'resources' },
    { member: 'x-y' },
  ],
  'ports[containerPort=80]': [{ member: 'ports' }, { key: 'containerPort', value: '80' }],
};

const WRONG: readonly unknown[] = [
  '',
  '.',
  '.spec',
  'spec.',
  'spec..a',
  'a[',
  'a[b',
  'a[0]',
  "a['b]",
  '[a=b]',
  5,
  null,
];
const NEEDED = [
  'apiVersion',
  'kind',
  'metadata',
  'metadata.name',
  'metadata.ownerReferences',
  'metadata.labels',
];

interface Case {
  readonly path: string;
  readonly given: JsonObject;
  readonly want: JsonObject;
}

const WITHOUT: Readonly<Record<string, Case>> = {
  'a member': { path: 'a.b', given: { a: { b: 1, c: 2 } }, want: { a: { c: 2 } } },
  'a member and what it leaves empty': { path: 'a.b.c', given: { a: { b: { c: 1 } }, d: 1 }, want: { d: 1 } },
  'nothing where there is none': { path: 'a.b', given: { a: { c: {} } }, want: { a: { c: {} } } },
  'nothing of a text': { path: 'a.b', given: { a: 'b' }, want: { a: 'b' } },
  'a member of one item': {
    path: 'l[n=x].v',
    given: {
      l: [
        { n: 'x', v: 1 },
        { n: 'y', v: 2 },
      ],
    },
    want: { l: [{ n: 'x' }, { n: 'y', v: 2 }] },
  },
  'an item': { path: 'l[n=1]', given: { l: [{ n: 1 }, { n: 2 }, 5] }, want: { l: [{ n: 2 }, 5] } },
};

const OWNED: Readonly<Record<string, { path: string; given: object; want: object }>> = {
  'a field and what it leaves empty': {
    path: 'a.b',
    given: { 'f:a': { 'f:b': {} }, 'f:c': {} },
    want: { 'f:c': {} },
  },
  'a whole branch': { path: 'a', given: { 'f:a': { 'f:b': {} }, 'f:c': {} }, want: { 'f:c': {} } },
  'a field of an item': {
    path: 'l[n=x].v',
    given: {
      'f:l': { 'k:{"n":"x"}': { '.': {}, 'f:n': {}, 'f:v': {} }, 'k:{"n":"y"}': { '.': {}, 'f:v': {} } },
    },
    want: { 'f:l': { 'k:{"n":"x"}': { '.': {}, 'f:n': {} }, 'k:{"n":"y"}': { '.': {}, 'f:v': {} } } },
  },
  'nothing of others': { path: 'b', given: { 'f:a': { 'f:b': {} } }, want: { 'f:a': { 'f:b': {} } } },
};

suite('parseFieldPath', (test) => {
  for (const [path, steps] of Object.entries(STEPS)) {
    test(`reads ${path}`, () => equal(JSON.parse(JSON.stringify(parseFieldPath('o', path))), steps));
  }

  test('refuses what is no path, and what owned objects need', () => {
    for (const path of [...WRONG, ...NEEDED]) {
      const error = throws(() => parseFieldPath('createOnce[1]', path as string), isInvalidConfig) as Error;
      is(error.message.startsWith('createOnce[1] must '), true, error.message);
    }
  });
});

suite('withoutField', (test) => {
  for (const [name, { path, given, want }] of Object.entries(WITHOUT))
    test(`takes away ${name}`, () => equal(withoutField(given, parseFieldPath('o', path)), want));
});

suite('withoutOwned', (test) => {
  for (const [name, { path, given, want }] of Object.entries(OWNED))
    test(`takes away ${name}`, () => {
      const fields = given as unknown as Fields;
      const left = withoutOwned(fields, parseFieldPath('o', path));
      equal(left, want);
      is(left === fields, JSON.stringify(given) === JSON.stringify(want));
    });
});
