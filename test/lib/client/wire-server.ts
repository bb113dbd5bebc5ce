import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** What arrived, in order. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (request: SeenRequest, response: ServerResponse, socket: Socket) => unknown;

export interface WireServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** How many connections were ever made. */
  readonly connections: number;
}

/** A server whose answers the test writes byte by byte. Over TLS where a key is given. */
export async function startWireServer(
  answer: Answer,
  tls?: { readonly cert: string; readonly key: string; readonly ca?: string; readonly requestCert?: boolean },
): Promise<WireServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    void read(incoming).then(async (body) => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body,
      };
      requests.push(request);
      await answer(request, response, incoming.socket);
    });
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ ...tls, rejectUnauthorized: false }, listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // Resets are what some tests are about.
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(incoming: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk);
  } catch {
    // The client broke off; what it sent is all there is.
  }
  return body;
}

/** Answers with JSON, as an API server does. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  for (const [name, content] of Object.entries(headers)) response.setHeader(name, content);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
