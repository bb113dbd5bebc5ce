import { type JsonShape, ManagedFieldsCutter } from '../../../lib/informer/managed-fields.ts';
import { equal, is, not } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { JsonSamples } from './json-samples.ts';

interface Case {
  readonly shape: JsonShape;
  readonly given: string;
  readonly want: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'the last member with its comma': {
    shape: 'object',
    given: '{"metadata":{"name":"a","managedFields":[{"a":"}]"}]},"spec":1}',
    want: '{"metadata":{"name":"a"},"spec":1}',
  },
  'the first member with its comma': {
    shape: 'object',
    given: '{"metadata":{"managedFields":[],"name":"a"}}',
    want: '{"metadata":{"name":"a"}}',
  },
  'a member in the middle': {
    shape: 'object',
    given: '{"metadata":{"a":1,"managedFields":[[]] , "name":"a"}}',
    want: '{"metadata":{"a":1, "name":"a"}}',
  },
  'entries of objects': {
    shape: 'object',
    given: '{"metadata":{"managedFields":[{"f":{"a":{}}},{"m":"x"}],"name":"a"}}',
    want: '{"metadata":{"name":"a"}}',
  },
  'entries with brackets in strings': {
    shape: 'object',
    given: String.raw`{"metadata":{"managedFields":[{"v:[{}]":{}},{"a":"}],\"b"}],"name":"a"}}`,
    want: '{"metadata":{"name":"a"}}',
  },
  'entries with lists': {
    shape: 'object',
    given: '{"metadata":{"managedFields":[{"a":[{}],"b":[{}]}],"name":"a"}}',
    want: '{"metadata":{"name":"a"}}',
  },
  'the only member': {
    shape: 'object',
    given: '{"metadata":{"managedFields":null}}',
    want: '{"metadata":{}}',
  },
  'what is within an event': {
    shape: 'event',
    given: '{"type":"ADDED","object":{"metadata":{"name":"a","managedFields":[]}}}',
    want: '{"type":"ADDED","object":{"metadata":{"name":"a"}}}',
  },
  'nothing of a spec': {
    shape: 'object',
    given: '{"spec":{"metadata":{"managedFields":[1]}},"metadata":{"name":"a"}}',
    want: '{"spec":{"metadata":{"managedFields":[1]}},"metadata":{"name":"a"}}',
  },
  'nothing of a string': {
    shape: 'object',
    given: String.raw`{"metadata":{"annotations":{"last":"{\"managedFields\":[1]}"},"x":{"managedFields":[]}}}`,
    want: String.raw`{"metadata":{"annotations":{"last":"{\"managedFields\":[1]}"},"x":{"managedFields":[]}}}`,
  },
  'nothing of another shape': {
    shape: 'object',
    given: '{"object":{"metadata":{"managedFields":[]}}}',
    want: '{"object":{"metadata":{"managedFields":[]}}}',
  },
  'nothing of what does not end': {
    shape: 'object',
    given: '{"metadata":{"managedFields":[{"a":"',
    want: '{"metadata":{"managedFields":[{"a":"',
  },
  'nothing of a list': { shape: 'object', given: '[{"metadata":{}}]', want: '[{"metadata":{}}]' },
};

suite('ManagedFieldsCutter', (test) => {
  for (const [name, { shape, given, want }] of Object.entries(CASES)) {
    test(`cuts ${name}`, () => is(new ManagedFieldsCutter().text(Buffer.from(given), shape), want));
  }

  test('gives what parsing and deleting gives, for any object and event', (t) => {
    const samples = new JsonSamples(t.seed);
    const cutter = new ManagedFieldsCutter();
    for (let i = 0; i < 2000; i += 1) {
      const obj = sampleObject(samples);
      const shape = samples.pick(['object', 'event'] as const);
      const text = samples.text(shape === 'object' ? obj : samples.shuffled({ type: 'ADDED', object: obj }));
      const parsed = JSON.parse(text) as { object?: object };
      delete ((shape === 'object' ? parsed : parsed.object) as typeof obj).metadata.managedFields;
      const cut = cutter.text(Buffer.from(text), shape);
      equal(JSON.parse(cut), parsed);
      not(cut.includes('SECRET-ONE'));
    }
  });

  test('never fails on bytes that are broken, and never makes sense of them', (t) => {
    const samples = new JsonSamples(t.seed);
    const cutter = new ManagedFieldsCutter();
    for (let i = 0; i < 500; i += 1) {
      const bytes = Buffer.from(samples.text(sampleObject(samples)));
      const end = samples.below(bytes.length);
      not(isJson(cutter.text(bytes.subarray(0, end), 'object')), bytes.toString('utf8', 0, end));
    }
  });

  test('leaves its argument as it is', () => {
    const bytes = Buffer.from('{"metadata":{"managedFields":[]}}');
    new ManagedFieldsCutter().text(bytes, 'object');
    is(bytes.toString(), '{"metadata":{"managedFields":[]}}');
  });

  test('takes objects of any size', () => {
    const data = 'é'.repeat(200_000);
    const given = JSON.stringify({ metadata: { managedFields: [data], name: 'a' }, data });
    const cut = new ManagedFieldsCutter().text(Buffer.from(given), 'object');
    equal(JSON.parse(cut), { metadata: { name: 'a' }, data });
  });
});

interface Sample {
  readonly metadata: { managedFields?: unknown };
}

function sampleObject(samples: JsonSamples): Sample {
  const metadata = { ...samples.object(2), managedFields: ['SECRET-ONE', samples.value()] };
  return samples.shuffled({ ...samples.object(3), metadata: samples.shuffled(metadata) });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The question was whether it is.
  }
}
