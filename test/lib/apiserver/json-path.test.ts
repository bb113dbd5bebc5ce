import { evaluateJsonPath, isJsonPath } from '../../../lib/apiserver/json-path.ts';
import { equal, not, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const OBJECT = {
  metadata: { name: 'x', annotations: { 'a.b/c': 'y' } },
  spec: { list: [1, 2, 3], zero: 0 },
  status: {
    conditions: [
      { type: 'A', status: 'True' },
      { type: 'Ready', status: 'False' },
    ],
  },
};

const CASES: Readonly<Record<string, readonly unknown[]>> = {
  '.metadata.name': ['x'],
  '$.metadata.name': ['x'],
  ".metadata.annotations['a.b/c']": ['y'],
  '.metadata.annotations.a\\.b/c': ['y'],
  '.spec.list[0]': [1],
  '.spec.list[-1]': [3],
  '.spec.list[*]': [1, 2, 3],
  '.spec.zero': [0],
  '.status.conditions[*].type': ['A', 'Ready'],
  '.status.conditions[?(@.type=="Ready")].status': ['False'],
  ".status.conditions[?(@.type == 'A')].status": ['True'],
  '.status.conditions[?(@.type!="A")].type': ['Ready'],
  '.spec.none': [],
  '.spec.list.name': [],
  '.metadata.constructor': [],
  'garbage[': [],
};

suite('evaluateJsonPath', (test) => {
  for (const [path, want] of Object.entries(CASES))
    test(`finds ${JSON.stringify(want)} at ${path}`, () => {
      equal(evaluateJsonPath(path, OBJECT), want);
    });

  test('takes a dot for the whole', () => {
    equal(evaluateJsonPath('.', 1), [1]);
  });
});

suite('isJsonPath', (test) => {
  test('knows what is none', () => {
    ok(isJsonPath('.a[0].b'));
    not(isJsonPath('.a[?(x)]'));
  });
});
