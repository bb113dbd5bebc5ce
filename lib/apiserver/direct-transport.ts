import { untilAborted } from '../abort.ts';
import { UnreachableError } from '../client/errors.ts';
import type { Transport, TransportRequest, TransportResponse } from '../client/transport.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from './request.ts';

/** Options of {@link directTransport}. */
export interface DirectTransportOptions {
  /** For metrics and messages. Default `in-process`. */
  readonly host?: string;
  /** Whether requests are refused now. Default: never. */
  readonly isRefusing?: () => boolean;
}

/** Makes a client call an API server in the same process, without sockets. */
export function directTransport(handler: ApiHandler, options: DirectTransportOptions = {}): Transport {
  return new DirectTransport(handler, options);
}

class DirectTransport implements Transport {
  readonly host: string;
  readonly #handler: ApiHandler;
  readonly #isRefusing: () => boolean;
  /** Ends the requests that are open. */
  readonly #open = new Set<AbortController>();
  #closed = false;

  constructor(
    handler: ApiHandler,
    { host = 'in-process', isRefusing = () => false }: DirectTransportOptions,
  ) {
    this.host = host;
    this.#handler = handler;
    this.#isRefusing = isRefusing;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal.throwIfAborted();
    if (this.#closed) throw this.#unreachable(request, 'the transport is closed');
    if (this.#isRefusing()) throw this.#unreachable(request, 'connection refused');
    const call = this.#begin(request.signal);
    try {
      const answer = await untilAborted(this.#handler(apiRequest(request, call.signal)), call.signal);
      return this.#response(request, answer, call);
    } catch (error) {
      call.end();
      throw this.#failure(request, call, error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const call of this.#open) call.abort();
  }

  #begin(signal: AbortSignal): Call {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#open.add(controller);
    return {
      signal: controller.signal,
      end: () => {
        signal.removeEventListener('abort', abort);
        this.#open.delete(controller);
        controller.abort();
      },
    };
  }

  #response(
    request: TransportRequest,
    { status, headers, body }: ApiResponse,
    call: Call,
  ): TransportResponse {
    if (!Buffer.isBuffer(body)) return { status, headers, body: this.#stream(request, body, call) };
    call.end();
    return { status, headers, body: single(request.signal, body) };
  }

  async *#stream(request: TransportRequest, body: AsyncIterable<Buffer>, call: Call): AsyncGenerator<Buffer> {
    const source = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await untilAborted(source.next(), call.signal);
        if (next.done === true) return;
        yield next.value;
      }
    } catch (error) {
      throw this.#failure(request, call, error);
    } finally {
      // First the signal: a source that waits for more would otherwise not hear that it is over.
      call.end();
      await source.return?.();
    }
  }

  /** What the client is told: its own reason if it aborted, else that the server cannot be reached. */
  #failure(request: TransportRequest, call: Call, cause: unknown): unknown {
    if (request.signal.aborted) return request.signal.reason;
    if (this.#closed && call.signal.aborted)
      return this.#unreachable(request, 'the transport was closed', cause);
    return this.#unreachable(request, 'the connection broke', cause);
  }

  #unreachable({ method, path }: TransportRequest, why: string, cause?: unknown): UnreachableError {
    const where = path.split('?', 1)[0];
    const message = `cannot ${method} ${where} at ${this.host}: ${why}`;
    return new UnreachableError(message, cause === undefined ? {} : { cause });
  }
}

interface Call {
  readonly signal: AbortSignal;
  end(): void;
}

function apiRequest({ method, path, headers, body = '' }: TransportRequest, signal: AbortSignal): ApiRequest {
  return { method, url: path, headers, body: Buffer.from(body as string), signal };
}

async function* single(signal: AbortSignal, body: Buffer): AsyncGenerator<Buffer, void, undefined> {
  signal.throwIfAborted();
  yield body;
}
