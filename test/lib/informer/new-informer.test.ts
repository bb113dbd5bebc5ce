import { newClient } from '../../../lib/client/http-client.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import type { InformerEvent } from '../../../lib/informer/informer.ts';
import type { InformerOptions } from '../../../lib/informer/informer-options.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { Registry } from '../../../lib/metrics.ts';
import { Namespace } from '../../../lib/object/kinds.ts';
import { defined, equal, is, match, not, ok, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { FakeApi, Website } from './fake-api.ts';
import { Harness, versions } from './harness.ts';

/** 20,000 objects take their time where other tests run beside. */
const MUCH = { timeoutMs: 15_000 };

suite('newInformer', (test) => {
  test('lists, then watches from there', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    h.api.put('a/two');
    await h.synced(t);
    equal(h.news(), ['initial a/one', 'initial a/two']);
    h.api.put('a/three');
    h.api.put('a/one');
    h.api.delete('a/two');
    await h.settle();
    equal(h.news(), ['update a/three', 'update a/one', 'delete a/two']);
    equal(versions(h.informer.list()), versions(h.api.objects.values()));
    is(h.api.watches[0]?.get('resourceVersion'), '102');
    is(h.api.watches[0]?.get('allowWatchBookmarks'), 'true');
  });

  test('gives the old object with an update, and what the server said last with a delete', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    await h.synced(t);
    const events: InformerEvent<Website>[] = [];
    h.informer.subscribe((event) => events.push(event));
    h.api.put('a/one');
    h.api.delete('a/one');
    await h.settle();
    const [initial, update, gone] = events;
    ok(initial?.type === 'update' && update?.type === 'update' && gone?.type === 'delete');
    is(update.old, initial.object);
    is(gone.object.metadata?.resourceVersion, '103');
  });

  test('moves the store before the handlers hear of it', async (t) => {
    const h = new Harness(t);
    const seen: unknown[] = [];
    h.informer.subscribe(() => seen.push(h.informer.get('a/one')?.metadata?.resourceVersion));
    h.api.put('a/one');
    await h.synced(t);
    h.api.put('a/one');
    h.api.delete('a/one');
    await h.settle();
    equal(seen, ['101', '102', undefined]);
  });

  test('replays the store to a late subscriber before subscribe returns', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    await h.synced(t);
    const events: InformerEvent<Website>[] = [];
    h.informer.subscribe((event) => events.push(event));
    equal(events, [{ type: 'update', object: h.informer.get('a/one'), initial: true }]);
  });

  test('tells nobody who unsubscribed, even in the middle of an event', async (t) => {
    const h = new Harness(t);
    const heard: string[] = [];
    h.informer.subscribe(() => second[Symbol.dispose]());
    const second = h.informer.subscribe(() => heard.push('second'));
    h.api.put('a/one');
    await h.synced(t);
    equal(heard, []);
  });

  test('goes on when a handler throws or rejects, and counts it', async (t) => {
    const registry = new Registry();
    const h = new Harness(t, { registry });
    h.informer.subscribe(() => {
      throw new Error('handler');
    });
    h.informer.subscribe((): unknown => Promise.reject(new Error('async handler')));
    const heard: string[] = [];
    h.informer.subscribe((event) => heard.push(event.type));
    h.api.put('a/one');
    await h.synced(t);
    equal(heard, ['update']);
    match(
      await registry.metrics(),
      'operatorkit_informer_handler_error_total{resource="websites.example.com"} 2',
    );
  });

  test('leaves managedFields out unless told to keep them', async (t) => {
    const cut = new Harness(t);
    const kept = new Harness(t, { keepManagedFields: true }, cut.api);
    cut.api.put('a/listed');
    await cut.synced(t);
    await kept.synced(t);
    cut.api.put('a/watched');
    await cut.settle();
    await kept.settle();
    for (const key of ['a/listed', 'a/watched']) {
      ok(!('managedFields' in defined(cut.informer.get(key)?.metadata)));
      is(kept.informer.get(key)?.metadata?.managedFields?.length, 1);
    }
  });

  test('transforms each object once before it is stored, and stores it as it came when that throws', async (t) => {
    let calls = 0;
    const transform = (obj: Website): Website => {
      calls += 1;
      if (obj.metadata?.name === 'bad') throw new Error('transform');
      return { ...obj, spec: { value: -1 } };
    };
    const h = new Harness(t, { transform });
    h.api.put('a/good');
    h.api.put('a/bad');
    await h.synced(t);
    is(h.informer.get('a/good')?.spec?.value, -1);
    is(h.informer.get('a/bad')?.spec?.value, 102);
    is(calls, 2);
  });

  test('lists by namespace and by indexers, which may throw', async (t) => {
    const parity = (obj: Website): string[] => [defined(obj.spec).value % 2 === 0 ? 'even' : 'odd'];
    const broken = (): string[] => {
      throw new Error('indexer');
    };
    const h = new Harness(t, { indexers: { parity, broken } });
    for (const key of ['a/one', 'b/two', 'a/three']) h.api.put(key);
    await h.synced(t);
    const names = (index: string, value: string): string[] =>
      h.informer.list({ index, value }).map((obj) => defined(obj.metadata?.name));
    equal(names('namespace', 'a'), ['one', 'three']);
    equal(names('parity', 'even'), ['two']);
    equal(names('broken', 'x'), []);
    h.api.put('b/two');
    h.api.put('a/one');
    h.api.delete('a/three');
    await h.settle();
    equal(names('parity', 'even'), ['two']);
    equal(names('parity', 'odd'), ['one']);
    equal(names('namespace', 'a'), ['one']);
    throws(() => names('color', 'x'), /must be one of namespace, parity, broken, got color/);
  });

  test('pages, and asks for the next page before it has read the current one', async (t) => {
    const h = new Harness(t, { pageSize: 2 });
    for (let i = 0; i < 5; i += 1) h.api.put(`a/n${i}`);
    const heardAtRequest: number[] = [];
    h.api.nextLists.push(...[0, 1, 2].map(() => () => void heardAtRequest.push(h.heard.length)));
    await h.synced(t);
    is(h.heard.length, 5);
    equal(
      h.api.lists.map((query) => query.get('limit')),
      ['2', '2', '2'],
    );
    ok(heardAtRequest[1]! < 2 && heardAtRequest[2]! < 4, heardAtRequest.join(' '));
    is(h.informer.health().lists, 1);
  });

  test('asks for the newest state and all at once with a page size of 0', async (t) => {
    const h = new Harness(t, { pageSize: 0, labelSelector: 'app=web', fieldSelector: 'status.phase=Up' });
    await h.synced(t);
    equal(
      [...h.api.lists[0]!],
      [
        ['labelSelector', 'app=web'],
        ['fieldSelector', 'status.phase=Up'],
      ],
    );
    is(h.api.watches[0]?.get('labelSelector'), 'app=web');
  });

  test('asks for metadata alone, and gives such objects the name of their kind', async (t) => {
    const h = new Harness(t, { metadataOnly: true });
    h.api.put('a/one');
    const obj = defined(h.api.objects.get('a/one'));
    h.api.objects.set('a/one', { ...obj, apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' });
    await h.synced(t);
    match(h.api.requests[0]!.headers['accept']!, 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1');
    match(h.api.requests[1]!.headers['accept']!, 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1');
    is(h.informer.get('a/one')?.kind, 'Website');
    is(h.informer.get('a/one')?.apiVersion, 'example.com/v1');
  });

  test('asks the server to end watches after five to ten minutes', async (t) => {
    const h = new Harness(t);
    await h.synced(t);
    const seconds = Number(h.api.watches[0]?.get('timeoutSeconds'));
    ok(seconds >= 300 && seconds <= 600, String(seconds));
  });

  test('watches again at once, without a list, when the server ends the watch', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    await h.synced(t);
    await h.clock.advance(5000);
    h.api.cut('end');
    h.api.put('a/two');
    await h.settle();
    equal(h.news(), ['initial a/one', 'update a/two']);
    equal(
      h.api.watches.map((query) => query.get('resourceVersion')),
      ['101', '101'],
    );
    is(h.api.lists.length, 1);
    equal(h.errors, []);
  });

  test('watches several namespaces with one store, and is synced when all are', async (t) => {
    const h = new Harness(t, { namespaces: ['a', 'b'] });
    for (const key of ['a/one', 'b/one', 'c/one']) h.api.put(key);
    h.api.nextLists.push(() => new Error('not yet'));
    h.start(t);
    await h.settle();
    is(h.informer.health().synced, false);
    is(h.informer.health().connected, false);
    equal(Object.keys(versions(h.informer.list())), ['b/one']);
    await h.clock.advance(1000);
    ok(h.informer.health().synced && h.informer.health().connected);
    equal(Object.keys(versions(h.informer.list())), ['a/one', 'b/one']);
    h.api.compact();
    h.api.delete('b/one');
    h.api.compact();
    h.api.cut('reset');
    await h.clock.runUntil(() => h.informer.health().lists === 2);
    equal(Object.keys(versions(h.informer.list())), ['a/one']);
    is(h.heard.filter((word) => word.startsWith('stale')).length, 0, 'the delete was seen');
  });

  test('resolves whenSynced once handlers have seen the list, and rejects it with the context', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    const abort = new AbortController();
    const waiting = rejects(h.informer.whenSynced(h.ctx.withSignal(abort.signal)), /enough/);
    abort.abort(new Error('enough'));
    await waiting;
    const synced = h.informer.whenSynced(h.ctx).then(() => h.news());
    await h.synced(t);
    equal(await synced, ['initial a/one']);
  });

  test('shares one run between callers, which ends with the last of them', async (t) => {
    const h = new Harness(t);
    const [first, second] = [new AbortController(), new AbortController()];
    const runs = [first, second].map(({ signal }) => h.informer.run(h.ctx.withSignal(signal)));
    await h.settle();
    is(h.api.lists.length, 1);
    first.abort(new Error('first leaves'));
    await runs[0];
    ok(h.informer.health().running);
    h.api.put('a/one');
    await h.settle();
    equal(h.news(), ['update a/one']);
    second.abort(new Error('second leaves'));
    await runs[1];
    const { running, connected, synced } = h.informer.health();
    equal({ running, connected, synced }, { running: false, connected: false, synced: true });
    is(h.api.streams.size, 0);
    is(h.clock.pending, 0);
  });

  test('goes on from where it was when it is run again', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    const stop = new AbortController();
    const run = h.informer.run(h.ctx.withSignal(stop.signal));
    await h.settle();
    stop.abort();
    const again = h.informer.run(h.ctx);
    t.defer(() => again);
    await run;
    h.api.put('a/two');
    await h.settle();
    equal(h.news(), ['initial a/one', 'update a/two']);
    is(h.api.lists.length, 1);
  });

  test('does nothing for a context that is aborted already', async (t) => {
    const h = new Harness(t);
    await h.informer.run(h.ctx.withSignal(AbortSignal.abort()));
    is(h.api.requests.length, 0);
  });

  test('tells of no event after a handler stopped the run', async (t) => {
    const h = new Harness(t);
    const stop = new AbortController();
    const run = h.informer.run(h.ctx.withSignal(stop.signal));
    await h.settle();
    h.informer.subscribe(() => stop.abort());
    h.api.inject(['a/one', 'a/two'].map((key) => (h.api.put(key), '')).join(''));
    await run;
    equal(h.news(), ['update a/one']);
  });

  test('has a health that tells how it is doing', async (t) => {
    const h = new Harness(t);
    equal(h.informer.health(), {
      synced: false,
      connected: false,
      running: false,
      lists: 0,
      watches: 0,
      size: 0,
    });
    h.api.put('a/one');
    await h.synced(t);
    await h.clock.advance(3000);
    equal(h.informer.health(), {
      synced: true,
      connected: true,
      running: true,
      silentMs: 3000,
      resourceVersion: '101',
      lists: 1,
      watches: 1,
      size: 1,
    });
    h.api.bookmark(150);
    await h.settle();
    is(h.informer.health().resourceVersion, '150');
  });

  test('keeps its metrics', async (t) => {
    const registry = new Registry();
    const h = new Harness(t, { registry });
    h.api.put('a/one');
    await h.synced(t);
    h.api.put('a/two');
    h.api.put('a/two');
    h.api.delete('a/two');
    await h.settle();
    h.api.cut('reset');
    await h.clock.advance(1000);
    const text = await registry.metrics();
    const of = (name: string, labels = ''): string =>
      `operatorkit_informer_${name}{${labels}resource="websites.example.com"}`;
    for (const want of [
      `${of('watch_event_total', 'kind="create",')} 1`,
      `${of('watch_event_total', 'kind="update",')} 1`,
      `${of('watch_event_total', 'kind="delete",')} 1`,
      `${of('cache_size')} 1`,
      `${of('list_total')} 1`,
      `${of('watcher_close_total')} 1`,
      `${of('connected')} 1`,
      'operatorkit_informer_failure_total{resource="websites.example.com",reason="unreachable"} 1',
    ])
      match(text, want);
  });

  test('streams events, coalesced while the reader is busy, until the context ends', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    await h.synced(t);
    const stop = new AbortController();
    const heard: string[] = [];
    const reading = (async () => {
      for await (const event of h.informer.events(h.ctx.withSignal(stop.signal))) {
        heard.push(event.type === 'update' ? `${event.object.spec?.value}` : event.type);
        if (heard.length === 1) await h.ctx.clock.sleep(1000, h.ctx.signal);
      }
    })();
    await h.settle();
    h.api.put('a/one');
    h.api.put('a/one');
    h.api.delete('a/one');
    h.api.put('a/one');
    h.api.put('a/one');
    await h.clock.advance(1000);
    equal(heard, ['101', 'delete', '106']);
    stop.abort();
    await reading;
  });

  test(
    'lets others have their turn while it lists much at once',
    async (t) => {
      const api = new FakeApi();
      for (let i = 0; i < 20_000; i += 1) api.put(`a/n${i}`);
      api.chunkBytes = 100_000_000;
      const informer = newInformer({ client: newClient({ transport: api }), kind: Website, pageSize: 0 });
      let turns = 0;
      const count = (): void => {
        turns += 1;
        if (!informer.health().synced) setImmediate(count);
      };
      const run = informer.run(t.ctx);
      t.defer(() => run);
      setImmediate(count);
      await informer.whenSynced(t.ctx);
      is(informer.list().length, 20_000);
      ok(turns >= 3, `${turns} turns`);
    },
    MUCH,
  );

  const broken: Readonly<Record<string, [Partial<InformerOptions<Website>>, RegExp]>> = {
    'no client': [{ client: undefined! }, /^InformerOptions.client must not be empty$/],
    'no kind': [{ kind: undefined! }, /^InformerOptions.kind must not be empty$/],
    'a kind without its name': [{ kind: { apiVersion: 'v1', kind: '' } }, /InformerOptions.kind.kind must/],
    'a negative page': [{ pageSize: -1 }, /InformerOptions.pageSize must be a whole number, 0 or more/],
    'no idle time': [{ idleTimeoutMs: 0 }, /InformerOptions.idleTimeoutMs must be a number, 1 or more/],
    'no namespaces': [{ namespaces: [] }, /InformerOptions.namespaces must not be empty/],
    'both ways': [{ namespace: 'a', namespaces: ['b'] }, /namespaces must be empty where namespace is given/],
    'one twice': [{ namespaces: ['a', 'a'] }, /namespaces must not have one twice/],
    'a namespace for all': [{ kind: Namespace, namespace: 'a' }, /does not live in namespaces/],
  };
  for (const [name, [options, message]] of Object.entries(broken)) {
    test(`refuses ${name}`, () => {
      const client = newClient({ transport: new FakeApi() });
      const error = throws(() => newInformer({ client, kind: Website, ...options }), message);
      ok(isInvalidConfig(error));
      not(error === undefined);
    });
  }
});
