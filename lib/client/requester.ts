import type { Context } from '../../context/index.ts';
import { TimeoutError, isTimeout } from '../errors.ts';
import type { ClientMetrics } from '../metrics.ts';
import { AbortLink } from './abort-link.ts';
import { readErrorText } from './body.ts';
import type { RawRequest } from './client.ts';
import { unreachable } from './connection-failure.ts';
import { ApiError } from './errors.ts';
import { followStream } from './followed-stream.ts';
import { queryOf } from './path.ts';
import { isRepeatable, newRetryWaits, waitAfter } from './retry-policy.ts';
import { guardSilence } from './silence-guard.ts';
import { errorOfAnswer } from './status-error.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { Warnings } from './warnings.ts';

export interface RequesterOptions {
  readonly transport: Transport;
  readonly userAgent: string;
  /** For all attempts together, until the head of the answer is there. Milliseconds. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly metrics: ClientMetrics | undefined;
}

/** What is done with a successful answer. */
export type ReadAnswer<T> = (response: TransportResponse) => Promise<T>;

const VERBS: Readonly<Record<RawRequest['method'], string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Sends requests: deadline, retries, metrics, warnings, and errors for what is no success. */
export class Requester {
  readonly #options: RequesterOptions;
  readonly #warnings = new Warnings();

  constructor(options: RequesterOptions) {
    this.#options = options;
  }

  /** Gives the answer as soon as its head is there; the body takes as long as it likes: for streams. */
  async stream(ctx: Context, request: RawRequest): Promise<TransportResponse> {
    return await this.#repeat(ctx, request, (deadlineMs) => this.#streamed(ctx, request, deadlineMs));
  }

  /**
   * Reads the body at once: one that falls silent for the time limit is a broken one. Errors of `read` count as
   * the request's, so that a read is repeated.
   */
  async whole<T>(ctx: Context, request: RawRequest, read: ReadAnswer<T>): Promise<T> {
    return await this.#repeat(ctx, request, async (deadlineMs) => {
      const link = new AbortLink(ctx.signal);
      try {
        const response = await this.#attempt(ctx, request, deadlineMs, link);
        return await this.#guarded(ctx, request, response, link, read);
      } catch (error) {
        throw this.#explained(ctx, request, error);
      } finally {
        link.end();
      }
    });
  }

  async #streamed(ctx: Context, request: RawRequest, deadlineMs: number): Promise<TransportResponse> {
    const link = new AbortLink(ctx.signal);
    try {
      const response = await this.#attempt(ctx, request, deadlineMs, link);
      return { ...response, body: followStream(response.body, { onEnd: () => link.end() }) };
    } catch (error) {
      link.end();
      throw this.#explained(ctx, request, error);
    }
  }

  async #repeat<T>(
    ctx: Context,
    request: RawRequest,
    attempt: (deadlineMs: number) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, maxRetries } = this.#options;
    const deadlineMs = ctx.clock.monotonic() + (request.timeoutMs ?? timeoutMs);
    const waits = newRetryWaits(request.retry === false ? 0 : maxRetries);
    let last: Error | undefined;
    for (;;) {
      try {
        return await attempt(deadlineMs);
      } catch (error) {
        if (ctx.signal.aborted) throw error;
        // The deadline cut a repetition short: what the server said before is what is worth knowing.
        if (last !== undefined && isTimeout(error)) throw last;
        const nextMs = isRepeatable(request.method, error) ? waits.next() : undefined;
        const waitMs = nextMs === undefined ? Infinity : waitAfter(error, nextMs);
        if (ctx.clock.monotonic() + waitMs >= deadlineMs) throw error;
        last = error as Error;
        this.#countRetry(request, error);
        ctx.logger.debug('Repeats a request', { ...labelsOf(request), waitMs, error });
        await ctx.clock.sleep(waitMs, ctx.signal);
      }
    }
  }

  /** One attempt, up to the head of a successful answer. */
  async #attempt(
    ctx: Context,
    request: RawRequest,
    deadlineMs: number,
    link: AbortLink,
  ): Promise<TransportResponse> {
    const startMs = ctx.clock.monotonic();
    const limitMs = request.timeoutMs ?? this.#options.timeoutMs;
    const timer = ctx.clock.timer(deadlineMs - startMs, () =>
      link.abort(new TimeoutError(`no answer came within ${limitMs} ms`)),
    );
    try {
      const response = await this.#send(ctx, request, link.signal);
      timer.cancel();
      this.#observe(request, String(response.status), ctx.clock.monotonic() - startMs);
      this.#warnings.log(ctx, response.headers['warning']);
      return await this.#successful(ctx, request, response, link);
    } finally {
      timer.cancel();
    }
  }

  async #send(ctx: Context, request: RawRequest, signal: AbortSignal): Promise<TransportResponse> {
    ctx.signal.throwIfAborted();
    const { transport, userAgent } = this.#options;
    try {
      return await transport.send({
        method: request.method,
        path: request.path + queryOf(request.query ?? {}),
        headers: { accept: 'application/json', 'user-agent': userAgent, ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
      });
    } catch (error) {
      if (!ctx.signal.aborted) this.#countRequest(request, '<error>');
      throw error;
    }
  }

  async #successful(
    ctx: Context,
    request: RawRequest,
    response: TransportResponse,
    link: AbortLink,
  ): Promise<TransportResponse> {
    if (response.status >= 200 && response.status < 300) return response;
    const text = await this.#guarded(ctx, request, response, link, readErrorText);
    throw errorOfAnswer(request, response, text, ctx.clock);
  }

  async #guarded<T>(
    ctx: Context,
    request: RawRequest,
    response: TransportResponse,
    link: AbortLink,
    read: ReadAnswer<T>,
  ): Promise<T> {
    const silenceMs = request.timeoutMs ?? this.#options.timeoutMs;
    using guard = guardSilence(ctx.clock, silenceMs, () =>
      link.abort(new TimeoutError(`the answer fell silent for ${silenceMs} ms`)),
    );
    return await read({ ...response, body: touching(response.body, guard) });
  }

  /** A deadline of ours is the server's failure to answer; the caller's abort stays what it is. */
  #explained(ctx: Context, request: RawRequest, error: unknown): unknown {
    if (ctx.signal.aborted || !(error instanceof TimeoutError)) return error;
    return unreachable(this.#options.transport.host, request, error);
  }

  #observe(request: RawRequest, code: string, ms: number): void {
    this.#countRequest(request, code);
    const labels = { verb: verbOf(request), host: this.#options.transport.host };
    this.#options.metrics?.duration.observe(labels, ms / 1000);
  }

  #countRequest(request: RawRequest, code: string): void {
    this.#options.metrics?.requests.inc({ code, method: request.method, host: this.#options.transport.host });
  }

  #countRetry(request: RawRequest, error: unknown): void {
    const code = error instanceof ApiError ? String(error.status.code) : '<error>';
    const labels = { code, verb: verbOf(request), host: this.#options.transport.host };
    this.#options.metrics?.retries.inc(labels);
  }
}

function verbOf(request: RawRequest): string {
  return request.verb ?? VERBS[request.method];
}

function labelsOf(request: RawRequest): { readonly method: string; readonly path: string } {
  return { method: request.method, path: request.path };
}

async function* touching(
  chunks: AsyncIterable<Buffer>,
  guard: { touch(): void },
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    guard.touch();
    yield chunk;
  }
}
