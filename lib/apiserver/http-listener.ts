import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import type { Logger } from '../../context/index.ts';
import { ExecutionFailedError, InvalidConfigError } from '../errors.ts';
import type { Refusable } from './fault-injector.ts';
import { errorAnswer } from './handlers/answers.ts';
import type { ApiHandler, ApiResponse } from './request.ts';
import { methodNotAllowed } from './requests/route.ts';
import { readRequest, sendResponse } from './serving/http-message.ts';
import {
  bodyTooLarge,
  endWith,
  headersProblem,
  RefusedConnections,
  type Exchange,
} from './serving/refused-connection.ts';
import { SharedFrames } from './serving/shared-frames.ts';

const SERVER_OPTIONS: ServerOptions = {
  // A request that does not arrive whole within this time is given up. Node counts it; no clock of ours does.
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  // As Go has it, and the API server: long selectors and continue tokens must fit in.
  maxHeaderSize: 1024 * 1024,
  keepAliveTimeout: 90_000,
  // Node would answer for itself, without a Status.
  requireHostHeader: false,
};

/** Options of {@link HttpListener}. */
export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly handler: ApiHandler;
  readonly logger: Logger;
  /** Certificate and key in PEM form. Undefined: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * Serves a handler over HTTP/1.1. Whatever comes in gets an answer or a closed connection; nothing that a client
 * sends throws here.
 */
export class HttpListener implements Refusable {
  readonly #options: HttpListenerOptions;
  /** The one that listens, and those that still end their connections. */
  readonly #servers = new Set<Server>();
  readonly #refused = new RefusedConnections();
  readonly #frames = new SharedFrames();
  /** The latest request of each connection. */
  readonly #last = new WeakMap<Duplex, Exchange>();
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
    const { tls } = this.#options;
    // Not imported: that reads all that node:http exports, which loads an HTTP client, a third of the start.
    const server =
      tls === undefined
        ? process.getBuiltinModule('node:http').createServer(SERVER_OPTIONS)
        : process
            .getBuiltinModule('node:https')
            // Nobody is asked for a certificate. Left out, it would wait for all authorities that Node knows.
            .createServer({ ...SERVER_OPTIONS, ca: [], cert: tls.cert, key: tls.key });
    const answer = (message: IncomingMessage, response: ServerResponse): void =>
      void this.#answer(server, message, response);
    server.on('request', answer);
    server.on('checkExpectation', answer);
    server.on('connect', (_message, socket) => endWith(socket, methodNotAllowed()));
    server.on('clientError', (error, socket) => this.#refused.refuse(error, socket, this.#last.get(socket)));
    server.on('close', () => this.#servers.delete(server));
    this.#servers.add(server);
    return server;
  }

  /** Never rejects: what fails closes the connection. */
  async #answer(server: Server, message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {}); // It is destroyed then, and that is all there is to do.
    if (server !== this.#listening) {
      response.destroy();
      return;
    }
    this.#last.set(message.socket, { message, response });
    try {
      await sendResponse(response, await this.#answerTo(message, response), this.#frames);
    } catch (error) {
      if (!response.closed) this.#options.logger.debug('closed a connection', { url: message.url, error });
      response.destroy();
    }
  }

  async #answerTo(message: IncomingMessage, response: ServerResponse): Promise<ApiResponse> {
    const problem = headersProblem(message);
    if (problem !== undefined) return errorAnswer(problem);
    const request = await readRequest(message, response);
    return request === undefined ? bodyTooLarge() : await this.#options.handler(request);
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
