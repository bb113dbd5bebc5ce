import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, newSiteApi, CRDS, NS, site, SITES } from './api.ts';
import type { Api, Json } from './api.ts';

const MAPS = `${NS}/configmaps`;
/** Without the one that every namespace has. */
const MINE = `${MAPS}?watch=true&labelSelector=mine`;

async function newMap(api: Api, name: string): Promise<Json> {
  return await api.ok('POST', MAPS, { metadata: { name, labels: { mine: 'yes' } } });
}

function revisionOf(api: Api): number {
  return api.server.storage.revision;
}

suite('watch', (test) => {
  test('without a version starts with what is there, then goes on', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'a');
    for (const from of ['', '&resourceVersion=0']) {
      const watch = await api.watch(MINE + from);
      equal(await watch.take(1), ['ADDED a']);
      await newMap(api, `b${from.length}`);
      equal(await watch.take(1), [`ADDED b${from.length}`]);
      await api.ok('DELETE', `${MAPS}/b${from.length}`);
      watch.abort();
    }
  });

  test('from a version tells what changed since, and nothing else', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'a');
    const since = revisionOf(api);
    await api.ok('PATCH', `${MAPS}/a`, { data: { x: '1' } });
    await api.ok('DELETE', `${MAPS}/a`);
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${since}`);
    await newMap(api, 'b');
    equal(await watch.take(3), ['MODIFIED a', 'DELETED a', 'ADDED b']);
  });

  test('events carry whole objects, a deletion the revision of the deletion', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${revisionOf(api)}`);
    const created = await newMap(api, 'a');
    await api.ok('DELETE', `${MAPS}/a`);
    equal((await watch.next())?.['object'], created);
    const { object } = defined(await watch.next());
    is(object.metadata.resourceVersion, String(revisionOf(api)));
    is(object.kind, 'ConfigMap');
  });

  test('an object that leaves the selection is deleted, one that enters it is added', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'a');
    const watch = await api.watch(`${MINE}&resourceVersion=${revisionOf(api)}`);
    await api.ok('PATCH', `${MAPS}/a`, { metadata: { labels: { mine: null } } });
    const left = revisionOf(api);
    await api.ok('PATCH', `${MAPS}/a`, { data: { unseen: '1' } });
    await api.ok('PATCH', `${MAPS}/a`, { metadata: { labels: { mine: 'again' } } });
    const deleted = defined(await watch.next());
    equal([deleted['type'], deleted['object'].metadata.labels], ['DELETED', { mine: 'yes' }]);
    is(deleted['object'].metadata.resourceVersion, String(left));
    equal(await watch.take(1), ['ADDED a']);
  });

  test('watches one object by its name', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${MAPS}?watch=1&fieldSelector=metadata.name%3Da`);
    await newMap(api, 'ab');
    await newMap(api, 'a');
    equal(await watch.take(1), ['ADDED a']);
  });

  test('from a forgotten version answers 200 and one ERROR event', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'a');
    const since = revisionOf(api) - 1;
    api.server.faults.compact();
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${since}`);
    is(watch.status, 200);
    const { type, object } = defined(await watch.next());
    equal([type, object.kind, object.code, object.reason], ['ERROR', 'Status', 410, 'Expired']);
    is(object.message, `too old resource version: ${since} (${revisionOf(api)})`);
    is(await watch.next(), undefined);
  });

  test('from a version of the future waits for it', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${revisionOf(api) + 1}`);
    await newMap(api, 'a');
    await newMap(api, 'b');
    equal(await watch.take(1), ['ADDED b']);
  });

  test('sends initial events and the bookmark that ends them', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'b');
    await newMap(api, 'a');
    const stream = `${MINE}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    const watch = await api.watch(stream);
    equal(await watch.take(2), ['ADDED a', 'ADDED b']);
    equal(await watch.next(), {
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: {
          resourceVersion: String(revisionOf(api)),
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
    await newMap(api, 'c');
    equal(await watch.take(1), ['ADDED c']);
    const none = await api.watch(
      `${MINE}&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0`,
    );
    await newMap(api, 'd');
    equal(await none.take(1), ['ADDED d']);
  });

  test('refuses options that make no sense', async (t) => {
    const api = await newApi(t);
    const messageOf = async (query: string): Promise<string> =>
      (await api.call('GET', `${MAPS}?watch=1&${query}`)).body['message'];
    match(
      await messageOf('sendInitialEvents=true'),
      /sendInitialEvents requires setting resourceVersionMatch to NotOlderThan/u,
    );
    match(
      await messageOf('resourceVersionMatch=NotOlderThan'),
      /forbidden for watch unless sendInitialEvents is provided/u,
    );
    match(await messageOf('continue=x'), /forbidden when continue is provided/u);
    match(await messageOf('resourceVersion=x'), /^resourceVersion: Invalid value: "x"/u);
    match(await messageOf('timeoutSeconds=x'), /^strconv\.ParseInt/u);
    match(await messageOf('labelSelector=-a'), /^unable to parse requirement/u);
  });

  test('ends when its time is over', async (t) => {
    const clock = new VirtualClock();
    const api = await newApi(t, { clock });
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${revisionOf(api)}&timeoutSeconds=5`);
    const end = watch.next();
    await clock.advance(5000);
    is(await end, undefined);
    is(clock.pending, 0);
  });

  test('sends a bookmark each minute, and one before the end if anything happened elsewhere', async (t) => {
    const clock = new VirtualClock();
    const api = await newApi(t, { clock });
    const start = revisionOf(api);
    const watch = await api.watch(
      `${MINE}&resourceVersion=${start}&allowWatchBookmarks=true&timeoutSeconds=100`,
    );
    await clock.advance(60_000);
    equal((await watch.next())?.['object'].metadata, { resourceVersion: String(start) });
    await api.ok('POST', `${NS}/secrets`, { metadata: { name: 's' } });
    await clock.advance(38_000);
    equal((await watch.next())?.['object'].metadata, { resourceVersion: String(start + 1) });
    await clock.advance(2000);
    is(await watch.next(), undefined);
  });

  test('sends no bookmarks to those who did not ask', async (t) => {
    const clock = new VirtualClock();
    const api = await newApi(t, { clock });
    const watch = await api.watch(`${MINE}&resourceVersion=${revisionOf(api)}&timeoutSeconds=100`);
    await clock.advance(100_000);
    is(await watch.next(), undefined);
  });

  test('keeps nothing when its reader goes away', async (t) => {
    const clock = new VirtualClock();
    const api = await newApi(t, { clock });
    const watch = await api.watch(`${MINE}&allowWatchBookmarks=true`);
    equal(await watch.take(1), ['BOOKMARK']);
    ok(clock.pending > 0);
    watch.abort();
    is(await watch.next(), undefined);
    is(clock.pending, 0);
  });

  test('ends a reader who falls too far behind', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${MINE}&resourceVersion=${revisionOf(api)}`);
    await newMap(api, 'a');
    const big = 'x'.repeat(900_000);
    for (let index = 0; index < 40; index++)
      await api.ok('PATCH', `${MAPS}/a`, { data: { big: `${index}${big}` } });
    is(await watch.next(), undefined);
  });

  test('shows tables and metadata', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'a');
    const table = await api.watch(MINE, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
    const { object } = defined(await table.next());
    equal([object.kind, object.rows[0].cells[0]], ['Table', 'a']);
    const metadata = await api.watch(MINE, {
      accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    });
    is((await metadata.next())?.['object'].kind, 'PartialObjectMetadata');
  });

  test('ends when its resource is no longer served', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    const watch = await api.watch(`${SITES}?watch=1`);
    await api.ok('DELETE', `${CRDS}/sites.example.com`);
    equal(await watch.take(9), ['ADDED a', 'DELETED a']);
  });

  test('ends with its server', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${MINE}&resourceVersion=${revisionOf(api)}`);
    const end = watch.next();
    await api.server.close();
    is(await end, undefined);
  });

  test('a hundred watches get every change in order', async (t) => {
    const api = await newApi(t);
    const watches = await Promise.all(
      Array.from({ length: 100 }, () => api.watch(`${MINE}&resourceVersion=${revisionOf(api)}`)),
    );
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    for (const name of names) await newMap(api, name);
    for (const watch of watches)
      equal(
        await watch.take(20),
        names.map((name) => `ADDED ${name}`),
      );
  });
});
