import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { ApiServer } from '../../../lib/apiserver/server.ts';
import { isOperatorError } from '../../../lib/errors.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { equal, is, match, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import type { TestContext } from '../../kit/suite.ts';
import { NS } from './api.ts';
import type { Json } from './api.ts';

async function newServer(t: TestContext): Promise<ApiServer> {
  const server = await startApiServer();
  t.defer(() => server.close());
  return server;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** One request on a connection of its own. */
async function send(
  server: ApiServer,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Received> {
  const request = httpRequest({ port: server.port, path, method, headers, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Writes bytes, and reads until the server closes the connection. */
async function sendRaw(server: ApiServer, text: string): Promise<string> {
  const socket = connect(server.port);
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

async function openWatch(server: ApiServer): Promise<IncomingMessage> {
  const path = `${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`;
  const request = httpRequest({ port: server.port, path, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function createMap(server: ApiServer, name: string): Promise<void> {
  const body = JSON.stringify({ metadata: { name } });
  is((await send(server, `${NS}/configmaps`, { method: 'POST', body })).status, 201);
}

suite('HttpListener', (test) => {
  test('serves objects', async (t) => {
    const server = await newServer(t);
    await createMap(server, 'a');
    const { status, headers, text } = await send(server, `${NS}/configmaps/a`);
    equal(
      [status, headers['content-type'], Number(headers['content-length'])],
      [200, 'application/json', Buffer.byteLength(text)],
    );
    is((JSON.parse(text) as Json).metadata.name, 'a');
  });

  test('writes for people on many lines', async (t) => {
    const server = await newServer(t);
    await createMap(server, 'a');
    match((await send(server, `${NS}/configmaps/a?pretty=true`)).text, /^\{\n {2}"kind": "ConfigMap"/u);
    match((await send(server, `${NS}/configmaps/a`, { headers: { 'user-agent': 'curl/8' } })).text, /^\{\n/u);
    match(
      (await send(server, `${NS}/configmaps/a?pretty=0`, { headers: { 'user-agent': 'curl/8' } })).text,
      /^\{"kind"/u,
    );
  });

  test('answers nonsense with an error and goes on', async (t) => {
    const server = await newServer(t);
    const statusOf = async (path: string, sent?: Sent): Promise<number> =>
      (await send(server, path, sent)).status;
    is(await statusOf('/nothing/here'), 404);
    is(await statusOf('/apis/none.example.com/v1/things'), 404);
    is(await statusOf(`${NS}/configmaps/%zz`), 400);
    is(await statusOf(`${NS}/configmaps`, { method: 'OPTIONS' }), 405);
    is(await statusOf(`${NS}/configmaps`, { method: 'TRACE' }), 405);
    is(await statusOf(`${NS}/configmaps/a/b/c/d`), 404);
    is(await statusOf('/version', { method: 'POST' }), 405);
    is(await statusOf(`${NS}/configmaps?limit=1&limit=2&watch`, { method: 'PUT', body: '{}' }), 405);
    const head = await send(server, `${NS}/configmaps`, { method: 'HEAD' });
    equal([head.status, head.text], [405, '']);
    match(await sendRaw(server, 'this is not HTTP\r\n\r\n'), /^HTTP\/1\.1 400 Bad Request/u);
    is(await statusOf('/readyz'), 200);
  });

  test('refuses bodies past three MiB', async (t) => {
    const server = await newServer(t);
    const { status, text } = await send(server, `${NS}/configmaps`, {
      method: 'POST',
      body: Buffer.alloc(3_200_000, 97),
    });
    equal([status, (JSON.parse(text) as Json).message], [413, 'Request entity too large: limit is 3145728']);
    is((await send(server, '/livez')).status, 200);
  });

  test('sends a watch line by line, as things happen', async (t) => {
    const server = await newServer(t);
    const response = await openWatch(server);
    is(response.headers['transfer-encoding'], 'chunked');
    await createMap(server, 'a');
    const [chunk] = (await once(response, 'data')) as [Buffer];
    match(String(chunk), /^\{"type":"ADDED","object":\{"kind":"ConfigMap".*\}\n$/u);
    response.destroy();
  });

  test('forgets a watch whose client went away', async (t) => {
    const server = await newServer(t);
    const response = await openWatch(server);
    response.resume();
    is(server.faults.cutStreams(), 1);
    const second = await openWatch(server);
    second.destroy();
    await eventually(
      () => server.faults.cutStreams(),
      (open) => open === 0,
    );
  });

  test('close ends watches and connections at once', async (t) => {
    const server = await newServer(t);
    const response = await openWatch(server);
    const ended = once(response, 'close');
    response.resume();
    await server.close();
    await ended;
    await rejects(send(server, '/livez'), /ECONNREFUSED/u);
    await server.close();
  });

  test('says so when its port is taken', async (t) => {
    const server = await newServer(t);
    const error = await rejects(
      startApiServer({ port: server.port }),
      /^cannot listen on 127\.0\.0\.1:\d+: the port is in use; choose another one, or 0 for any free one$/u,
    );
    equal(
      [isOperatorError(error) && error.code, ((error as Error).cause as NodeJS.ErrnoException).code],
      ['invalid-config', 'EADDRINUSE'],
    );
  });

  test('lets a client that sends half a request wait alone', async (t) => {
    const server = await newServer(t);
    const socket: Socket = connect(server.port);
    socket.on('error', () => {}); // The server resets it when it closes.
    socket.write('POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half');
    await once(socket, 'connect');
    is((await send(server, '/livez')).status, 200);
    const closed = once(socket, 'close');
    await server.close();
    await closed;
  });
});
