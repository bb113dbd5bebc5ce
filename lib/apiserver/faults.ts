import type { Verb } from './requests/verb.ts';

/** What a fault may be about. */
export interface RequestFacts {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly verb: Verb | undefined;
  /** The resource's plural name; undefined for `/version` and the like. */
  readonly plural: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** Which requests a fault hits. Default: all. */
export type RequestMatch = (facts: RequestFacts) => boolean;

export interface InjectedFailure {
  /** The HTTP status: 409, 410, 429, 500, 503, … */
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly match?: RequestMatch;
  /** How many requests it hits. Default 1; `Infinity` until `clear`. */
  readonly times?: number;
  /** Watches only: answer 200, and fail in the stream with an ERROR event. Default false. */
  readonly inStream?: boolean;
}

export interface DelayOptions {
  readonly match?: RequestMatch;
  /** How many requests it hits. Default `Infinity`: until `clear`. */
  readonly times?: number;
}

/**
 * What can go wrong between a client and an API server, on demand. Works on requests over HTTP and on those
 * within the process alike.
 */
export interface Faults {
  /** Refuses connections, for so long or until {@link allow}; open streams go on. Milliseconds. */
  refuse(ms?: number): void;
  /** Ends {@link refuse}. Resolves when connections are taken again. */
  allow(): Promise<void>;
  /** Answers come so much later. Milliseconds. */
  delay(ms: number, options?: DelayOptions): void;
  /** Breaks all open streams; with `midLine`, in the middle of a line. @returns how many there were. */
  cutStreams(options?: { readonly midLine?: boolean }): number;
  /** The next line of any watch is not JSON. */
  corruptNextLine(): void;
  /** Requests fail although nothing is wrong with them, and without doing anything. */
  failNext(failure: InjectedFailure): void;
  /** Forgets the past: watches and pages from before are too old from now on. */
  compact(): void;
  /** Goes down: ends all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Comes back on the same port with the same data. */
  resume(): Promise<void>;
  /** Takes back delays and failures that have not happened yet. Leaves {@link refuse} and {@link stop} alone. */
  clear(): void;
}
