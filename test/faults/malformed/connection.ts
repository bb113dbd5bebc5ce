import { connect } from 'node:net';

/** What came of one connection. */
export interface Outcome {
  readonly bytes: Buffer;
  /** Why the connection broke; undefined where it was closed in good order. */
  readonly error: string | undefined;
  /** The server let the connection stand still until the deadline. */
  readonly hung: boolean;
}

const STREAM_HEAD = 'transfer-encoding: chunked';

/**
 * Writes the bytes on a connection of its own, ends its sending side, and reads until the server closes. A
 * stream (a watch) is read no further than its head.
 */
export function exchange(port: number, bytes: Buffer, deadlineMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = (error: string | undefined, hung = false): void => {
      socket.destroy();
      resolve({ bytes: Buffer.concat(chunks), error, hung });
    };
    socket.setTimeout(deadlineMs, () => done(undefined, true));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (chunk.subarray(0, 1000).toString('latin1').toLowerCase().includes(STREAM_HEAD)) done(undefined);
    });
    socket.on('error', (error) => done(error.message));
    socket.on('close', () => done(undefined));
    socket.end(bytes);
  });
}
