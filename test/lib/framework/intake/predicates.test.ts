import {
  type Predicate,
  allOf,
  annotationsChanged,
  anyOf,
  changed,
  generationChanged,
  labelsChanged,
  not,
} from '../../../../lib/framework/intake/predicates.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

type Meta = NonNullable<KubernetesObject['metadata']>;
interface Case {
  readonly predicate: Predicate<KubernetesObject>;
  readonly old?: Meta;
  readonly now: Meta;
  readonly want: boolean;
}

const yes = (): boolean => true;
const no = (): boolean => false;

const cases: Readonly<Record<string, Case>> = {
  'generation of a new object': { predicate: generationChanged, now: { generation: 1 }, want: true },
  'same generation': {
    predicate: generationChanged,
    old: { generation: 1, resourceVersion: '1' },
    now: { generation: 1, resourceVersion: '2' },
    want: false,
  },
  'other generation': {
    predicate: generationChanged,
    old: { generation: 1 },
    now: { generation: 2 },
    want: true,
  },
  'no generation, other version': {
    predicate: generationChanged,
    old: { resourceVersion: '1' },
    now: { resourceVersion: '2' },
    want: true,
  },
  'same labels in another order': {
    predicate: labelsChanged,
    old: { labels: { a: '1', b: '2' } },
    now: { labels: { b: '2', a: '1' } },
    want: false,
  },
  'no labels and empty labels': { predicate: labelsChanged, old: {}, now: { labels: {} }, want: false },
  'other label': {
    predicate: labelsChanged,
    old: { labels: { a: '1' } },
    now: { labels: { a: '2' } },
    want: true,
  },
  'label gone': { predicate: labelsChanged, old: { labels: { a: '1' } }, now: {}, want: true },
  'other annotation': {
    predicate: annotationsChanged,
    old: { annotations: { a: '1' } },
    now: { annotations: { a: '2' } },
    want: true,
  },
  'other label, asked for annotations': {
    predicate: annotationsChanged,
    old: { labels: { a: '1' } },
    now: { labels: { a: '2' } },
    want: false,
  },
  'own value, changed': {
    predicate: changed<KubernetesObject>((obj) => obj.metadata?.name),
    old: { name: 'a' },
    now: { name: 'b' },
    want: true,
  },
  'any of none': { predicate: anyOf(), now: {}, want: false },
  'any of no and yes': { predicate: anyOf(no, yes), now: {}, want: true },
  'all of none': { predicate: allOf(), now: {}, want: true },
  'all of no and yes': { predicate: allOf(no, yes), now: {}, want: false },
  'not yes': { predicate: not(yes), now: {}, want: false },
};

suite('predicates', (test) => {
  for (const [name, { predicate, old, now, want }] of Object.entries(cases)) {
    test(`say ${String(want)} to ${name}`, () => {
      is(predicate({ object: { metadata: now }, ...(old && { old: { metadata: old } }) }), want);
    });
  }
});
