import { EventStream } from '../../../lib/informer/event-stream.ts';
import type { InformerEvent } from '../../../lib/informer/informer.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const object = (name: string, version: number): KubernetesObject => ({
  metadata: { name, resourceVersion: String(version) },
});
const [one, two, three] = [object('a', 1), object('a', 2), object('a', 3)];
const created: InformerEvent<KubernetesObject> = { type: 'update', object: one, initial: false };
const listed: InformerEvent<KubernetesObject> = { type: 'update', object: one, initial: true };
const changed: InformerEvent<KubernetesObject> = { type: 'update', object: two, old: one, initial: false };
const again: InformerEvent<KubernetesObject> = { type: 'update', object: three, old: two, initial: false };
const gone = (obj: KubernetesObject): InformerEvent<KubernetesObject> => ({
  type: 'delete',
  object: obj,
  stale: false,
});
const failed = (text: string): InformerEvent<KubernetesObject> => ({ type: 'error', error: text });

interface Case {
  readonly given: readonly InformerEvent<KubernetesObject>[];
  readonly want: readonly InformerEvent<KubernetesObject>[];
}

const CASES: Readonly<Record<string, Case>> = {
  'one event': { given: [created], want: [created] },
  'two updates: the newest, and what the reader saw last': {
    given: [changed, again],
    want: [{ type: 'update', object: three, old: one, initial: false }],
  },
  'a creation and an update: a creation': {
    given: [created, changed],
    want: [{ type: 'update', object: two, initial: false }],
  },
  'an update of the first list stays initial': {
    given: [listed, changed],
    want: [{ type: 'update', object: two, initial: true }],
  },
  'an update and a delete: the delete': { given: [changed, gone(two)], want: [gone(two)] },
  'a creation and a delete: nothing': { given: [created, changed, gone(two)], want: [] },
  'an object of the first list and its delete: the delete': { given: [listed, gone(one)], want: [gone(one)] },
  'a delete and a creation: both': { given: [gone(one), created], want: [gone(one), created] },
  'a delete, a creation, and its delete: the first delete': {
    given: [gone(two), created, gone(one)],
    want: [gone(two)],
  },
  'a delete and two lives: the delete and the second life': {
    given: [gone(two), created, gone(one), { type: 'update', object: three, initial: false }],
    want: [gone(two), { type: 'update', object: three, initial: false }],
  },
  'several errors: the last, first of all': {
    given: [failed('one'), created, failed('two')],
    want: [failed('two'), created],
  },
  'keys in the order of their oldest event': {
    given: [created, { type: 'update', object: object('b', 1), initial: false }, changed],
    want: [
      { type: 'update', object: two, initial: false },
      { type: 'update', object: object('b', 1), initial: false },
    ],
  },
};

suite('EventStream', (test) => {
  for (const [name, { given, want }] of Object.entries(CASES)) {
    test(`makes of ${name}`, () => {
      const stream = new EventStream();
      for (const event of given) stream.push(event);
      const taken = [];
      for (let event = stream.take(); event !== undefined; event = stream.take()) taken.push(event);
      equal(taken, want);
    });
  }

  test('lets a reader between a delete and the life after it hear what happens to the latter', () => {
    const stream = new EventStream();
    for (const event of [gone(one), created]) stream.push(event);
    equal(stream.take(), gone(one));
    stream.push(changed);
    equal(stream.take(), { type: 'update', object: two, initial: false });
    is(stream.take(), undefined);
  });

  test('wakes a waiting reader for an event, and when the signal is aborted', async (t) => {
    const stream = new EventStream();
    const woken = stream.wait(t.signal);
    stream.push(created);
    await woken;
    await stream.wait(t.signal);
    stream.take();
    const abort = new AbortController();
    const aborted = stream.wait(abort.signal);
    abort.abort();
    await aborted;
  });
});
