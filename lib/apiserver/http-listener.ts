import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Logger } from '../../context/index.ts';
import { ExecutionFailedError, InvalidConfigError } from '../errors.ts';
import type { Refusable } from './fault-injector.ts';
import { errorAnswer } from './handlers/answers.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from './request.ts';
import { StatusError } from './status-error.ts';

/** @see kubernetes/apiserver:pkg/server/config.go (MaxRequestBodyBytes) */
const LARGEST_BODY_BYTES = 3 * 1024 * 1024;
/** A request that does not arrive whole within this time is given up. Node counts it; no clock of ours does. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;

/** Options of {@link HttpListener}. */
export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly handler: ApiHandler;
  readonly logger: Logger;
}

/**
 * Serves a handler over HTTP/1.1. Whatever comes in gets an answer or a closed connection; nothing that a client
 * sends throws here.
 */
export class HttpListener implements Refusable {
  readonly #options: HttpListenerOptions;
  /** The one that listens, and those that still end their connections. */
  readonly #servers = new Set<Server>();
  #listening: Server | undefined;
  #port: number;

  constructor(options: HttpListenerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  /** The port, once it was started. */
  get port(): number {
    return this.#port;
  }

  /** @throws InvalidConfigError when the port is taken. */
  async resume(): Promise<void> {
    if (this.#listening !== undefined) return;
    const server = this.#newServer();
    this.#listening = server;
    try {
      this.#port = await listen(server, this.#options.host, this.#port);
    } catch (error) {
      this.#listening = undefined;
      this.#servers.delete(server);
      throw cannotListen(this.#options.host, this.#port, error as NodeJS.ErrnoException);
    }
  }

  pause(): void {
    this.#listening?.close();
    this.#listening?.closeIdleConnections();
    this.#listening = undefined;
  }

  async stop(): Promise<void> {
    const closing = [...this.#servers].map((server) => closed(server));
    this.#listening = undefined;
    await Promise.all(closing);
  }

  #newServer(): Server {
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS });
    server.on('request', (message, response) => void this.#answer(server, message, response));
    server.on('clientError', (_error, socket) => refuseBadRequest(socket as Socket));
    server.on('close', () => this.#servers.delete(server));
    this.#servers.add(server);
    return server;
  }

  /** Never rejects: what fails closes the connection. */
  async #answer(server: Server, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    response.on('error', () => gone.abort());
    try {
      if (server !== this.#listening) {
        response.destroy();
        return;
      }
      const request = await readRequest(message, gone.signal);
      await send(response, request === undefined ? tooLarge() : await this.#options.handler(request));
    } catch (error) {
      if (!gone.signal.aborted)
        this.#options.logger.debug('closed a connection', { url: message.url, error });
      response.destroy();
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): Error {
  const where = `cannot listen on ${host}:${port}`;
  if (cause.code === 'EADDRINUSE')
    return new InvalidConfigError(`${where}: the port is in use; choose another one, or 0 for any free one`, {
      cause,
    });
  if (cause.code === 'EACCES')
    return new InvalidConfigError(`${where}: the port is privileged; choose one above 1023`, { cause });
  return new ExecutionFailedError(`${where}: ${cause.message}`, { cause });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function refuseBadRequest(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request',
  );
}

/** Undefined when the body is too large. */
async function readRequest(message: IncomingMessage, signal: AbortSignal): Promise<ApiRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: message.headers as ApiRequest['headers'],
    body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
    signal,
  };
}

function tooLarge(): ApiResponse {
  const message = `Request entity too large: limit is ${LARGEST_BODY_BYTES}`;
  const answer = errorAnswer(new StatusError(413, 'RequestEntityTooLarge', message));
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

async function send(response: ServerResponse, { status, headers, body }: ApiResponse): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (Buffer.isBuffer(body)) {
    response.setHeader('content-length', body.length);
    response.end(body);
    return;
  }
  response.flushHeaders();
  for await (const chunk of body) {
    if (!response.write(chunk)) await drained(response);
    if (response.destroyed) return;
  }
  response.end();
}

/** Resolves when the client took what was written, or went away. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
