import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where a server is and how it is spoken to. */
export interface Address {
  readonly port: number;
  /** Undefined: plain HTTP. PEM texts; without an authority, whoever answers is believed. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Sent as a bearer token. */
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Ends a body in chunks. The last piece of JSON ends with a brace, so it cannot be taken for one. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * One connection that sends a request at a time. It reads no more of an answer than it must, since on a small
 * machine what the client costs is taken from the server.
 */
export class Connection implements Disposable {
  readonly #socket: Socket;
  readonly #headers: string;
  #parts: Buffer[] = [];
  #head: Head | undefined;
  #bytes = 0;
  #done: PromiseWithResolvers<Answer> | undefined;

  private constructor(socket: Socket, { token }: Address) {
    this.#socket = socket;
    this.#headers = `host: localhost\r\naccept: application/json\r\n${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}`;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#received(chunk));
    socket.on('error', (error) => this.#done?.reject(error));
    socket.on('close', () => this.#done?.reject(new Error('the server closed the connection')));
  }

  static async open(address: Address): Promise<Connection> {
    const { port, tls } = address;
    const host = '127.0.0.1';
    const socket =
      tls === undefined
        ? connectPlain({ port, host })
        : connectTls({
            port,
            host,
            servername: 'localhost',
            ALPNProtocols: ['http/1.1'],
            rejectUnauthorized: tls.ca !== undefined,
            ...tls,
          });
    await once(socket, tls === undefined ? 'connect' : 'secureConnect');
    return new Connection(socket, address);
  }

  /** @throws when the server answers with an error, or not at all. */
  async send(method: string, path: string, body = '', type = 'application/json'): Promise<Answer> {
    const length = Buffer.byteLength(body);
    const content = length === 0 ? '' : `content-type: ${type}\r\ncontent-length: ${length}\r\n`;
    this.#done = Promise.withResolvers();
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#headers}${content}\r\n${body}`);
    const answer = await this.#done.promise;
    this.#done = undefined;
    if (answer.status >= 300)
      throw new Error(`cannot ${method} ${path}: ${answer.status} ${answer.body.toString('utf8', 0, 500)}`);
    return answer;
  }

  /** Opens a watch, and counts its events. The connection is good for nothing else then. */
  watch(path: string, onEvents: (count: number) => void): void {
    this.#socket.removeAllListeners('data');
    let started = false;
    this.#socket.on('data', (chunk: Buffer) => {
      // Events end with a line break, and JSON has none inside; chunks and headers have theirs after a return.
      onEvents(lines(chunk, started ? 0 : chunk.indexOf(HEAD_END) + HEAD_END.length));
      started = true;
    });
    this.#socket.write(`GET ${path} HTTP/1.1\r\n${this.#headers}\r\n`);
  }

  [Symbol.dispose](): void {
    this.#done = undefined;
    this.#socket.on('error', () => {}); // Nobody is left who could care.
    this.#socket.destroy();
  }

  #received(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#bytes += chunk.length;
    this.#head ??= this.#readHead();
    if (this.#head === undefined || !this.#isWhole(this.#head, chunk)) return;
    const { status, start, chunked } = this.#head;
    const body = this.#joined().subarray(start);
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
    this.#done?.resolve({ status, body: chunked ? unchunked(body) : body });
  }

  #readHead(): Head | undefined {
    const bytes = this.#joined();
    const end = bytes.indexOf(HEAD_END);
    return end < 0 ? undefined : headOf(bytes.toString('latin1', 0, end), end + HEAD_END.length);
  }

  #isWhole({ start, length }: Head, chunk: Buffer): boolean {
    if (length !== undefined) return this.#bytes >= start + length;
    const tail = chunk.length >= LAST_CHUNK.length ? chunk : this.#joined();
    return tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  #joined(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0]!;
  }
}

interface Head {
  readonly status: number;
  /** Where the body begins. */
  readonly start: number;
  /** Undefined: it comes in chunks. */
  readonly length: number | undefined;
  readonly chunked: boolean;
}

function headOf(text: string, start: number): Head {
  const length = /\r\ncontent-length: (\d+)/iu.exec(text)?.[1];
  const status = Number(text.slice(9, 12));
  return {
    status,
    start,
    length: length === undefined ? undefined : Number(length),
    chunked: length === undefined,
  };
}

function lines(chunk: Buffer, from: number): number {
  let count = 0;
  for (let at = chunk.indexOf(0x0a, from); at >= 0; at = chunk.indexOf(0x0a, at + 1))
    if (chunk[at - 1] !== 0x0d) count += 1;
  return count;
}

function unchunked(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(pieces);
}
