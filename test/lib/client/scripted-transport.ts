import type { Transport, TransportRequest, TransportResponse } from '../../../lib/client/transport.ts';

/** Nothing comes, until the request is aborted. */
export const SILENCE: unique symbol = Symbol('silence');

/** What the next request gets: an answer, an error, or silence until it is aborted. */
export type Step =
  | {
      readonly status?: number;
      readonly headers?: TransportResponse['headers'];
      readonly body?: unknown;
      /** Sent as they are instead of `body`. */
      readonly chunks?: readonly (string | Error | typeof SILENCE)[];
    }
  | Error
  | typeof SILENCE;

export interface ScriptedTransport extends Transport {
  readonly requests: readonly TransportRequest[];
}

/** Answers requests in the order of the steps; the last one again and again. */
export function scriptedTransport(...steps: readonly Step[]): ScriptedTransport {
  const requests: TransportRequest[] = [];
  return {
    host: 'scripted:443',
    requests,
    send: async (request) => {
      request.signal.throwIfAborted();
      requests.push(request);
      const step = steps[Math.min(requests.length, steps.length) - 1];
      if (step === undefined) throw new Error('the script is empty');
      if (step instanceof Error) throw step;
      if (step === SILENCE) return await silence(request.signal);
      const { status = 200, headers = {}, body, chunks } = step;
      return {
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: bodyOf(
          chunks ?? [typeof body === 'string' ? body : JSON.stringify(body ?? {})],
          request.signal,
        ),
      };
    },
    close: async () => {},
  };
}

async function* bodyOf(
  chunks: readonly (string | Error | typeof SILENCE)[],
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk === SILENCE ? await silence(signal) : Buffer.from(chunk);
  }
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
