import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import { EventFrames, ListFrames } from './frames.ts';
import { GROUP, KIND, PLURAL, type Scenario, VERSION, checkScenario, listVersion } from './objects.ts';

export interface ReplayOptions extends Scenario {
  /**
   * Bytes that are handed to the kernel at once. Default 16 KiB. A Go server writes about 4 KiB; larger writes
   * keep this server from being the limit, and what a busy client reads at once is up to the kernel anyway.
   */
  readonly writeBytes?: number;
}

const COLLECTION = `/apis/${GROUP}/${VERSION}/${PLURAL}`;

/** Answers that never change. */
const FIXED: Readonly<Record<string, object>> = {
  '/version': { major: '1', minor: '36', gitVersion: 'v1.36.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: GROUP,
        versions: [{ groupVersion: `${GROUP}/${VERSION}`, version: VERSION }],
        preferredVersion: { groupVersion: `${GROUP}/${VERSION}`, version: VERSION },
      },
    ],
  },
  [`/apis/${GROUP}/${VERSION}`]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${GROUP}/${VERSION}`,
    resources: [
      { name: PLURAL, singularName: 'widget', namespaced: true, kind: KIND, verbs: ['get', 'list', 'watch'] },
    ],
  },
};

/**
 * Serves one collection from prepared bytes: LIST with `limit` and `continue` (ignored at resourceVersion 0, as
 * a real server does), and WATCH, whose events start when somebody asks `GET /replay/go`.
 * Streaming lists (`sendInitialEvents`) are refused as by a server without that feature.
 *
 * One contestant at a time.
 */
export class ReplayServer {
  readonly #scenario: Scenario;
  readonly #writeBytes: number;
  readonly #list: ListFrames;
  readonly #events: EventFrames;
  readonly #server: Server;
  /** Lets the watch begin that was opened last and still waits. */
  #begin: (() => void) | undefined;
  readonly #opened = new EventEmitter();

  constructor(options: ReplayOptions) {
    checkScenario(options);
    this.#scenario = options;
    this.#writeBytes = options.writeBytes ?? 16 * 1024;
    this.#list = new ListFrames(options);
    this.#events = new EventFrames(options);
    this.#server = createServer({ noDelay: true }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** @returns its address, `http://127.0.0.1:<a free port>`. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://replay');
    if (pathname === COLLECTION && isTrue(searchParams.get('watch')))
      return await this.#answerWatch(response, searchParams);
    if (pathname === COLLECTION) return await this.#answerList(response, searchParams);
    if (pathname === '/replay/go') return await this.#answerGo(response);
    const fixed = FIXED[pathname];
    if (fixed !== undefined) return sendJson(response, 200, fixed);
    return sendJson(response, 404, statusOf(404, 'NotFound', `the replay server has no ${pathname}`));
  }

  async #answerList(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const fromCache = query.get('resourceVersion') === '0';
    const limit = fromCache ? 0 : Number(query.get('limit') ?? 0);
    const socket = sendHead(response);
    for (const part of this.#list.page(Number(query.get('continue') ?? 0), limit)) {
      if (!(await this.#writeAll(socket, part))) return;
    }
    response.end();
  }

  async #answerWatch(response: ServerResponse, query: URLSearchParams): Promise<void> {
    if (isTrue(query.get('sendInitialEvents'))) {
      const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
      return sendJson(response, 422, statusOf(422, 'Invalid', message));
    }
    const socket = sendHead(response);
    const version = Number(query.get('resourceVersion') ?? 0);
    const first = Math.max(0, version - listVersion(this.#scenario));
    if (first === 0) await this.#untilGo(response);
    await this.#replay(socket, first);
  }

  /** A watch whose client leaves waits no longer. */
  async #untilGo(response: ServerResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#begin = resolve;
      response.once('close', () => {
        if (this.#begin === resolve) this.#begin = undefined;
        resolve();
      });
      this.#opened.emit('watch');
    });
  }

  /** Waits for a watch; the answer goes out before the first event. */
  async #answerGo(response: ServerResponse): Promise<void> {
    if (this.#begin === undefined) await once(this.#opened, 'watch');
    const begin = this.#begin!;
    this.#begin = undefined;
    sendJson(response, 200, {});
    setImmediate(begin);
  }

  async #replay(socket: Socket, first: number): Promise<void> {
    let event = first;
    while (event < this.#scenario.events) {
      const { buffer, count } = this.#events.batch(event, this.#writeBytes);
      if (!(await write(socket, buffer))) return;
      event += count;
    }
  }

  async #writeAll(socket: Socket, bytes: Buffer): Promise<boolean> {
    for (let at = 0; at < bytes.length; at += this.#writeBytes) {
      if (!(await write(socket, bytes.subarray(at, at + this.#writeBytes)))) return false;
    }
    return true;
  }
}

/**
 * Sends the head of a chunked answer. What follows goes to the socket itself, because it has its chunks already.
 */
function sendHead(response: ServerResponse): Socket {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  return response.socket!;
}

/** Writes, and waits while the socket is full. @returns false when the other side has gone. */
async function write(socket: Socket, bytes: Buffer): Promise<boolean> {
  if (socket.destroyed) return false;
  if (socket.write(bytes)) return true;
  return await new Promise((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle);
      resolve(!socket.destroyed);
    };
    socket.once('drain', settle).once('close', settle);
  });
}

function isTrue(value: string | null): boolean {
  return value === 'true' || value === '1';
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function statusOf(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message };
}
