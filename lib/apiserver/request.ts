/**
 * One request to the API server, wherever it came from: the HTTP listener, or a client in the same process.
 */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, escaped. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Aborted when the caller went away. */
  readonly signal: AbortSignal;
}

/** The answer: complete, or a stream of bytes (a watch). */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | AsyncIterable<Buffer>;
}

/** The API server's routes as a function. Never rejects: what goes wrong is an answer with a Status. */
export type ApiHandler = (request: ApiRequest) => Promise<ApiResponse>;
