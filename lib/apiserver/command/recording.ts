import { promises as fs } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

import type { Clock } from '../../../context/index.ts';
import { errorMessage, InvalidConfigError } from '../../errors.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from '../request.ts';
import { parseYaml } from '../requests/yaml.ts';
import { withoutSecrets } from './recorded-body.ts';

/** Headers that matter to tests; the others may be secret. */
const REQUEST_HEADERS = ['accept', 'content-type', 'user-agent'];

/** Options of {@link Recording}. */
export interface RecordingOptions {
  readonly clock: Clock;
  /** Told once, when the file takes no more. */
  readonly onError: (error: unknown) => void;
}

/**
 * Writes requests and answers to a file: a JSON line for each exchange (`id`, `at`, `method`, `url`, `request`,
 * `status`, `headers`, `body`), and for watches one for each event (`id`, `event`) and one for the end (`id`,
 * `end`). Without secrets. An answer is written before it is sent.
 */
export class Recording implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #options: RecordingOptions;
  #failed = false;
  #exchanges = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(file: FileHandle, options: RecordingOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Starts a new file. @throws InvalidConfigError where it cannot. */
  static async start(path: string, options: RecordingOptions): Promise<Recording> {
    try {
      return new Recording(await fs.open(path, 'w', 0o600), options);
    } catch (cause) {
      throw new InvalidConfigError(`cannot write --record ${path}: ${errorMessage(cause)}`, { cause });
    }
  }

  wrap(handler: ApiHandler): ApiHandler {
    return async (request) => {
      const id = ++this.#exchanges;
      const answer = await handler(request);
      const { body, status } = answer;
      const whole = Buffer.isBuffer(body);
      await this.#write({
        id,
        at: new Date(this.#options.clock.now()).toISOString(),
        method: request.method,
        url: request.url,
        request: { headers: shownHeaders(request), body: requestBody(request) },
        status,
        headers: answer.headers,
        ...(whole ? { body: answerBody(request, answer, body) } : { stream: true }),
      });
      return whole ? answer : { ...answer, body: this.#events(id, request, body) };
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tail;
    await this.#file.close();
  }

  async *#events(
    id: number,
    request: ApiRequest,
    body: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer, void, undefined> {
    try {
      for await (const chunk of body) {
        for (const line of chunk.toString('utf8').split('\n'))
          if (line !== '') await this.#write({ id, event: withoutSecrets(jsonOf(line), request.url) });
        yield chunk;
      }
    } finally {
      await this.#write({ id, end: true });
    }
  }

  /** One after the other; the file is not the server's bottleneck to hide, so callers wait. */
  #write(line: object): Promise<void> {
    this.#tail = this.#tail.then(() => this.#append(`${JSON.stringify(line)}\n`));
    return this.#tail;
  }

  /** Never rejects: what cannot be recorded is answered all the same. */
  async #append(line: string): Promise<void> {
    if (this.#failed) return;
    try {
      await this.#file.appendFile(line);
    } catch (error) {
      this.#failed = true;
      this.#options.onError(error);
    }
  }
}

function shownHeaders({ headers }: ApiRequest): object {
  const shown = REQUEST_HEADERS.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(shown.map((name) => [name, headers[name]]));
}

function requestBody({ body, headers, url }: ApiRequest): unknown {
  if (body.length === 0) return undefined;
  return readable(body, headers['content-type'] ?? 'application/json', url);
}

function answerBody({ url }: ApiRequest, { headers }: ApiResponse, body: Buffer): unknown {
  return readable(body, String(headers['content-type']), url);
}

/** What it says, if that can be read and searched for secrets; else how long it is. */
function readable(body: Buffer, type: string, url: string): unknown {
  const text = body.toString('utf8');
  if (type.includes('yaml')) return withoutSecrets(yamlOf(text), url);
  if (type.includes('json')) return withoutSecrets(jsonOf(text), url);
  return type.startsWith('text/') ? text : sizeOf(text);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Clients send what they like. What is no JSON cannot be searched for secrets.
    return sizeOf(text);
  }
}

function yamlOf(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    // As above.
    return sizeOf(text);
  }
}

function sizeOf(text: string): string {
  return `[${Buffer.byteLength(text)} bytes that cannot be read]`;
}
