/**
 * How bytes reach an API server. Two implementations: HTTP (undici-transport.ts), and one that calls an API
 * server in the same process without a socket. Everything above is the same for both.
 */
export interface Transport {
  /** `host:port` of the API server, for metrics and messages. */
  readonly host: string;
  /**
   * Sends one request and resolves when the answer's head is there, whatever its status code.
   *
   * Rejects with an `UnreachableError` when there is no answer (refused, reset, TLS), and with the
   * signal's reason once that is aborted. The signal covers the body too: reading it then ends the same way.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Ends open requests and connections; idempotent. Later requests reject. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query, escaped; starts with a slash. */
  readonly path: string;
  /** Names in lower case. Credentials are the transport's own affair. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a header that came several times is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The body as it arrives, decompressed, to be read at most once. Leaving the loop early closes the
   * connection's stream. Ends with an `UnreachableError` when the connection breaks in the middle.
   */
  readonly body: AsyncIterable<Buffer>;
}
