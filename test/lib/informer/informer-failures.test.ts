import { UnreachableError, isForbidden } from '../../../lib/client/errors.ts';
import { isTimeout } from '../../../lib/errors.ts';
import { defined, equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { FakeApi, Website, chunked, line, ok as okAnswer, refusal } from './fake-api.ts';
import { Harness, versions } from './harness.ts';

/** What breaks an open watch, or the one after it; the backoff of the harness waits one second. */
interface Failure {
  readonly break: (api: FakeApi) => void;
  /** Complete lists after the recovery, with the first one. */
  readonly lists: number;
  /** Virtual milliseconds after which everything must be well again. */
  readonly withinMs: number;
  readonly error?: RegExp;
}

const TOO_LARGE = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };

/** A refused watch: the open one ends as it should, the next one gets the answer. */
function nextWatch(api: FakeApi, ...answers: readonly (ReturnType<typeof refusal> | Error)[]): void {
  api.nextWatches.push(...answers.map((answer) => () => answer));
  api.cut('end');
}

function errorEvent(api: FakeApi, code: number, reason: string): void {
  api.inject(line('ERROR', { kind: 'Status', status: 'Failure', code, reason, message: reason }));
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'the connection is reset': { break: (api) => api.cut('reset'), lists: 1, withinMs: 1000 },
  'the stream ends within a line': {
    break: (api) => api.cut('within a line'),
    lists: 1,
    withinMs: 1000,
    error: /ended within a line/,
  },
  'a line is no JSON': {
    break: (api) => api.inject('{"type":"MODIFIED","object":{{{\n'),
    lists: 1,
    withinMs: 1000,
    error: /it is no JSON/,
  },
  'a line is no event': {
    break: (api) => api.inject('{"hello":"world"}\n'),
    lists: 1,
    withinMs: 1000,
    error: /it is no event/,
  },
  'a line is null': { break: (api) => api.inject('null\n'), lists: 1, withinMs: 1000, error: /no event/ },
  'an event has an unknown type': {
    break: (api) => api.inject(line('RENAMED', {})),
    lists: 1,
    withinMs: 1000,
    error: /its type is unknown/,
  },
  'an object has no name': {
    break: (api) => api.inject(line('ADDED', { metadata: { resourceVersion: '9999' } })),
    lists: 1,
    withinMs: 1000,
    error: /no metadata with a name/,
  },
  'an event has no version': {
    break: (api) => api.inject(line('ADDED', { metadata: { name: 'x' } })),
    lists: 1,
    withinMs: 1000,
    error: /no resourceVersion/,
  },
  'the stream goes back in time': {
    break: (api) => api.bookmark(5),
    lists: 1,
    withinMs: 1000,
    error: /its resourceVersion went back/,
  },
  'an ERROR event says 410': { break: (api) => errorEvent(api, 410, 'Expired'), lists: 2, withinMs: 1000 },
  'an ERROR event says 410 in its code only': {
    break: (api) => errorEvent(api, 410, ''),
    lists: 2,
    withinMs: 1000,
  },
  'an ERROR event says 500': {
    break: (api) => errorEvent(api, 500, 'InternalError'),
    lists: 1,
    withinMs: 1000,
    error: /InternalError/,
  },
  'an ERROR event is empty': { break: (api) => api.inject(line('ERROR', {})), lists: 1, withinMs: 1000 },
  'the next watch gets 410': {
    break: (api) => nextWatch(api, refusal(410, 'Expired')),
    lists: 2,
    withinMs: 1000,
  },
  'the next watch gets 404': {
    break: (api) => nextWatch(api, refusal(404, 'NotFound')),
    lists: 2,
    withinMs: 1000,
  },
  'the server is behind our version': {
    break: (api) => nextWatch(api, refusal(504, 'Timeout', TOO_LARGE.message)),
    lists: 2,
    withinMs: 1000,
  },
  'the next watch gets 429': {
    break: (api) => nextWatch(api, refusal(429, 'TooManyRequests')),
    lists: 1,
    withinMs: 1000,
  },
  'the next watch gets 429 with Retry-After': {
    break: (api) => nextWatch(api, refusal(429, 'TooManyRequests', 'later', { 'retry-after': '7' })),
    lists: 1,
    withinMs: 7700,
  },
  'the next watch gets 503 with a senseless Retry-After': {
    break: (api) => nextWatch(api, refusal(503, 'Unavailable', 'later', { 'retry-after': '86400' })),
    lists: 1,
    withinMs: 61_000,
  },
  'the next watches get 500': {
    break: (api) => nextWatch(api, ...Array.from({ length: 9 }, () => refusal(500, 'InternalError'))),
    lists: 1,
    withinMs: 9000,
  },
  'the server is away': {
    break: (api) =>
      nextWatch(api, ...Array.from({ length: 9 }, () => new UnreachableError('cannot connect: refused'))),
    lists: 1,
    withinMs: 9000,
  },
  'the credentials are refused for a while': {
    break: (api) => nextWatch(api, refusal(401, 'Unauthorized'), refusal(403, 'Forbidden')),
    lists: 1,
    withinMs: 2000,
  },
  'watches end at once': {
    break: (api) => {
      const empty = () => okAnswer(chunked('', 1));
      api.nextWatches.push(empty, empty);
      api.cut('end');
    },
    lists: 1,
    withinMs: 2000,
    error: /ended at once/,
  },
  'watches break again and again without an event': {
    break: (api) => {
      const corrupt = () => okAnswer(chunked('{"type":"MODIFIED","obj\n', 5));
      api.nextWatches.push(corrupt, corrupt, corrupt);
      api.cut('end');
    },
    lists: 2,
    withinMs: 3000,
  },
  'our version is refused again and again': {
    break: (api) => nextWatch(api, ...[1, 2, 3].map(() => refusal(400, 'BadRequest', 'invalid version'))),
    lists: 2,
    withinMs: 3000,
  },
};

suite('an informer whose watch fails', (test) => {
  for (const [name, failure] of Object.entries(FAILURES)) {
    test(`recovers when ${name}`, async (t) => {
      const h = new Harness(t);
      for (const key of ['a/kept', 'a/gone', 'a/changed', 'a/replaced']) h.api.put(key);
      await h.synced(t);
      await h.clock.advance(2000);
      h.news();
      failure.break(h.api);
      h.api.delete('a/gone');
      h.api.put('a/changed');
      h.api.delete('a/replaced');
      h.api.put('a/replaced');
      h.api.put('a/new');
      await h.clock.advance(failure.withinMs);
      equal(versions(h.informer.list()), versions(h.api.objects.values()));
      const { lists, connected, error } = h.informer.health();
      equal({ lists, connected, error }, { lists: failure.lists, connected: true, error: undefined });
      const news = h.news().filter((word) => word !== 'error');
      const stale = failure.lists > 1 && !news.includes('delete a/gone') ? 'stale ' : '';
      equal(
        news.toSorted(),
        [
          `${stale}delete a/gone`,
          `${stale}delete a/replaced`,
          'update a/changed',
          'update a/new',
          'update a/replaced',
        ].toSorted(),
      );
      ok(h.errors.length > 0);
      if (failure.error !== undefined) match((h.errors[0] as Error).message, failure.error);
    });
  }

  test('gives up a stream that fell silent and resumes it without a list', async (t) => {
    const h = new Harness(t, { idleTimeoutMs: 130_000 });
    h.api.put('a/one');
    await h.synced(t);
    await h.clock.advance(129_000);
    is(h.api.watches.length, 1);
    h.api.bookmark();
    await h.clock.advance(129_000);
    is(h.api.watches.length, 1, 'a bookmark is a sign of life');
    await h.clock.advance(2000);
    is(h.api.watches.length, 2);
    ok(isTimeout(h.errors[0]));
    is(h.api.lists.length, 1);
  });

  test('lists again after three silent streams, since the server may never reach our version', async (t) => {
    const h = new Harness(t, { idleTimeoutMs: 130_000 });
    await h.synced(t);
    await h.clock.advance(3 * 131_000 + 1000);
    is(h.informer.health().lists, 2);
  });

  test('gives up a list that fell silent', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    h.api.nextLists.push(() => okAnswer(endless(h, '{"metadata":')));
    h.start(t);
    await h.clock.advance(130_000);
    ok(isTimeout(h.errors[0]));
    await h.clock.advance(1000);
    ok(h.informer.health().synced);
  });

  test('follows a server that was restored from a backup', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    h.api.put('a/two');
    await h.synced(t);
    h.api.restore(10);
    h.api.put('a/one');
    for (let i = 0; i < 6; i += 1) {
      h.api.bookmark();
      await h.clock.advance(1000);
    }
    equal(versions(h.informer.list()), { 'a/one': '11' });
  });

  test('tells nobody of an event twice when the server repeats it', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    await h.synced(t);
    h.api.inject(line('MODIFIED', defined(h.api.objects.get('a/one'))));
    await h.settle();
    equal(h.news(), ['initial a/one']);
  });
});

suite('an informer whose list fails', (test) => {
  test('stays silent about objects that did not change while nobody watched', async (t) => {
    const h = new Harness(t);
    h.api.put('a/same');
    h.api.put('a/changed');
    await h.synced(t);
    const same = h.informer.get('a/same');
    h.news();
    h.api.put('a/changed');
    await h.settle();
    h.api.compact();
    nextWatch(h.api, refusal(410, 'Expired'));
    await h.clock.advance(1000);
    is(h.informer.health().lists, 2);
    equal(h.news(), ['update a/changed', 'error']);
    is(h.informer.get('a/same'), same);
  });

  test('keeps the old objects readable until the new list is complete', async (t) => {
    const h = new Harness(t);
    for (const key of ['a/one', 'a/two']) h.api.put(key);
    await h.synced(t);
    await h.clock.advance(2000);
    nextWatch(h.api, refusal(410, 'Expired'));
    h.api.delete('a/two');
    h.api.nextLists.push(() => okAnswer(chunked('{"metadata":{"resourceVersion":"103"},"items":[', 5)));
    await h.clock.advance(1000);
    equal(Object.keys(versions(h.informer.list())), ['a/one', 'a/two']);
    is(h.informer.health().resourceVersion, '102');
    await h.clock.advance(1000);
    equal(Object.keys(versions(h.informer.list())), ['a/one']);
    ok(h.news().includes('stale delete a/two'));
  });

  test('starts again, in one answer, when a page expired, and forgets what is gone', async (t) => {
    const h = new Harness(t, { pageSize: 2 });
    for (const name of ['a', 'b', 'c', 'd']) h.api.put(`n/${name}`);
    h.api.nextLists.push(
      () => undefined,
      () => {
        h.api.delete('n/a');
        return refusal(410, 'Expired', 'the continue token expired');
      },
    );
    h.start(t);
    await h.clock.advance(1000);
    equal(
      h.api.lists.map((query) => query.get('limit')),
      ['2', '2', null],
    );
    equal(h.news(), [
      'initial n/a',
      'initial n/b',
      'error',
      'initial n/c',
      'initial n/d',
      'stale delete n/a',
    ]);
    is(h.informer.health().lists, 1);
  });

  test('keeps trying while it may not list, says so, and comes to life when it may', async (t) => {
    const h = new Harness(t);
    h.api.put('a/one');
    h.api.nextLists.push(...Array.from({ length: 50 }, () => () => refusal(403, 'Forbidden', 'no')));
    h.start(t);
    await h.clock.advance(49_500);
    const health = h.informer.health();
    ok(isForbidden(health.error) && !health.connected && !health.synced);
    await h.clock.advance(500);
    ok(h.informer.health().synced);
    is(h.informer.health().error, undefined);
  });

  for (const [name, body] of Object.entries({
    'a page of HTML': '<html><body>login</body></html>',
    'an empty body': '',
    'half a list':
      '{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"x","resourceVersion":"1"}}',
    'a list without its version': '{"metadata":{},"items":[]}',
    'no list': '{"kind":"Status"}',
    'a broken item': '{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":}}]}',
    'an item without a name': '{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{}}]}',
    'broken metadata': '{"metadata":{"resourceVersion":},"items":[]}',
  })) {
    test(`tries again when it gets ${name}`, async (t) => {
      const h = new Harness(t);
      h.api.put('a/one');
      h.api.nextLists.push(() => okAnswer(chunked(body, 7)));
      h.start(t);
      await h.settle();
      is(h.informer.health().synced, false);
      match(String(h.errors[0]), /cannot read/);
      await h.clock.advance(1000);
      equal(versions(h.informer.list()), { 'a/one': '101' });
    });
  }

  test('resolves a kind by its name, again and again until the server knows it', async (t) => {
    const groups = {
      kind: 'APIResourceList',
      resources: [{ name: 'websites', kind: 'Website', namespaced: true }],
    };
    const api = new FakeApi();
    const known = { now: false };
    const send = api.send.bind(api);
    api.send = async (request) => {
      if (!request.path.endsWith('/apis/example.com/v1')) return await send(request);
      return known.now ? okAnswer(chunked(JSON.stringify(groups), 100)) : refusal(404, 'NotFound');
    };
    api.put('a/one');
    const h = new Harness(
      t,
      { kind: { apiVersion: 'example.com/v1', kind: 'Website' } as typeof Website },
      api,
    );
    h.start(t);
    await h.clock.advance(10_000);
    is(h.informer.health().synced, false);
    known.now = true;
    await h.clock.advance(10_000);
    ok(h.informer.health().synced);
  });
});

suite('an informer that begins with a stream', (test) => {
  const options = { useWatchList: true };

  test('takes the first objects from it and goes on with the same stream', async (t) => {
    const h = new Harness(t, options);
    h.api.put('a/one');
    h.api.put('a/two');
    await h.synced(t);
    equal(h.news(), ['initial a/two', 'initial a/one']);
    is(h.api.lists.length, 0);
    is(h.api.watches[0]?.get('resourceVersionMatch'), 'NotOlderThan');
    h.api.put('a/three');
    await h.settle();
    equal(h.news(), ['update a/three']);
    const { lists, watches, resourceVersion } = h.informer.health();
    equal({ lists, watches, resourceVersion }, { lists: 1, watches: 1, resourceVersion: '103' });
  });

  test('deletes what the stream did not bring after its version expired', async (t) => {
    const h = new Harness(t, options);
    h.api.put('a/one');
    h.api.put('a/two');
    await h.synced(t);
    h.news();
    nextWatch(h.api, refusal(410, 'Expired'));
    h.api.delete('a/one');
    await h.clock.advance(1000);
    equal(h.news(), ['error', 'stale delete a/one']);
    equal(versions(h.informer.list()), versions(h.api.objects.values()));
  });

  test('lists from then on when the server refuses', async (t) => {
    const h = new Harness(t, options);
    h.api.put('a/one');
    h.api.nextWatches.push(() => refusal(422, 'Invalid', 'sendInitialEvents is forbidden'));
    h.start(t);
    await h.clock.advance(1000);
    is(h.api.lists.length, 1);
    ok(h.informer.health().synced);
    nextWatch(h.api, refusal(410, 'Expired'));
    await h.clock.advance(3000);
    is(h.api.lists.length, 2);
  });

  test('lists instead when the initial events do not end in time', async (t) => {
    const h = new Harness(t, options);
    h.api.put('a/one');
    const obj = defined(h.api.objects.get('a/one'));
    h.api.nextWatches.push(() => okAnswer(endless(h, line('ADDED', obj))));
    h.start(t);
    await h.clock.advance(59_000);
    is(h.informer.health().synced, false);
    await h.clock.advance(3000);
    ok(h.informer.health().synced);
    is(h.api.lists.length, 1);
  });

  test('begins again when the stream breaks within the initial events', async (t) => {
    const h = new Harness(t, options);
    h.api.put('a/one');
    h.api.put('a/two');
    const obj = defined(h.api.objects.get('a/one'));
    h.api.nextWatches.push(() => okAnswer(chunked(line('ADDED', obj), 1000)));
    h.start(t);
    await h.settle();
    equal(h.news(), ['initial a/one', 'error']);
    h.api.delete('a/one');
    await h.clock.advance(1000);
    equal(h.news(), ['initial a/two', 'stale delete a/one']);
    is(h.api.lists.length, 0);
  });
});

/** A body that goes silent after the text, until its request is aborted. */
async function* endless(h: Harness, text: string): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(text);
  const { signal } = h.api.requests.at(-1)!;
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  throw signal.reason;
}
