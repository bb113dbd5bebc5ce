import { diffObjects, type DiffOptions } from '../../../lib/object/diff.ts';
import { equal, is, match, not, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

interface Case {
  readonly before?: object;
  readonly after?: object;
  readonly options?: DiffOptions;
  readonly want: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'says nothing of what is equal': { before: { spec: { a: [1] } }, after: { spec: { a: [1] } }, want: [] },
  'says what is new, gone and changed': {
    before: { spec: { b: 'x', replicas: 1, same: true } },
    after: { spec: { a: 1, replicas: 3, same: true } },
    want: ['+ spec.a: 1', '- spec.b: "x"', '~ spec.replicas: 1 → 3'],
  },
  'takes undefined for absent, and null for a value': {
    before: { spec: { a: undefined, b: null } },
    after: { spec: { b: undefined, c: null } },
    want: ['- spec.b: null', '+ spec.c: null'],
  },
  'shows what is new as one value': {
    before: { spec: {} },
    after: { spec: { template: { containers: [{ name: 'web', ports: [80] }] }, empty: {} } },
    want: ['+ spec.empty: {}', '+ spec.template: {containers: [{name: "web", ports: [80]}]}'],
  },
  'shows a change of type': {
    before: { spec: { a: { b: 1 }, c: [1] } },
    after: { spec: { a: 'x', c: { d: 1 } } },
    want: ['~ spec.a: {b: 1} → "x"', '~ spec.c: [1] → {d: 1}'],
  },
  'leaves out what the API server keeps': {
    before: {
      metadata: { resourceVersion: '1', generation: 1, managedFields: [], uid: 'u', labels: { a: '1' } },
      spec: { template: { metadata: { creationTimestamp: null } } },
    },
    after: {
      metadata: {
        resourceVersion: '2',
        generation: 2,
        creationTimestamp: '2026-01-01T00:00:00Z',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"a":1}', b: '2' },
      },
      spec: { template: { metadata: {} } },
    },
    want: ['+ metadata.annotations: {b: "2"}', '- metadata.labels: {a: "1"}'],
  },
  'keeps a spec’s own generation': {
    before: { spec: { generation: 1 } },
    after: { spec: { generation: 2 } },
    want: ['~ spec.generation: 1 → 2'],
  },
  'leaves out the status where it is asked to': {
    before: { status: { a: 1 }, spec: { status: 1 } },
    after: { status: { a: 2 }, spec: { status: 2 } },
    options: { status: false },
    want: ['~ spec.status: 1 → 2'],
  },
  'tells list items apart by name': {
    before: { spec: { containers: [{ name: 'a', image: 'x:1' }, { name: 'b' }] } },
    after: { spec: { containers: [{ name: 'c' }, { name: 'a', image: 'x:2' }] } },
    want: [
      '~ spec.containers[a].image: "x:1" → "x:2"',
      '- spec.containers[b]: {name: "b"}',
      '+ spec.containers[c]: {name: "c"}',
    ],
  },
  'tells list items apart by key or type': {
    before: { status: { conditions: [{ type: 'Ready', status: 'False' }] }, spec: { t: [{ key: 'a' }] } },
    after: {
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
      spec: { t: [{ key: 'a', effect: 'NoExecute' }] },
    },
    want: ['+ spec.t[a].effect: "NoExecute"', '~ status.conditions[Ready].status: "False" → "True"'],
  },
  'says that named items changed their order': {
    before: { spec: { initContainers: [{ name: 'a' }, { name: 'b' }] } },
    after: { spec: { initContainers: [{ name: 'b' }, { name: 'a' }] } },
    want: ['~ spec.initContainers: order ["a", "b"] → ["b", "a"]'],
  },
  'tells other items apart by their place': {
    before: { spec: { rules: [{ port: 1 }, { port: 2 }], args: ['a', 'b'] } },
    after: { spec: { rules: [{ port: 1 }, { port: 3 }, { port: 4 }], args: ['a', 'c'] } },
    want: ['~ spec.args[1]: "b" → "c"', '~ spec.rules[1].port: 2 → 3', '+ spec.rules[2]: {port: 4}'],
  },
  'says which scalars came and went': {
    before: { metadata: { finalizers: ['a', 'b', 'c'] } },
    after: { metadata: { finalizers: ['b', 'c'] } },
    want: ['- metadata.finalizers[0]: "a"'],
  },
  'sees that a repeated scalar went': {
    before: { spec: { args: ['a', 'a'] } },
    after: { spec: { args: ['a'] } },
    want: ['- spec.args[1]: "a"'],
  },
  'shows a new object by its members': {
    after: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default', labels: { app: 'web' }, uid: 'u' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } } },
    },
    want: [
      '+ metadata.labels: {app: "web"}',
      '+ spec.replicas: 2',
      '+ spec.selector: {matchLabels: {app: "web"}}',
    ],
  },
  'shows an object that is gone by its members': {
    before: { kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } },
    want: ['- data.k: "v"'],
  },
  'quotes names that are no words': {
    before: { metadata: { annotations: {} } },
    after: { metadata: { annotations: { 'example.com/x': '1', 'a b\n': '2' } } },
    want: ['+ metadata.annotations["a b\\n"]: "2"', '+ metadata.annotations[example.com/x]: "1"'],
  },
  'shows sizes of a Secret’s data': {
    before: {
      kind: 'Secret',
      type: 'Opaque',
      data: { gone: 'eHk=', same: 'YQ==', password: 'aHVudGVyMg==' },
    },
    after: { kind: 'Secret', data: { same: 'YQ==', password: 'aHVudGVyMzM=' }, stringData: { token: 'é' } },
    want: [
      '- data.gone: (secret, 2 bytes)',
      '~ data.password: (secret, 7 bytes) → (secret, 8 bytes)',
      '+ stringData.token: (secret, 2 bytes)',
      '- type: "Opaque"',
    ],
  },
  'hides what is named like a secret': {
    before: { spec: { apiToken: 'abc', env: [{ name: 'DB_PASSWORD', value: 'hunter2' }], secretName: 's' } },
    after: { spec: { apiToken: 'abcd', env: [{ name: 'DB_PASSWORD', value: 'hunter3' }], secretName: 't' } },
    want: [
      '~ spec.apiToken: (secret, 3 bytes) → (secret, 4 bytes)',
      '~ spec.env[DB_PASSWORD].value: (secret, 7 bytes) → (secret, 7 bytes)',
      '~ spec.secretName: "s" → "t"',
    ],
  },
  'takes out what the given function takes out, numbers and names too': {
    before: { data: { a: 'x' } },
    after: { data: { a: 'dsn=hunter2', b: 'hunter2', hunter2: '', pin: 1234 } },
    options: {
      redact: (text) => text.replaceAll(/hunter2|1234/g, '[redacted]'),
    },
    want: [
      '~ data.a: "x" → "dsn=[redacted]"',
      '+ data.b: (secret, 7 bytes)',
      '+ data.[redacted]: ""',
      '+ data.pin: (secret)',
    ],
  },
};

suite('diffObjects', (test) => {
  for (const [name, { before, after, options, want }] of Object.entries(CASES)) {
    test(name, () => equal(diffObjects(before, after, options).split('\n').filter(Boolean), want));
  }

  test('takes out credentials that it recognises, whatever the given function does', () => {
    const url = { spec: { url: 'https://user:hunter2@example.com' } };
    for (const options of [{}, { redact: (text: string) => text }])
      is(diffObjects({}, url, options), '+ spec.url: "https://[redacted]@example.com"');
  });

  test('says how many lines are left out', () => {
    const data = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i + 10}`, i]));
    const lines = diffObjects({}, { data }, { maxLines: 3 }).split('\n');
    equal(lines, ['+ data.k10: 0', '+ data.k11: 1', '+ data.k12: 2', '… 27 more lines']);
    is(diffObjects({}, { data }, { maxCharacters: 30 }), '+ data.k10: 0\n+ data.k11: 1\n… 28 more lines');
  });

  test('cuts long texts, lists and objects', () => {
    const text = diffObjects(
      { spec: {} },
      { spec: { a: 'x'.repeat(1000), b: Array.from({ length: 1000 }, (_, i) => i), c: 'y'.repeat(100_000) } },
    );
    match(text, /^\+ spec\.a: "x{200}… \(800 more characters\)"$/m);
    match(text, /^\+ spec\.b: \[0, 1, .*, … \d+ more\]$/m);
    ok(text.length < 1500, String(text.length));
  });

  test('ends with objects that hold themselves, and large ones', () => {
    const knot = (value: number): object => {
      const made: Record<string, unknown> = { value };
      return Object.assign(made, { left: made, right: made });
    };
    match(diffObjects(knot(1), knot(2), { maxLines: 2 }), /~ left\.left.*too large to be compared further$/s);
    ok(diffObjects(undefined, knot(1)).length < 10_000);
    const large = { data: Array.from({ length: 50_000 }, (_, i) => ({ i })) };
    match(diffObjects({ data: [] }, large), /\d+ more lines\n… too large to be compared further$/);
  });

  test('never throws', () => {
    const broken = {
      get spec(): never {
        throw new Error('no');
      },
    };
    is(diffObjects({}, broken), '(the difference cannot be shown)');
    for (const [before, after] of [
      [undefined, undefined],
      [[], {}],
      [{}, [1]],
      [{ a: 1n }, { a: Symbol('s') }],
      [{ a: new Map() }, { a: () => {} }],
    ])
      is(typeof diffObjects(before, after), 'string');
    not(diffObjects({}, JSON.parse('{"__proto__":{"x":1}}') as object) === '');
  });
});
