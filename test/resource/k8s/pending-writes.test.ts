import { ConfigMap, type ObjectMeta } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { type Now, PendingWrites } from '../../../resource/k8s/pending-writes.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function obj(resourceVersion: string, uid = 'u', more: ObjectMeta = {}): KubernetesObject {
  return { kind: ConfigMap.kind, metadata: { name: 'a', uid, resourceVersion, ...more } };
}

function now(resourceVersion: string | undefined = '1', ms = 0): Now {
  return { resourceVersion, ms };
}

/** What was written, what the informer has, how far it is, and which of them counts. */
interface Case {
  readonly written: KubernetesObject | undefined;
  readonly stored: KubernetesObject | undefined;
  readonly at?: Now;
  readonly want: 'written' | 'stored';
}

const CASES: Readonly<Record<string, Case>> = {
  'an answer before its event': { written: obj('5'), stored: obj('4'), want: 'written' },
  'an event of that very version': { written: obj('5'), stored: obj('5'), want: 'stored' },
  'an event of a later version': { written: obj('9'), stored: obj('10'), want: 'stored' },
  'a new object before its event': { written: obj('5'), stored: undefined, at: now('4'), want: 'written' },
  'a new object that is gone again': { written: obj('5'), stored: undefined, at: now('5'), want: 'stored' },
  'a new object of which an informer never tells': {
    written: obj('5'),
    stored: undefined,
    at: now('4', 30_001),
    want: 'stored',
  },
  'a new object where nobody knows the version': {
    written: obj('5'),
    stored: undefined,
    at: { resourceVersion: undefined, ms: 0 },
    want: 'written',
  },
  'a new object under an old name': { written: obj('5', 'new'), stored: obj('4', 'old'), want: 'written' },
  'somebody else’s newer object under the name': {
    written: obj('5', 'ours'),
    stored: obj('6', 'theirs'),
    want: 'stored',
  },
  'a deletion before its event': { written: undefined, stored: obj('4'), want: 'written' },
  'a deletion, and another object under the name': {
    written: undefined,
    stored: obj('9', 'v'),
    want: 'stored',
  },
  'a deletion of which an informer never tells': {
    written: undefined,
    stored: obj('4'),
    at: now('4', 30_001),
    want: 'stored',
  },
  'versions that are no numbers': { written: obj('x'), stored: obj('y'), want: 'stored' },
};

suite('PendingWrites', (test) => {
  for (const [name, { written, stored, at = now(), want }] of Object.entries(CASES)) {
    test(`takes what is ${want} of ${name}`, () => {
      const pending = new PendingWrites();
      pending.put('a', written?.metadata?.uid ?? 'u', written, now('4'));
      is(pending.latest('a', stored, at), want === 'written' ? written : stored);
    });
  }

  test('drops a write when an event of it or of its end comes', () => {
    const pending = new PendingWrites();
    pending.put('a', 'u', obj('5'), now());
    pending.heard({ type: 'error', error: new Error('x') });
    pending.heard({ type: 'update', object: obj('4'), initial: false });
    pending.heard({ type: 'delete', object: obj('6', 'other'), stale: false });
    is(pending.latest('a', undefined, now())?.metadata?.resourceVersion, '5');
    pending.heard({ type: 'delete', object: obj('6'), stale: false });
    is(pending.latest('a', undefined, now()), undefined);
    pending.put('a', 'u', undefined, now());
    pending.heard({ type: 'update', object: obj('7', 'u'), initial: false });
    is(pending.latest('a', obj('7'), now()), undefined);
    pending.heard({ type: 'delete', object: obj('8', 'u'), stale: true });
    is(pending.latest('a', obj('7'), now())?.metadata?.resourceVersion, '7');
  });

  test('finds what was written for an owner, and keeps nothing for longer than half a minute', () => {
    const pending = new PendingWrites();
    const ownerReferences = [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'owner' }];
    for (let i = 0; i < 100; i += 1)
      pending.put(`k${i}`, 'u', obj('5', 'u', { ownerReferences }), now('1', i));
    is(pending.keysOf('owner').length, 100);
    equal(pending.keysOf('other'), []);
    pending.put('last', 'u', obj('5', 'u', { ownerReferences }), now('1', 30_050));
    is(pending.keysOf('owner').length, 51);
  });
});
