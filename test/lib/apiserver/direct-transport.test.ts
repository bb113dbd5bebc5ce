import { directTransport } from '../../../lib/apiserver/direct-transport.ts';
import type { ApiHandler } from '../../../lib/apiserver/request.ts';
import { isUnreachable } from '../../../lib/client/errors.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../../lib/client/transport.ts';
import { equal, is, match, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, NS } from './api.ts';

const never = new AbortController().signal;

async function send(
  transport: Transport,
  path: string,
  more: Partial<TransportRequest> = {},
): Promise<TransportResponse> {
  return await transport.send({ method: 'GET', path, headers: {}, signal: never, ...more });
}

async function read({ body }: TransportResponse): Promise<string> {
  let text = '';
  for await (const chunk of body) text += chunk.toString();
  return text;
}

suite('directTransport', (test) => {
  test('carries requests and answers', async (t) => {
    const { server } = await newApi(t);
    const transport = server.transport();
    const body = JSON.stringify({ metadata: { name: 'a' } });
    const created = await send(transport, `${NS}/configmaps`, { method: 'POST', body });
    is(created.status, 201);
    is((JSON.parse(await read(created)) as { metadata: { name: string } }).metadata.name, 'a');
    const missing = await send(transport, `${NS}/configmaps/b`);
    equal([missing.status, missing.headers['content-type']], [404, 'application/json']);
  });

  test("rejects with the signal's reason, before, and while a stream is read", async (t) => {
    const { server } = await newApi(t);
    const transport = server.transport();
    await rejects(send(transport, '/version', { signal: AbortSignal.abort(new Error('mine')) }), /^mine$/u);
    const controller = new AbortController();
    const watch = await send(
      transport,
      `${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`,
      { signal: controller.signal },
    );
    const reading = rejects(read(watch), /^mine too$/u);
    controller.abort(new Error('mine too'));
    await reading;
    is(server.faults.cutStreams(), 0);
  });

  test('leaving a stream ends it', async (t) => {
    const { server } = await newApi(t);
    const watch = await send(server.transport(), '/api/v1/configmaps?watch=1');
    for await (const chunk of watch.body) {
      match(chunk.toString(), /"ADDED"/u);
      break;
    }
    is(server.faults.cutStreams(), 0);
  });

  test('close ends what is open and refuses what comes', async (t) => {
    const { server } = await newApi(t);
    const transport = server.transport();
    const watch = await send(
      transport,
      `${NS}/configmaps?watch=1&resourceVersion=${server.storage.revision}`,
    );
    const reading = rejects(read(watch), isUnreachable);
    await transport.close();
    await reading;
    await rejects(
      send(transport, '/version'),
      /^cannot GET \/version at in-process: the transport is closed$/u,
    );
  });

  test('cannot reach a server that is closed', async (t) => {
    const { server } = await newApi(t);
    const transport = server.transport();
    await server.close();
    await rejects(
      send(transport, '/version?token=secret'),
      /^cannot GET \/version at in-process: connection refused$/u,
    );
  });

  test('abort does not wait for a handler that hangs', async () => {
    const hanging: ApiHandler = () => new Promise(() => {});
    const controller = new AbortController();
    const answer = rejects(
      send(directTransport(hanging), '/version', { signal: controller.signal }),
      /^enough$/u,
    );
    controller.abort(new Error('enough'));
    await answer;
  });
});
