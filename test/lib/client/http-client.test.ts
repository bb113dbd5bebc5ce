import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { background } from '../../../context/index.ts';
import type { Context } from '../../../context/index.ts';
import type { Client } from '../../../lib/client/client.ts';
import {
  UnreachableError,
  findApiError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
  isUnreachable,
} from '../../../lib/client/errors.ts';
import { type ClientOptions, newClient } from '../../../lib/client/http-client.ts';
import { TimeoutError, errorMessage, isInvalidConfig } from '../../../lib/errors.ts';
import { Registry } from '../../../lib/metrics.ts';
import { ConfigMap, Deployment, Namespace, Pod } from '../../../lib/object/kinds.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, match, not, ok, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { SILENCE, type ScriptedTransport, type Step, scriptedTransport } from './scripted-transport.ts';

interface Setup {
  readonly client: Client;
  readonly transport: ScriptedTransport;
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly abort: (reason: unknown) => void;
  /** Waits for the promise while time passes. */
  readonly run: <T>(promise: Promise<T>) => Promise<T>;
}

function setup(steps: readonly Step[], options: Omit<ClientOptions, 'transport'> = {}): Setup {
  const transport = scriptedTransport(...steps);
  const clock = new VirtualClock();
  const controller = new AbortController();
  const ctx = background().withClock(clock).withSignal(controller.signal);
  return {
    client: newClient({ transport, ...options }),
    transport,
    clock,
    ctx,
    abort: (reason) => controller.abort(reason),
    run: async (promise) => {
      let settled = false;
      const done = promise.finally(() => {
        settled = true;
      });
      done.catch(() => {}); // Awaited below, after time has passed.
      await clock.runUntil(() => settled);
      return await done;
    },
  };
}

const REF = { namespace: 'default', name: 'a' };
const CONFIG_MAP: ConfigMap = { metadata: { ...REF }, data: { a: 'b' } };
const RESET = new UnreachableError('cannot GET: socket hang up', {
  cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
});
const REFUSED = new UnreachableError('cannot POST: refused', {
  cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
});

function statusOf(code: number, reason: string, more: object = {}): Step {
  return {
    status: code,
    body: {
      apiVersion: 'v1',
      kind: 'Status',
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason,
      code,
      ...more,
    },
  };
}

const HTML = '<html>\n<h1>502 Bad Gateway</h1>\n</html>';
const MAPPING = {
  'a NotFound': {
    step: statusOf(404, 'NotFound', { details: { name: 'a' } }),
    is: isNotFound,
    text: /no \(404 NotFound\)/,
  },
  'a Conflict': { step: statusOf(409, 'Conflict'), is: isConflict, text: /409/ },
  'an AlreadyExists': { step: statusOf(409, 'AlreadyExists'), is: isAlreadyExists, text: /409/ },
  'a Gone': { step: statusOf(410, 'Expired'), is: isGone, text: /410/ },
  'an Invalid': { step: statusOf(422, 'Invalid'), is: isInvalid, text: /422/ },
  'an Unauthorized': { step: statusOf(401, 'Unauthorized'), is: isUnauthorized, text: /401/ },
  'a Forbidden': { step: statusOf(403, 'Forbidden'), is: isForbidden, text: /403/ },
  'a Status without a reason': { step: statusOf(409, ''), is: isConflict, text: /409/ },
  'a page of a proxy': {
    step: { status: 502, headers: { 'content-type': 'text/html' }, body: HTML },
    is: () => true,
    text: /the server answered "<html> <h1>502 Bad Gateway<\/h1> <\/html>" \(502 InternalError\)/,
  },
  'an empty body': { step: { status: 403, body: '' }, is: isForbidden, text: /answered nothing/ },
  'a cut Status': {
    step: { status: 404, body: '{"kind":"Sta' },
    is: isNotFound,
    text: /answered "{"kind":"Sta"/,
  },
  'JSON that is no Status': { step: { status: 404, body: [] }, is: isNotFound, text: /answered "\[\]"/ },
  'a redirect': {
    step: { status: 302, headers: { location: 'https://login.example/?token=secret' }, body: '' },
    is: () => true,
    text: /redirects to https:\/\/login\.example\/: is its URL right/,
  },
  'a page with status 200': {
    step: { body: HTML },
    is: () => true,
    text: /the answer is not a JSON object: "<html>/,
  },
  'null with status 200': { step: { body: 'null' }, is: () => true, text: /not a JSON object: "null"/ },
  'a body with status 200 that ends early': {
    step: { body: '{"a":' },
    is: () => true,
    text: /not a JSON object/,
  },
};

suite('errors of newClient', (test) => {
  for (const [name, { step, is: isIt, text }] of Object.entries(MAPPING)) {
    test(`make an ApiError of ${name}`, async () => {
      const { client, ctx, transport } = setup([step as Step], { maxRetries: 0 });
      const error = await rejects(client.get(ctx, ConfigMap, REF), text);
      ok(findApiError(error));
      ok(isIt(error));
      match(errorMessage(error), 'cannot GET /api/v1/namespaces/default/configmaps/a');
      not(errorMessage(error).includes('secret'));
      is(transport.requests.length, 1);
    });
  }

  test('quote only the beginning of an endless page', async () => {
    const chunks = Array.from({ length: 1000 }, () => 'x'.repeat(1000));
    const { client, ctx } = setup([{ status: 400, headers: { 'content-type': 'text/html' }, chunks }]);
    const error = await rejects(client.get(ctx, ConfigMap, REF), /xxx…"/);
    ok(errorMessage(error).length < 500);
  });

  test('take a 409 without a Status for an object that exists where one is created', async () => {
    const { client, ctx } = setup([{ status: 409, body: '' }]);
    await rejects(client.create(ctx, ConfigMap, CONFIG_MAP), isAlreadyExists);
  });
});

const REPEATED = {
  'a read after a broken connection': { step: RESET, write: false },
  'a read after a 500': { step: statusOf(500, 'InternalError'), write: false },
  'a read after a 429 without Retry-After': { step: statusOf(429, 'TooManyRequests'), write: false },
  'a read whose body broke': { step: { chunks: ['{"a', RESET] }, write: false },
  'a write that was never sent': { step: REFUSED, write: true },
  'a write after 429 with Retry-After': {
    step: { ...(statusOf(429, 'TooManyRequests') as object), headers: { 'retry-after': '1' } },
    write: true,
  },
  'a write after 503 with seconds in its Status': {
    step: statusOf(503, 'ServiceUnavailable', { details: { retryAfterSeconds: 1 } }),
    write: true,
  },
};

const NOT_REPEATED = {
  'a write whose connection broke': { step: RESET, write: true },
  'a write after a 500': { step: statusOf(500, 'InternalError'), write: true },
  'a write after a 503 without Retry-After': { step: statusOf(503, 'ServiceUnavailable'), write: true },
  'a write whose answer broke': { step: { chunks: ['{"a', RESET] }, write: true },
  'a write that gets no answer': { step: SILENCE, write: true },
  'a read after a 404': { step: statusOf(404, 'NotFound'), write: false },
  'a read after a 410': { step: statusOf(410, 'Expired'), write: false },
  'a read of an untrusted server': {
    step: new UnreachableError('cannot GET', {
      cause: Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    }),
    write: false,
  },
};

suite('retries of newClient', (test) => {
  const call = ({ client, ctx }: Setup, write: boolean): Promise<ConfigMap> =>
    write ? client.create(ctx, ConfigMap, CONFIG_MAP) : client.get(ctx, ConfigMap, REF);

  for (const [name, { step, write }] of Object.entries(REPEATED)) {
    test(`repeat ${name}`, async () => {
      const made = setup([step as Step, step as Step, { body: CONFIG_MAP }]);
      equal((await made.run(call(made, write))).data, { a: 'b' });
      is(made.transport.requests.length, 3);
    });
  }

  for (const [name, { step, write }] of Object.entries(NOT_REPEATED)) {
    test(`do not repeat ${name}`, async () => {
      const made = setup([step as Step, { body: CONFIG_MAP }]);
      await rejects(made.run(call(made, write)));
      is(made.transport.requests.length, 1);
    });
  }

  test('wait as long as Retry-After says', async () => {
    const made = setup([
      { ...(statusOf(429, 'TooManyRequests') as object), headers: { 'retry-after': '3' } },
      { body: CONFIG_MAP },
    ]);
    await made.run(call(made, true));
    ok(made.clock.monotonic() >= 3000 && made.clock.monotonic() <= 3300, String(made.clock.monotonic()));
  });

  test('understand a Retry-After with a date', async () => {
    const made = setup([]);
    const date = new Date(made.clock.now() + 5000).toUTCString();
    const dated = setup([
      { ...(statusOf(429, 'TooManyRequests') as object), headers: { 'retry-after': date } },
      { body: CONFIG_MAP },
    ]);
    await dated.run(call(dated, true));
    ok(dated.clock.monotonic() >= 5000 && dated.clock.monotonic() <= 5500);
  });

  test('give up at once when Retry-After lies beyond the deadline, and say how long to wait', async () => {
    const made = setup([
      { ...(statusOf(429, 'TooManyRequests') as object), headers: { 'retry-after': '60' } },
    ]);
    const error = await rejects(made.run(call(made, true)), isTooManyRequests);
    is(findApiError(error)?.retryAfterMs, 60_000);
    is(made.clock.monotonic(), 0);
  });

  test('give up after ten repetitions', async () => {
    const made = setup([REFUSED], { timeoutMs: 3_600_000 });
    await rejects(made.run(call(made, false)), isUnreachable);
    is(made.transport.requests.length, 11);
  });

  test('end with the deadline', async () => {
    const made = setup([REFUSED]);
    await rejects(made.run(call(made, false)), isUnreachable);
    ok(made.clock.monotonic() <= 30_000);
    ok(made.transport.requests.length > 5);
  });

  test('give up on a head that does not come within the limit', async () => {
    const made = setup([SILENCE], { timeoutMs: 7000 });
    const error = await rejects(made.run(call(made, false)), isUnreachable);
    match(errorMessage(error), /^cannot GET \S+ at scripted:443: no answer came within 7000 ms$/);
    is(made.clock.monotonic(), 7000);
  });

  test('tell what the server said before the deadline cut them short', async () => {
    const made = setup([statusOf(504, 'Timeout'), SILENCE]);
    const error = await rejects(made.run(call(made, false)), /504 Timeout/);
    is(findApiError(error)?.status.code, 504);
    is(made.clock.monotonic(), 30_000);
  });

  test("end with the context's own time limit, not with what failed before", async () => {
    const made = setup([REFUSED, SILENCE]);
    const reason = new TimeoutError('the reconcile took too long');
    made.clock.timer(10_000, () => made.abort(reason));
    is(await rejects(made.run(call(made, false))), reason);
  });

  test('give up on a body that falls silent', async () => {
    const made = setup([{ chunks: ['{"a":', SILENCE] }], { timeoutMs: 7000 });
    const error = await rejects(made.run(call(made, true)), isUnreachable);
    match(errorMessage(error), /fell silent for 7000 ms/);
    ok(made.clock.monotonic() <= 14_000);
  });

  test('leave raw requests alone that do not want them', async () => {
    const made = setup([RESET]);
    await rejects(made.client.raw(made.ctx, { method: 'GET', path: '/x', retry: false }), isUnreachable);
    is(made.transport.requests.length, 1);
  });

  const PHASES = {
    head: SILENCE,
    body: { chunks: ['{"a":', SILENCE] },
    wait: REFUSED,
  } satisfies Record<string, Step>;
  for (const [phase, step] of Object.entries(PHASES)) {
    test(`end with the reason when the context is aborted in the ${phase}`, async () => {
      const { client, ctx, abort, transport } = setup([step]);
      const reason = new Error('enough');
      const request = client.get(ctx, ConfigMap, REF);
      request.catch(() => {}); // Awaited below.
      while (transport.requests.length === 0) await Promise.resolve();
      await nextTurn();
      abort(reason);
      is(await rejects(request), reason);
      is(transport.requests.length, 1);
    });
  }
});

suite('newClient', (test) => {
  const lastOf = ({ transport }: Setup): ScriptedTransport['requests'][number] =>
    defined(transport.requests.at(-1));
  const sent = (made: Setup): unknown => JSON.parse(String(lastOf(made).body));

  test('refuses options that cannot work', () => {
    throws(() => newClient({ transport: undefined as never }), isInvalidConfig);
    throws(
      () => newClient({ transport: scriptedTransport(), fieldManager: 'x'.repeat(129) }),
      isInvalidConfig,
    );
    throws(() => newClient({ transport: scriptedTransport(), timeoutMs: 0 }), isInvalidConfig);
    throws(() => newClient({ transport: scriptedTransport(), pageSize: 1.5 }), isInvalidConfig);
  });

  test('gives undefined for an object that is not there', async () => {
    const { client, ctx } = setup([statusOf(404, 'NotFound', { details: { name: 'a' } })]);
    is(await client.tryGet(ctx, ConfigMap, REF), undefined);
  });

  test('rejects where the whole kind is missing, even when the object might be', async () => {
    const { client, ctx } = setup([{ status: 404, body: '404 page not found' }]);
    await rejects(client.tryGet(ctx, ConfigMap, REF), isNotFound);
  });

  test('creates with the kind, the field manager and what the options say', async () => {
    const made = setup([{ body: CONFIG_MAP }], { fieldManager: 'me' });
    await made.client.create(made.ctx, ConfigMap, CONFIG_MAP, { dryRun: true, fieldValidation: 'Strict' });
    const { method, path, headers } = lastOf(made);
    is(method, 'POST');
    is(path, '/api/v1/namespaces/default/configmaps?dryRun=All&fieldManager=me&fieldValidation=Strict');
    is(headers['content-type'], 'application/json');
    match(headers['user-agent'] ?? '', /^operatorkit/);
    equal(sent(made), { ...CONFIG_MAP, apiVersion: 'v1', kind: 'ConfigMap' });
  });

  test('updates the object or a subresource', async () => {
    const made = setup([{ body: CONFIG_MAP }]);
    await made.client.update(made.ctx, ConfigMap, CONFIG_MAP, { subresource: 'status' });
    is(lastOf(made).method, 'PUT');
    is(lastOf(made).path, '/api/v1/namespaces/default/configmaps/a/status?fieldManager=operatorkit');
  });

  const PATCHES = {
    json: {
      patch: { type: 'json', operations: [{ op: 'remove', path: '/data/a' }] },
      want: 'application/json-patch+json',
    },
    merge: { patch: { type: 'merge', value: { data: null } }, want: 'application/merge-patch+json' },
    strategic: { patch: { type: 'strategic', value: {} }, want: 'application/strategic-merge-patch+json' },
  } as const;
  for (const [name, { patch, want }] of Object.entries(PATCHES)) {
    test(`sends a ${name} patch`, async () => {
      const made = setup([{ body: CONFIG_MAP }]);
      await made.client.patch(made.ctx, ConfigMap, REF, patch);
      is(lastOf(made).headers['content-type'], want);
      equal(sent(made), patch.type === 'json' ? patch.operations : patch.value);
    });
  }

  test('applies', async () => {
    const made = setup([{ body: CONFIG_MAP }]);
    await made.client.apply(made.ctx, ConfigMap, CONFIG_MAP, { force: true, fieldManager: 'other' });
    is(lastOf(made).path, '/api/v1/namespaces/default/configmaps/a?fieldManager=other&force=true');
    is(lastOf(made).headers['content-type'], 'application/apply-patch+yaml');
  });

  test('deletes with preconditions in the body', async () => {
    const made = setup([{ body: { kind: 'Status', status: 'Success' } }]);
    await made.client.delete(made.ctx, ConfigMap, REF, {
      preconditions: { uid: 'u' },
      gracePeriodSeconds: 0,
      dryRun: true,
    });
    is(lastOf(made).method, 'DELETE');
    equal(sent(made), {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
      dryRun: ['All'],
    });
  });

  test('deletes all of a selector, in one namespace', async () => {
    const made = setup([{ body: {} }]);
    await made.client.deleteAll(made.ctx, ConfigMap, { namespace: 'n', labelSelector: 'a=b' });
    is(lastOf(made).path, '/api/v1/namespaces/n/configmaps?labelSelector=a%3Db');
    await rejects(made.client.deleteAll(made.ctx, ConfigMap), isInvalidConfig);
  });

  test('reads and writes the scale', async () => {
    const made = setup([{ body: { spec: { replicas: 2 } } }]);
    is((await made.client.getScale(made.ctx, Deployment, REF)).spec?.replicas, 2);
    await made.client.updateScale(made.ctx, Deployment, REF, 3);
    is(lastOf(made).path, '/apis/apps/v1/namespaces/default/deployments/a/scale?fieldManager=operatorkit');
    equal((sent(made) as { spec: unknown }).spec, { replicas: 3 });
  });

  test('evicts', async () => {
    const made = setup([statusOf(429, 'TooManyRequests')]);
    await rejects(made.client.evict(made.ctx, REF), isTooManyRequests);
    is(lastOf(made).path, '/api/v1/namespaces/default/pods/a/eviction');
    is(made.transport.requests.length, 1);
  });

  const WRONG: Readonly<Record<string, (made: Setup) => Promise<unknown>>> = {
    'an object of another kind': ({ client, ctx }) =>
      client.create(ctx, ConfigMap, { ...CONFIG_MAP, kind: 'Secret' } as unknown as ConfigMap),
    'an object of another version': ({ client, ctx }) =>
      client.update(ctx, ConfigMap, { ...CONFIG_MAP, apiVersion: 'v2' } as unknown as ConfigMap),
    'an object without a name': ({ client, ctx }) =>
      client.create(ctx, ConfigMap, { metadata: { namespace: 'a' } }),
    'an object without a namespace': ({ client, ctx }) =>
      client.create(ctx, ConfigMap, { metadata: { name: 'a' } }),
    'an update without a name': ({ client, ctx }) =>
      client.update(ctx, Namespace, { metadata: { generateName: 'a' } }),
    'an empty name': ({ client, ctx }) => client.delete(ctx, Namespace, { name: '' }),
    'a read without a namespace': ({ client, ctx }) => client.get(ctx, Pod, { name: 'a' }),
    'a negative scale': ({ client, ctx }) => client.updateScale(ctx, Deployment, REF, -1),
    'a field manager that is too long': ({ client, ctx }) =>
      client.create(ctx, ConfigMap, CONFIG_MAP, { fieldManager: 'x'.repeat(129) }),
  };
  for (const [name, call] of Object.entries(WRONG)) {
    test(`refuses ${name} before anything is sent`, async () => {
      const made = setup([{ body: {} }]);
      await rejects(call(made), isInvalidConfig);
      is(made.transport.requests.length, 0);
    });
  }

  test('lists page by page, and completes the items', async () => {
    const page = (names: readonly string[], token?: string): Step => ({
      body: {
        metadata: {
          resourceVersion: '7',
          ...(token === undefined ? {} : { continue: token, remainingItemCount: 1 }),
        },
        items: names.map((name) => ({ metadata: { name } })),
      },
    });
    const made = setup([page(['a', 'b'], 't/1'), page(['c'])], { pageSize: 2 });
    const pages = await Array.fromAsync(
      made.client.list(made.ctx, ConfigMap, {
        labelSelector: 'x',
        resourceVersion: '5',
        resourceVersionMatch: 'NotOlderThan',
      }),
    );
    equal(
      pages.map(({ items, resourceVersion, remaining }) => ({
        resourceVersion,
        remaining,
        names: items.map((item) => `${item.kind}/${item.metadata?.name}`),
      })),
      [
        { resourceVersion: '7', remaining: 1, names: ['ConfigMap/a', 'ConfigMap/b'] },
        { resourceVersion: '7', remaining: undefined, names: ['ConfigMap/c'] },
      ],
    );
    equal(
      made.transport.requests.map(({ path }) => path),
      [
        '/api/v1/configmaps?labelSelector=x&limit=2&resourceVersion=5&resourceVersionMatch=NotOlderThan',
        '/api/v1/configmaps?labelSelector=x&limit=2&continue=t%2F1',
      ],
    );
  });

  test('fetches no page before it is asked for', async () => {
    const made = setup([{ body: { metadata: { continue: 'more' }, items: [] } }]);
    for await (const page of made.client.list(made.ctx, ConfigMap)) {
      equal(page.items, []);
      break;
    }
    is(made.transport.requests.length, 1);
  });

  test('takes a list without items for an empty one', async () => {
    const made = setup([{ body: { metadata: {}, items: null } }]);
    equal(await made.client.listAll(made.ctx, ConfigMap, { limit: 0 }), []);
    is(lastOf(made).path, '/api/v1/configmaps');
  });

  test('rejects with isGone when a continue token has expired', async () => {
    const made = setup([{ body: { metadata: { continue: 'x' }, items: [] } }, statusOf(410, 'Expired')]);
    await rejects(made.client.listAll(made.ctx, ConfigMap), isGone);
  });

  test('watches: events in order, bookmarks too, until the server ends it', async () => {
    const lines = [
      '{"type":"ADDED","object":{"kind":"ConfigMap","metadata":{"name":"a"}}}\n{"type":"BOOK',
      'MARK","object":{"kind":"ConfigMap","metadata":{"resourceVersion":"9"}}}\n',
    ];
    const made = setup([{ chunks: lines }]);
    const events = await Array.fromAsync(
      made.client.watch(made.ctx, ConfigMap, {
        resourceVersion: '5',
        allowWatchBookmarks: true,
        timeoutSeconds: 60,
      }),
    );
    equal(
      events.map(({ type, object }) => [type, object.apiVersion, object.metadata]),
      [
        ['ADDED', 'v1', { name: 'a' }],
        ['BOOKMARK', 'v1', { resourceVersion: '9' }],
      ],
    );
    is(
      lastOf(made).path,
      '/api/v1/configmaps?resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=60&watch=true',
    );
  });

  const BAD_LINES = {
    'an ERROR event': {
      line: '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}}\n',
      is: isGone,
    },
    'a line that is no JSON': { line: '{"type":\n', is: isUnreachable },
    'an unknown event': { line: '{"type":"WHAT","object":{}}\n', is: isUnreachable },
    'a cut line': { line: '{"type":"ADDED"', is: isUnreachable },
  };
  for (const [name, { line, is: isIt }] of Object.entries(BAD_LINES)) {
    test(`ends a watch with an error at ${name}`, async () => {
      const made = setup([{ chunks: ['{"type":"ADDED","object":{}}\n', line] }]);
      let seen = 0;
      await rejects(async () => {
        for await (const _ of made.client.watch(made.ctx, ConfigMap)) seen += 1;
      }, isIt);
      is(seen, 1);
    });
  }

  test('ends a watch with the reason when the context is aborted', async () => {
    const made = setup([{ chunks: ['{"type":"ADDED","object":{}}\n', SILENCE] }]);
    const reason = new Error('enough');
    const error = await rejects(async () => {
      for await (const _ of made.client.watch(made.ctx, ConfigMap)) made.abort(reason);
    });
    is(error, reason);
  });

  test('logs each warning of the server once', async () => {
    const warning = ['299 - "old \\"v1\\"", 299 - "two"', '199 - "not ours"', '299 - "two"'];
    const made = setup([{ headers: { warning }, body: {} }]);
    const seen: unknown[] = [];
    const logger = { ...made.ctx.logger, warn: (_: string, fields?: object) => void seen.push(fields) };
    for (let i = 0; i < 3; i += 1) await made.client.get(made.ctx.withLogger(logger), ConfigMap, REF);
    equal(seen, [{ warning: 'old "v1"' }, { warning: 'two' }]);
  });

  test('counts requests, repetitions and the time they took', async () => {
    const registry = new Registry();
    const made = setup([REFUSED, statusOf(500, 'InternalError'), { body: CONFIG_MAP }], { registry });
    await made.run(made.client.get(made.ctx, ConfigMap, REF));
    const text = await registry.metrics();
    for (const line of [
      'rest_client_requests_total{code="<error>",method="GET",host="scripted:443"} 1',
      'rest_client_requests_total{code="500",method="GET",host="scripted:443"} 1',
      'rest_client_requests_total{code="200",method="GET",host="scripted:443"} 1',
      'rest_client_request_retries_total{code="<error>",verb="get",host="scripted:443"} 1',
      'rest_client_request_retries_total{code="500",verb="get",host="scripted:443"} 1',
      'rest_client_request_duration_seconds_count{verb="get",host="scripted:443"} 2',
    ])
      match(text, line);
  });

  test("lets go of the context's signal when a request has ended, well or badly", async () => {
    const made = setup([
      { body: CONFIG_MAP },
      statusOf(404, 'NotFound'),
      { chunks: ['{"type":"ADDED","object":{}}\n'] },
    ]);
    await made.client.get(made.ctx, ConfigMap, REF);
    await rejects(made.client.get(made.ctx, ConfigMap, REF), isNotFound);
    await Array.fromAsync(made.client.watch(made.ctx, ConfigMap));
    for await (const event of made.client.watch(made.ctx, ConfigMap)) if (event.type === 'ADDED') break;
    equal(getEventListeners(made.ctx.signal, 'abort'), []);
    is(made.clock.pending, 0);
  });

  test('hands out raw bodies as they are', async () => {
    const made = setup([{ chunks: ['a', 'b'] }]);
    const { body, status } = await made.client.raw(made.ctx, {
      method: 'GET',
      path: '/healthz',
      query: { verbose: true },
    });
    is(status, 200);
    is((await Array.fromAsync(body)).join(''), 'ab');
    is(lastOf(made).path, '/healthz?verbose=true');
  });
});
