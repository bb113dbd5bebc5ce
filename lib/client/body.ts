import { type JsonObject, isJsonObject } from '../object/json.ts';
import { type Asked, errorOfGarbage } from './status-error.ts';
import type { TransportResponse } from './transport.ts';

/** Statuses are short; what else answers with an error (a proxy's page) is only quoted. */
const MAX_STATUS_BYTES = 4 * 1024 * 1024;
const MAX_OTHER_BYTES = 64 * 1024;

/** The whole body. */
export async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}

/** The text of an error's body, cut where it is longer than any Status. */
export async function readErrorText(response: TransportResponse): Promise<string> {
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return await readStart(response.body, isJson ? MAX_STATUS_BYTES : MAX_OTHER_BYTES);
}

async function readStart(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(parts).toString('utf8', 0, maxBytes);
}

/** The whole body as a JSON object; an ApiError says what else it was. */
export async function readJson(asked: Asked, response: TransportResponse): Promise<JsonObject> {
  const bytes = await readAll(response.body);
  const value = parse(asked, response.status, bytes);
  if (isJsonObject(value)) return value;
  throw errorOfGarbage(asked, response.status, bytes.toString('utf8', 0, 1000), undefined);
}

function parse(asked: Asked, code: number, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw errorOfGarbage(asked, code, bytes.toString('utf8', 0, 1000), error);
  }
}
