import type { ApiObject } from '../../../lib/apiserver/api-object.ts';
import { MemoryStorage } from '../../../lib/apiserver/memory-storage.ts';
import { CompactedError } from '../../../lib/apiserver/storage.ts';
import type { StorageChange, StoragePage } from '../../../lib/apiserver/storage.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { defined, equal, instanceOf, is, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function objectOf(name: string, value = 0): ApiObject {
  const metadata = { name, uid: `uid-${name}`, resourceVersion: '', creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'Thing', metadata, value };
}

function newStorage(options: { historyMs?: number; historyLimit?: number } = {}): {
  storage: MemoryStorage;
  clock: VirtualClock;
} {
  const clock = new VirtualClock();
  return { storage: new MemoryStorage({ clock, ...options }), clock };
}

/** Creates or changes a key, whatever it holds. */
function set(storage: MemoryStorage, key: string, value = 0): ApiObject {
  const old = storage.get('things', key);
  return defined(storage.put('things', key, objectOf(key, value), old?.metadata.resourceVersion));
}

function drop(storage: MemoryStorage, key: string): ApiObject {
  const { resourceVersion } = defined(storage.get('things', key)).metadata;
  return defined(storage.remove('things', key, resourceVersion));
}

function namesOf({ items }: StoragePage): readonly string[] {
  return items.map(({ metadata }) => metadata.name);
}

function log(into: string[]): (change: StorageChange) => void {
  return ({ type, key, revision }) => into.push(`${revision} ${type} ${key}`);
}

suite('MemoryStorage', (test) => {
  test('gives each write the next revision and stores it in the object', () => {
    const { storage } = newStorage();
    const start = storage.revision;
    const first = set(storage, 'a');
    const second = set(storage, 'a', 1);
    const gone = drop(storage, 'a');
    equal(
      [first, second, gone].map(({ metadata }) => Number(metadata.resourceVersion) - start),
      [1, 2, 3],
    );
    is(storage.revision, start + 3);
    is(storage.get('things', 'a'), undefined);
  });

  test('refuses a write that expects another revision, and a creation of what exists', () => {
    const { storage } = newStorage();
    const { resourceVersion } = set(storage, 'a').metadata;
    is(storage.put('things', 'a', objectOf('a'), undefined), undefined);
    is(storage.put('things', 'a', objectOf('a'), '999'), undefined);
    is(storage.put('things', 'b', objectOf('b'), resourceVersion), undefined);
    is(storage.remove('things', 'a', '999'), undefined);
    is(storage.remove('things', 'b', resourceVersion), undefined);
    is(String(storage.revision), resourceVersion);
  });

  test('freezes what it stores all through, and leaves what it was given alone', () => {
    const { storage } = newStorage();
    const given = { ...objectOf('a'), spec: { list: [{ x: 1 }] } };
    const stored = defined(storage.put('things', 'a', given, undefined));
    ok(Object.isFrozen(stored.metadata) && Object.isFrozen((stored['spec'] as { list: object[] }).list[0]));
    ok(!Object.isFrozen(given) && !Object.isFrozen(given.metadata));
  });

  test('lists in order of the keys, below a prefix, page by page', () => {
    const { storage } = newStorage();
    for (const key of ['b/2', 'a/2', 'b/1', 'ab/1', 'a/1', 'a/3']) set(storage, key);
    equal(namesOf(storage.list('things')), ['a/1', 'a/2', 'a/3', 'ab/1', 'b/1', 'b/2']);
    const first = storage.list('things', { prefix: 'a/', limit: 2 });
    equal([namesOf(first), first.next, first.remaining], [['a/1', 'a/2'], 'a/2', 1]);
    const second = storage.list('things', { prefix: 'a/', limit: 2, after: defined(first.next) });
    equal([namesOf(second), second.next, second.remaining], [['a/3'], undefined, 0]);
    equal([storage.count('things'), storage.count('things', 'a/'), storage.count('none')], [6, 3, 0]);
  });

  test('reads a snapshot as it was, whatever happens meanwhile', () => {
    const { storage } = newStorage();
    for (const key of ['b/1', 'a/2', 'a/1', 'a/3']) set(storage, key);
    const filter = ({ metadata: { name } }: ApiObject): boolean => name !== 'a/2';
    const snapshot = storage.snapshot('things', { prefix: 'a/', filter });
    drop(storage, 'a/1');
    set(storage, 'a/3', 5);
    set(storage, 'a/4');
    equal(
      Array.from(snapshot, ({ metadata: { name }, ['value']: value }) => [name, value]),
      [
        ['a/1', 0],
        ['a/3', 0],
      ],
    );
    equal([...storage.snapshot('others')], []);
  });

  test('fills a page that is filtered up to its limit', () => {
    const { storage } = newStorage();
    for (let index = 0; index < 10; index++) set(storage, `k${index}`, index);
    const even = (obj: ApiObject): boolean => Number(obj['value']) % 2 === 0;
    const page = storage.list('things', { filter: even, limit: 2 });
    equal([namesOf(page), page.next], [['k0', 'k2'], 'k2']);
    equal(namesOf(storage.list('things', { filter: even, after: 'k2' })), ['k4', 'k6', 'k8']);
  });

  test('lists any past state that it remembers, whatever happened since', ({ seed }) => {
    const { storage } = newStorage();
    const states = new Map<number, readonly string[]>();
    const model = new Map<string, number>();
    let random = seed % 1000;
    for (let step = 0; step < 300; step++) {
      random = (random * 7919 + 13) % 10007;
      const key = `k${random % 20}`;
      if (random % 3 === 0 && model.delete(key)) drop(storage, key);
      else {
        model.set(key, step);
        set(storage, key, step);
      }
      const sorted = [...model].toSorted(([one], [other]) => (one < other ? -1 : 1));
      states.set(
        storage.revision,
        sorted.map(([name, value]) => `${name}=${value}`),
      );
    }
    for (const [revision, want] of states) {
      const whole = storage.list('things', { revision });
      equal(
        whole.items.map((obj) => `${obj.metadata.name}=${Number(obj['value'])}`),
        want,
      );
      const first = storage.list('things', { revision, limit: 4 });
      if (first.next === undefined) continue;
      is(first.remaining, want.length - 4);
      const rest = storage.list('things', { revision, after: first.next });
      equal([...namesOf(first), ...namesOf(rest)], namesOf(whole));
    }
  });

  test('replays past changes before watch returns, then tells of new ones', () => {
    const { storage } = newStorage();
    set(storage, 'a');
    const since = storage.revision;
    set(storage, 'b');
    drop(storage, 'a');
    const seen: string[] = [];
    const watch = storage.watch('things', since, log(seen));
    equal(seen, [`${since + 1} put b`, `${since + 2} remove a`]);
    set(storage, 'c');
    storage.put('others', 'x', objectOf('x'), undefined);
    watch[Symbol.dispose]();
    set(storage, 'd');
    equal(seen.slice(2), [`${since + 3} put c`]);
  });

  test('tells a change with the state before it', () => {
    const { storage } = newStorage();
    const changes: StorageChange[] = [];
    storage.watch('things', storage.revision, (change) => changes.push(change));
    const first = set(storage, 'a');
    const second = set(storage, 'a', 1);
    drop(storage, 'a');
    equal(
      changes.map(({ previous }) => previous),
      [undefined, first, second],
    );
    is(changes[2]?.object.metadata.resourceVersion, String(storage.revision));
  });

  test('keeps the order for everybody when a listener writes', () => {
    const { storage } = newStorage();
    const seen: string[] = [];
    storage.watch('things', storage.revision, ({ key, type }) => {
      if (key === 'a' && type === 'put') set(storage, 'reaction');
    });
    storage.watch('things', storage.revision, ({ key }) => seen.push(key));
    set(storage, 'a');
    equal(seen, ['a', 'reaction']);
  });

  test('tells all listeners even if one throws, and then throws', () => {
    const { storage } = newStorage();
    const seen: string[] = [];
    storage.watch('things', storage.revision, () => {
      throw new Error('broken');
    });
    storage.watch('things', storage.revision, log(seen));
    throws(() => set(storage, 'a'), /cannot deliver a change/u);
    is(seen.length, 1);
    ok(storage.get('things', 'a'));
  });

  test('a late listener does not get a change that is being delivered twice', () => {
    const { storage } = newStorage();
    const seen: string[] = [];
    const since = storage.revision;
    storage.watch('things', since, ({ key }) => {
      if (key === 'a') storage.watch('things', since, log(seen));
    });
    set(storage, 'a');
    equal(seen, [`${since + 1} put a`]);
  });

  test('forgets up to a revision on compaction', () => {
    const { storage } = newStorage();
    for (let index = 0; index < 5; index++) set(storage, `k${index}`);
    const kept = storage.revision - 1;
    storage.compact(kept);
    is(storage.compactedRevision, kept);
    const error = throws(() => storage.watch('things', kept - 1, () => {}));
    instanceOf(error, CompactedError);
    equal([error.requested, error.compacted], [kept - 1, kept]);
    instanceOf(
      throws(() => storage.list('things', { revision: kept - 1 })),
      CompactedError,
    );
    is(namesOf(storage.list('things', { revision: kept })).length, 4);
  });

  test('forgets what is too old, and what is too much', async () => {
    const { storage, clock } = newStorage({ historyMs: 1000, historyLimit: 3 });
    const start = storage.revision;
    set(storage, 'a');
    await clock.advance(500);
    set(storage, 'b');
    await clock.advance(600);
    storage.list('things');
    is(storage.compactedRevision, start + 1);
    for (const key of ['c', 'd', 'e', 'f']) set(storage, key);
    is(storage.compactedRevision, storage.revision - 3);
  });

  test('takes 20,000 objects in any order and pages through them while others write', () => {
    const { storage } = newStorage();
    const count = 20_000;
    for (let index = 0; index < count; index++) set(storage, `ns/${(index * 7919) % count}`);
    const { revision } = storage;
    let after: string | undefined;
    let got = 0;
    do {
      const page = storage.list('things', {
        prefix: 'ns/',
        limit: 500,
        revision,
        ...(after === undefined ? {} : { after }),
      });
      got += page.items.length;
      is(page.remaining, count - got);
      after = page.next;
      set(storage, `ns/${got}`, 1);
      if (storage.get('things', `ns/${got + 7}`) !== undefined) drop(storage, `ns/${got + 7}`);
    } while (after !== undefined);
    is(got, count);
  });
});
