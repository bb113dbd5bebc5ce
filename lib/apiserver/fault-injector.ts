import type { Clock, Timer } from '../../context/index.ts';
import { untilAborted } from '../abort.ts';
import type { DelayOptions, Faults, InjectedFailure, RequestFacts, RequestMatch } from './faults.ts';
import { errorAnswer } from './handlers/answers.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from './request.ts';
import { Query } from './requests/query.ts';
import { describePath, segmentsOf } from './requests/route.ts';
import { verbOf } from './requests/verb.ts';
import { StatusError } from './status-error.ts';

/** What refuses connections where there are any. */
export interface Refusable {
  /** Takes no new connections; existing ones go on as long as they are busy. */
  pause(): void;
  /** Ends all connections and takes no new ones. */
  stop(): Promise<void>;
  resume(): Promise<void>;
}

/** A stream that was cut. Whoever sends it breaks the connection. */
export class BrokenStreamError extends Error {
  constructor() {
    super('the stream was cut by an injected fault');
    this.name = 'BrokenStreamError';
  }
}

const HALF_A_LINE = Buffer.from('{"type":"MODIFIED","object":{"kind":"');
const REASONS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

interface Armed<T> {
  readonly fault: T;
  readonly match: RequestMatch;
  left: number;
}

/** Parts that a {@link FaultInjector} works on. */
export interface FaultInjectorOptions {
  readonly clock: Clock;
  /** Undefined: there are no connections, only calls. */
  readonly listener: Refusable | undefined;
  readonly compact: () => void;
  /** Ends all watches in good order; a server that goes down does. */
  readonly endStreams: () => void;
}

/** Wraps a handler so that {@link Faults} happen to it. */
export class FaultInjector implements Faults {
  readonly #options: FaultInjectorOptions;
  #failures: Armed<InjectedFailure>[] = [];
  #delays: Armed<number>[] = [];
  readonly #streams = new Set<AbortController>();
  #corruptions = 0;
  #refusing = false;
  #timer: Timer | undefined;
  #reopening: Promise<void> = Promise.resolve();

  constructor(options: FaultInjectorOptions) {
    this.#options = options;
  }

  /** Whether nobody can reach the server now. */
  get refusing(): boolean {
    return this.#refusing;
  }

  refuse(ms?: number): void {
    this.#timer?.cancel();
    this.#refusing = true;
    this.#options.listener?.pause();
    if (ms === undefined) return;
    this.#timer = this.#options.clock.timer(ms, () => {
      this.#reopening = this.allow();
      this.#reopening.catch(() => {}); // `close` awaits it and throws; until then nobody is there to be told.
    });
  }

  async allow(): Promise<void> {
    this.#timer?.cancel();
    await this.#options.listener?.resume();
    this.#refusing = false;
  }

  delay(ms: number, { match = everything, times = Infinity }: DelayOptions = {}): void {
    this.#delays.push({ fault: ms, match, left: times });
  }

  cutStreams({ midLine = false }: { readonly midLine?: boolean } = {}): number {
    const { size } = this.#streams;
    for (const stream of this.#streams) stream.abort(midLine ? MID_LINE : BETWEEN_LINES);
    return size;
  }

  corruptNextLine(): void {
    this.#corruptions++;
  }

  failNext(failure: InjectedFailure): void {
    const { match = everything, times = 1 } = failure;
    this.#failures.push({ fault: failure, match, left: times });
  }

  compact(): void {
    this.#options.compact();
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#refusing = true;
    await this.#options.listener?.stop();
    this.cutStreams();
    this.#options.endStreams();
  }

  resume(): Promise<void> {
    return this.allow();
  }

  clear(): void {
    this.#failures = [];
    this.#delays = [];
    this.#corruptions = 0;
  }

  /** Ends what runs by itself. */
  async close(): Promise<void> {
    this.#timer?.cancel();
    await this.#reopening;
  }

  wrap(handler: ApiHandler): ApiHandler {
    return async (request) => {
      const facts = this.#anythingArmed() ? factsOf(request) : undefined;
      const ms = facts === undefined ? undefined : take(this.#delays, facts);
      if (ms !== undefined && !(await this.#waited(ms, request))) return gone();
      const failure = facts === undefined ? undefined : take(this.#failures, facts);
      const answer = failure === undefined ? await handler(request) : failureAnswer(failure);
      if (Buffer.isBuffer(answer.body)) return answer;
      return { ...answer, body: this.#through(answer.body) };
    };
  }

  #anythingArmed(): boolean {
    return this.#failures.length > 0 || this.#delays.length > 0;
  }

  /** @returns false when the caller went away meanwhile. */
  async #waited(ms: number, { signal }: ApiRequest): Promise<boolean> {
    try {
      await this.#options.clock.sleep(ms, signal);
      return true;
    } catch {
      // The only way a sleep fails: the signal, whose owner knows already.
      return false;
    }
  }

  async *#through(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    const source = body[Symbol.asyncIterator]();
    const cut = new AbortController();
    this.#streams.add(cut);
    try {
      for (;;) {
        const next = await untilAborted(source.next(), cut.signal);
        if (next.done === true) return;
        yield this.#corrupted(next.value);
      }
    } catch (error) {
      if (!cut.signal.aborted) throw error;
      if (cut.signal.reason === MID_LINE) yield HALF_A_LINE;
      throw new BrokenStreamError();
    } finally {
      this.#streams.delete(cut);
      // A source that waits ends with its request, whose signal the reader of this generator aborts.
      if (!cut.signal.aborted) await source.return?.();
    }
  }

  #corrupted(chunk: Buffer): Buffer {
    if (this.#corruptions === 0) return chunk;
    this.#corruptions--;
    const copy = Buffer.from(chunk);
    copy[0] = 0x23;
    return copy;
  }
}

const MID_LINE = 'mid-line';
const BETWEEN_LINES = 'between-lines';

function everything(): boolean {
  return true;
}

/** The first fault that is about this request, used up by one. */
function take<T>(armed: Armed<T>[], facts: RequestFacts): T | undefined {
  const index = armed.findIndex(({ match }) => match(facts));
  const found = armed[index];
  if (found === undefined) return undefined;
  found.left--;
  if (found.left <= 0) armed.splice(index, 1);
  return found.fault;
}

function factsOf({ method, url }: ApiRequest): RequestFacts {
  const [path = '', search = ''] = url.split('?', 2);
  const place = placeIn(path);
  const watch = new Query(search).flag('watch') ?? false;
  return {
    method,
    path,
    verb: place === undefined ? undefined : verbOf(method, place.name !== undefined, watch),
    plural: place?.plural,
    namespace: place?.namespace,
    name: place?.name,
  };
}

function placeIn(path: string): ReturnType<typeof describePath> {
  try {
    return describePath(segmentsOf(path));
  } catch {
    // A path that nobody can read is no resource's; the handler will say so.
    return undefined;
  }
}

function failureAnswer({ status, retryAfterSeconds, inStream = false }: InjectedFailure): ApiResponse {
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const error = new StatusError(status, REASONS[status] ?? 'InternalError', 'an injected fault', details);
  if (!inStream) return errorAnswer(error);
  const line = Buffer.from(`${JSON.stringify({ type: 'ERROR', object: error.status })}\n`);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: streamOf(line) };
}

async function* streamOf(line: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield line;
}

/** For a caller who will not read it. */
function gone(): ApiResponse {
  return errorAnswer(new StatusError(499, 'ClientClosedRequest', 'the client went away'));
}
