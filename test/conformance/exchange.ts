import { splitLines } from '../../lib/client/lines.ts';
import type { Transport, TransportResponse } from '../../lib/client/transport.ts';
import type { JsonValue } from '../../lib/object/json.ts';
import type { Request } from './step.ts';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: TransportResponse['headers'];
  /** Parsed where it is JSON. */
  readonly body: JsonValue;
  readonly isJson: boolean;
}

/** Sends one request and reads the whole answer. */
export async function exchange(
  transport: Transport,
  request: Request,
  signal: AbortSignal,
): Promise<RawAnswer> {
  return await whole(await send(transport, request, signal));
}

/** Reads the first `count` events of a watch, or all until the server ends it; a refusal is read as an answer. */
export async function watchEvents(
  transport: Transport,
  request: Request,
  count: number,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const response = await send(transport, request, signal);
  if (response.status !== 200) return await whole(response);
  const events: JsonValue[] = [];
  for await (const lines of splitLines(response.body)) {
    events.push(...lines.map((line) => JSON.parse(line.toString('utf8')) as JsonValue));
    if (events.length >= count) break;
  }
  const { status, headers } = response;
  return { status, headers, isJson: true, body: events.slice(0, count) };
}

async function whole({ status, headers, body }: TransportResponse): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const parsed = tryParse(text);
  return { status, headers, body: parsed ?? text, isJson: parsed !== undefined };
}

async function send(
  transport: Transport,
  { method, path, headers, body }: Request,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return await transport.send({
    method,
    // What stands for no character of a URL is escaped here, so that cases read well.
    path: encodeURI(path).replaceAll('%25', '%'),
    headers: { accept: 'application/json', 'user-agent': 'conformance/1.0 (test)', ...headers },
    ...(text === undefined ? {} : { body: text }),
    signal,
  });
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // No JSON is an answer as well, and compared as a text.
  }
}
