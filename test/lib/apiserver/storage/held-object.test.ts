import type { ApiObject } from '../../../../lib/apiserver/api-object.ts';
import { MemoryStorage } from '../../../../lib/apiserver/memory-storage.ts';
import { deepFreeze } from '../../../../lib/apiserver/storage/deep-freeze.ts';
import { HeldObject } from '../../../../lib/apiserver/storage/held-object.ts';
import { ObjectContents } from '../../../../lib/apiserver/storage/object-contents.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function objectOf(name: string, value: number): ApiObject {
  const metadata = { name, uid: `uid-${name}`, resourceVersion: '7', creationTimestamp: '' };
  return deepFreeze({ apiVersion: 'v1', kind: 'Thing', metadata, value, list: [{ text: 'ü' }] });
}

suite('HeldObject', (test) => {
  test('gives the same object while it is whole, an equal and frozen one when it was packed', () => {
    const contents = new ObjectContents();
    const object = objectOf('a', 1);
    const held = new HeldObject(object, contents);
    is(held.object, object);
    held.pack();
    equal(held.object, object);
    ok(Object.isFrozen(held.object) && Object.isFrozen(held.object['list']));
    is(contents.of(held.object), contents.of(object), 'it was encoded twice');
  });
});

suite('MemoryStorage with packed objects', (test) => {
  test('reads, lists, watches and changes objects that rest', () => {
    const storage = new MemoryStorage({ clock: new VirtualClock(), wholeObjects: 2 });
    const start = storage.revision;
    for (let index = 0; index < 10; index++)
      defined(storage.put('things', `k${index}`, objectOf(`k${index}`, index), undefined));
    const page = storage.list('things', { limit: 3 });
    equal(
      page.items.map(({ value }) => value),
      [0, 1, 2],
    );
    ok(page.items.every((item) => Object.isFrozen(item) && Object.isFrozen(item['list'])));
    const { resourceVersion } = defined(storage.get('things', 'k0')).metadata;
    defined(storage.put('things', 'k0', objectOf('k0', 100), resourceVersion));
    is(defined(storage.remove('things', 'k1', String(start + 2)))['value'], 1);
    const seen: unknown[] = [];
    using _ = storage.watch('things', start + 9, ({ type, object, previous }) =>
      seen.push([type, object['value'], previous?.['value']]),
    );
    equal(seen, [
      ['put', 9, undefined],
      ['put', 100, 0],
      ['remove', 1, 1],
    ]);
    equal(
      storage.list('things', { revision: start + 10 }).items.map(({ value }) => value),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  });
});
