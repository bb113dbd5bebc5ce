import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { ApiServer } from '../../../lib/apiserver/server.ts';
import { isUnreachable } from '../../../lib/client/errors.ts';
import type { TransportResponse } from '../../../lib/client/transport.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, match, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import type { TestContext } from '../../kit/suite.ts';
import { newApi, NS } from './api.ts';

const never = new AbortController().signal;

async function listening(t: TestContext): Promise<ApiServer> {
  const server = await startApiServer();
  t.defer(() => server.close());
  return server;
}

async function statusOf(server: ApiServer, path = '/version'): Promise<number> {
  const response = await fetch(server.url + path, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

async function openStream(server: ApiServer): Promise<TransportResponse> {
  const path = `${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`;
  return await server.transport().send({ method: 'GET', path, headers: {}, signal: never });
}

/** What a stream brings until it breaks. */
async function readToBreak({ body }: TransportResponse): Promise<string> {
  let text = '';
  await rejects(async () => {
    for await (const chunk of body) text += chunk.toString();
  }, isUnreachable);
  return text;
}

suite('Faults', (test) => {
  test('failNext fails so many matching requests, with Retry-After where asked', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    server.faults.failNext({
      status: 429,
      retryAfterSeconds: 3,
      times: 2,
      match: ({ verb, plural }) => verb === 'list' && plural === 'pods',
    });
    is((await api.call('GET', `${NS}/configmaps`)).status, 200);
    const { status, headers, body } = await api.call('GET', `${NS}/pods`);
    equal(
      [status, headers['retry-after'], body['reason'], body['details']],
      [429, '3', 'TooManyRequests', { retryAfterSeconds: 3 }],
    );
    equal(
      [(await api.call('GET', `${NS}/pods`)).status, (await api.call('GET', `${NS}/pods`)).status],
      [429, 200],
    );
  });

  test('failNext does not do what it fails', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    server.faults.failNext({ status: 409 });
    const created = await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'a' } });
    equal([created.status, created.body['reason']], [409, 'Conflict']);
    is((await api.call('GET', `${NS}/configmaps/a`)).status, 404);
  });

  test('failNext tells the facts of a request', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    const seen: unknown[] = [];
    server.faults.failNext({ status: 500, match: (facts) => seen.push(facts) < 0 });
    await api.call('PATCH', `${NS}/pods/p/status?dryRun=All`, {});
    await api.call('GET', '/version');
    await api.call('GET', '/%zz');
    const none = { plural: undefined, namespace: undefined, name: undefined, verb: undefined };
    equal(seen, [
      {
        method: 'PATCH',
        path: `${NS}/pods/p/status`,
        verb: 'patch',
        plural: 'pods',
        namespace: 'default',
        name: 'p',
      },
      { method: 'GET', path: '/version', ...none },
      { method: 'GET', path: '/%zz', ...none },
    ]);
  });

  test('failNext can fail a watch in its stream', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    server.faults.failNext({ status: 410, inStream: true, match: ({ verb }) => verb === 'watch' });
    const failing = await api.watch(`${NS}/configmaps?watch=1`);
    const event = await failing.next();
    equal([failing.status, event?.['type'], event?.['object'].code], [200, 'ERROR', 410]);
    is(await failing.next(), undefined);
  });

  test('clear takes back what has not happened yet', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    server.faults.failNext({ status: 500, times: Infinity });
    is((await api.call('GET', '/version')).status, 500);
    server.faults.clear();
    is((await api.call('GET', '/version')).status, 200);
  });

  test('delay makes answers late, by the clock of the server', async (t) => {
    const clock = new VirtualClock();
    const api = await newApi(t, { clock });
    const { server } = api;
    server.faults.delay(5000, { times: 1 });
    let done = false;
    const answer = api.call('GET', '/version').then(({ status }) => {
      done = true;
      return status;
    });
    await clock.advance(4999);
    ok(!done);
    await clock.advance(1);
    is(await answer, 200);
    is((await api.call('GET', '/version')).status, 200);
  });

  test('cutStreams breaks all streams, in the middle of a line if asked', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    const streams = [await openStream(server), await openStream(server)];
    const texts = streams.map(readToBreak);
    await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'a' } });
    is(server.faults.cutStreams(), 2);
    for (const text of await Promise.all(texts)) ok(text === '' || text.endsWith('\n'));
    const halved = readToBreak(await openStream(server));
    is(server.faults.cutStreams({ midLine: true }), 1);
    match(await halved, /[^\n]$/u);
    is(server.faults.cutStreams(), 0);
  });

  test('cutStreams breaks connections over HTTP', async (t) => {
    const server = await listening(t);
    const response = await fetch(
      `${server.url}${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`,
    );
    const reading = rejects(response.text(), /terminated/u);
    server.faults.cutStreams({ midLine: true });
    await reading;
    is(await statusOf(server), 200);
  });

  test('corruptNextLine spoils one line', async (t) => {
    const api = await newApi(t);
    const { server } = api;
    const { body } = await openStream(server);
    const lines = body[Symbol.asyncIterator]();
    server.faults.corruptNextLine();
    await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'a' } });
    const spoiled = String((await lines.next()).value);
    match(spoiled, /^#"type":.*\n$/u);
    await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'b' } });
    match(String((await lines.next()).value), /^\{"type":/u);
    await lines.return?.();
  });

  test('refuse keeps new clients out, leaves streams alone, and ends by itself', async (t) => {
    const clock = new VirtualClock();
    const server = await startApiServer({ clock });
    t.defer(() => server.close());
    const path = `${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`;
    const controller = new AbortController();
    const watch = await fetch(server.url + path, { signal: controller.signal });
    server.faults.refuse(5000);
    await rejects(statusOf(server), /fetch failed/u);
    const direct = server.transport();
    await rejects(
      direct.send({ method: 'GET', path: '/version', headers: {}, signal: never }),
      isUnreachable,
    );
    await server.handler({
      method: 'POST',
      url: `${NS}/configmaps`,
      headers: {},
      body: Buffer.from('{"metadata":{"name":"a"}}'),
      signal: never,
    });
    const chunks = (watch.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    match(Buffer.from((await chunks.next()).value as Uint8Array).toString(), /"ADDED"/u);
    controller.abort();
    await clock.advance(5000);
    is(
      await eventually(
        () => statusOf(server),
        (status) => status === 200,
      ),
      200,
    );
  });

  test('stop and resume keep the port and the data', async (t) => {
    const server = await listening(t);
    const { url } = server;
    const stream = readToBreak(await openStream(server));
    const response = await fetch(`${url}${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`);
    const reading = rejects(response.text(), /terminated/u);
    const { revision } = server.storage;
    await server.stop();
    await Promise.all([stream, reading]);
    await rejects(statusOf(server), /fetch failed/u);
    await server.resume();
    equal([server.url, server.storage.revision, await statusOf(server)], [url, revision, 200]);
  });
});
