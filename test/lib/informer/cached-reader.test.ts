import { isNotFound } from '../../../lib/client/errors.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { newCachedReader } from '../../../lib/informer/cached-reader.ts';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { keyOf } from '../../../lib/object/kubernetes-object.ts';
import { equal, is, ok, rejects, throws } from '../../kit/assert.ts';
import { type TestContext, suite } from '../../kit/suite.ts';
import { Website } from './fake-api.ts';
import { Harness } from './harness.ts';

async function start(t: TestContext, options = {}): Promise<Harness> {
  const h = new Harness(t, options);
  for (const key of ['a/one', 'a/two', 'b/one']) h.api.put(key);
  await h.synced(t);
  return h;
}

suite('newCachedReader', (test) => {
  test('gets and lists what informers hold, without a request', async (t) => {
    const h = await start(t);
    const reader = newCachedReader([h.informer]);
    const requests = h.api.requests.length;
    const ref = { namespace: 'a', name: 'one' };
    is(await reader.get(h.ctx, Website, ref), h.informer.get('a/one'));
    is(
      await reader.tryGet(h.ctx, { apiVersion: 'example.com/v1', kind: 'Website' }, ref),
      h.informer.get('a/one'),
    );
    equal((await reader.listAll(h.ctx, Website)).map(keyOf), ['a/one', 'a/two', 'b/one']);
    equal((await reader.listAll(h.ctx, Website, { namespace: 'a' })).map(keyOf), ['a/one', 'a/two']);
    const selected = await reader.listAll(h.ctx, Website, { fieldSelector: 'metadata.name!=two' });
    equal(selected.map(keyOf), ['a/one', 'b/one']);
    is(h.api.requests.length, requests);
  });

  test('lists in pages, of which there is always one', async (t) => {
    const h = await start(t);
    const reader = newCachedReader([h.informer]);
    const pages = await Array.fromAsync(reader.list(h.ctx, Website, { limit: 2 }));
    equal(
      pages.map(({ items, remaining }) => [items.length, remaining]),
      [
        [2, 1],
        [1, 0],
      ],
    );
    is(pages[0]?.resourceVersion, '103');
    const none = await Array.fromAsync(reader.list(h.ctx, Website, { namespace: 'none' }));
    equal(
      none.map(({ items }) => items.length),
      [0],
    );
  });

  test('rejects with not-found like a client', async (t) => {
    const h = await start(t);
    const reader = newCachedReader([h.informer]);
    const ref = { namespace: 'a', name: 'none' };
    ok(
      isNotFound(await rejects(reader.get(h.ctx, Website, ref), /Website "a\/none" not found in the cache/)),
    );
    is(await reader.tryGet(h.ctx, Website, ref), undefined);
  });

  test('waits for the first list', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    const reader = newCachedReader([h.informer]);
    const found = reader.tryGet(h.ctx, Website, { namespace: 'a', name: 'one' });
    await h.synced(t);
    is(await found, h.informer.get('a/one'));
  });

  test('refuses what no informer holds', async (t) => {
    const h = await start(t, { namespaces: ['a'] });
    const reader = newCachedReader([h.informer]);
    const ref = { namespace: 'b', name: 'one' };
    const errors = [
      await rejects(
        reader.get(h.ctx, ConfigMap, ref),
        /ConfigMap of v1 from the cache: no informer holds this/,
      ),
      await rejects(reader.get(h.ctx, Website, ref), /its informer holds only the namespaces a/),
      await rejects(reader.listAll(h.ctx, Website), /holds only the namespaces a/),
      await rejects(reader.listAll(h.ctx, Website, { namespace: 'a', resourceVersion: '7' }), /must be '0'/),
      await rejects(
        reader.listAll(h.ctx, Website, { namespace: 'a', fieldSelector: 'spec.x=1' }),
        /fieldSelector/,
      ),
      await rejects(
        reader.listAll(h.ctx, Website, { namespace: 'a', labelSelector: 'a b' }),
        /labelSelector/,
      ),
      throws(() => newCachedReader([h.informer, h.informer]), /twice/),
    ];
    ok(errors.every(isInvalidConfig));
  });

  test('refuses an informer of metadata alone', async (t) => {
    const h = await start(t, { metadataOnly: true });
    const reader = newCachedReader([h.informer]);
    await rejects(reader.listAll(h.ctx, Website), /holds only metadata/);
  });
});
