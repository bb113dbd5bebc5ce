import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { errorAnswer } from '../handlers/answers.ts';
import type { ApiResponse } from '../request.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { LARGEST_BODY_BYTES } from './http-message.ts';

/** A client that goes on sending after it was refused is cut off after so many pieces, of at most 64 KiB each. */
const DROPPED_PIECES = 256;

/** A request that is being answered. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** What is wrong with bytes that Node's parser refused. */
function refusalOf({ code, message }: NodeJS.ErrnoException): StatusError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new StatusError(431, '', 'the request line and headers are too large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new StatusError(413, 'RequestEntityTooLarge', 'the chunk extensions are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new StatusError(408, 'Timeout', 'the request did not arrive in time');
  return badRequest(`cannot read the request: ${message}`);
}

/** What Node's parser lets through and HTTP does not. @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1 */
export function headersProblem({ headers, httpVersion }: IncomingMessage): StatusError | undefined {
  if (headers.host === undefined && httpVersion === '1.1')
    return badRequest('cannot read the request: it has no Host header');
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return new StatusError(417, '', `cannot meet the expectation ${JSON.stringify(expect)}`);
  return undefined;
}

/** 413, after which the connection ends: the rest of the body is still on its way. */
export function bodyTooLarge(): ApiResponse {
  const message = `Request entity too large: limit is ${LARGEST_BODY_BYTES}`;
  return closing(errorAnswer(new StatusError(413, 'RequestEntityTooLarge', message)));
}

function closing(answer: ApiResponse): ApiResponse {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

/**
 * Ends connections whose bytes are no HTTP, with a Status first wherever nobody else is writing.
 *
 * **Guarantees.** An answer that is under way is never mixed with this one: one that is still to come goes out
 * first, a stream is broken off.
 */
export class RefusedConnections {
  /** How often each was refused: Node asks again for all that still comes. */
  readonly #refused = new WeakMap<Duplex, number>();

  /** @param last the last request of this connection, if there was one. */
  refuse(error: NodeJS.ErrnoException, socket: Duplex, last: Exchange | undefined): void {
    const times = (this.#refused.get(socket) ?? 0) + 1;
    this.#refused.set(socket, times);
    if (times > 1) {
      if (times > DROPPED_PIECES) socket.destroy();
      return;
    }
    const answer = (): void => endWith(socket, refusalOf(error));
    if (last === undefined || last.response.closed || !last.message.complete) answer();
    else if (last.response.headersSent) socket.destroy();
    else last.response.once('close', answer);
  }
}

/** Sends a Status on a bare connection, and ends it. */
export function endWith(socket: Duplex, error: StatusError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = closing(errorAnswer(error));
  const all = { ...headers, 'content-length': String(body instanceof Buffer ? body.length : 0) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 ${status} ${process.getBuiltinModule('node:http').STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`,
  );
  socket.end(body);
}
