import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import type { ApiRequest, ApiResponse } from '../request.ts';
import type { SharedFrames } from './shared-frames.ts';

/** @see kubernetes/apiserver:pkg/server/config.go (MaxRequestBodyBytes) */
export const LARGEST_BODY_BYTES: number = 3 * 1024 * 1024;
/** So much of a body that is too large is read and dropped: most clients read no answer before they sent all. */
const DROPPED_BYTES = 16 * 1024 * 1024;

const NO_BODY = Buffer.alloc(0);

/**
 * A whole request. Undefined when its body is too large. Its signal is made when it is asked for: only those
 * who wait for something do.
 *
 * @throws when the client goes away before it has sent everything.
 */
export async function readRequest(
  message: IncomingMessage,
  response: ServerResponse,
): Promise<ApiRequest | undefined> {
  const body = hasBody(message) ? await readBody(message) : NO_BODY;
  if (body === undefined) return undefined;
  let signal: AbortSignal | undefined;
  return {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: message.headers as ApiRequest['headers'],
    body,
    get signal(): AbortSignal {
      return (signal ??= signalOf(response));
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Aborted when the client went away, or has its answer. */
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > DROPPED_BYTES) resolve(undefined);
  });
  message.on('end', () => resolve(bytes > LARGEST_BODY_BYTES ? undefined : joined(chunks)));
  message.on('error', reject);
  return await promise;
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/**
 * Sends an answer. Resolves when it is handed over; of a stream, when that ended or its reader went away.
 *
 * @param frames shared by all answers of a server.
 */
export async function sendResponse(
  response: ServerResponse,
  { status, headers, body }: ApiResponse,
  frames: SharedFrames,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, { ...wireHeaders(headers), 'content-length': body.length });
    response.end(body);
    return;
  }
  response.writeHead(status, wireHeaders(headers));
  response.flushHeaders();
  for await (const chunk of body) {
    // Of one who went away already no event would come.
    if (response.destroyed) return;
    if (!write(response, chunk, frames)) await drained(response);
    if (response.destroyed) return;
    // What comes in the same turn of the event loop goes out in one piece: each costs more than its lines do.
    await setImmediate();
  }
  response.end();
}

const NOT_ASCII = /[^\t -~]/u;
/** They end headers, or the connection. All but the tab. */
const CONTROL = /(?!\t)\p{Cc}/gu;

/** Text in headers goes out as UTF-8, as Go has it; Node takes bytes only one per character. */
function wireHeaders(headers: ApiResponse['headers']): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers))
    all[name] = typeof value === 'string' ? wireText(value) : value.map(wireText);
  return all;
}

function wireText(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return Buffer.from(text.replaceAll(CONTROL, ' ')).toString('latin1');
}

/** @returns false when the client has yet to take what was written so far. */
function write(response: ServerResponse, chunk: Buffer, frames: SharedFrames): boolean {
  const { socket } = response;
  // An answer that waits for an earlier one on its connection has no socket yet.
  const frame = socket === null || !response.chunkedEncoding ? undefined : frames.of(chunk);
  return frame === undefined ? response.write(chunk) : socket!.write(frame);
}

/** Resolves when the client took what was written, or went away. */
function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { socket } = response;
  const done = (): void => {
    response.off('drain', done).off('close', done);
    socket?.off('drain', done);
    resolve();
  };
  response.on('drain', done).on('close', done);
  // Of what was written past it, the answer knows nothing.
  socket?.on('drain', done);
  return promise;
}
