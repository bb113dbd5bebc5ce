import { structNamed } from '../../../lib/apiserver/builtin/go-structs.ts';
import { openEnvelope } from '../../../lib/apiserver/protobuf/envelope.ts';
import { readMessage } from '../../../lib/apiserver/protobuf/read-message.ts';
import { PROTOBUF } from '../../../lib/apiserver/requests/media-types.ts';
import { isJsonObject } from '../../../lib/object/json.ts';
import type { Outcome } from './connection.ts';
import { answersIn, type Received } from './received.ts';

/** What the API server, ours and the real one, answers in plain text: the path is none of the API's. */
const PLAIN_NOT_FOUND = '404 page not found\n';

function isStatus(body: Buffer, type: string): boolean {
  try {
    const value: unknown = type.startsWith(PROTOBUF) ? statusIn(body) : JSON.parse(body.toString('utf8'));
    return isJsonObject(value) && value['kind'] === 'Status' && typeof value['message'] === 'string';
  } catch {
    return false; // Neither, so no Status.
  }
}

/** For clients that take nothing but protobuf. */
function statusIn(body: Buffer): object {
  const { kind, raw } = openEnvelope(body);
  return { ...readMessage(structNamed('meta.v1.Status'), raw), kind };
}

function problemOf({ status, headers, body, cut }: Received, toHead: boolean): string | undefined {
  const stream = headers.get('transfer-encoding') === 'chunked';
  if (cut && !stream) return `the answer ${status} is cut off`;
  if (status < 400 || toHead) return undefined;
  if (body.toString('latin1') === PLAIN_NOT_FOUND && status === 404) return undefined;
  const type = headers.get('content-type') ?? '';
  return isStatus(body, type)
    ? undefined
    : `the answer ${status} is no Status: ${body.toString('utf8', 0, 300)}`;
}

/** What is wrong with how the server took the bytes; undefined: nothing. */
export function verdict(sent: Buffer, { bytes, error, hung }: Outcome): string | undefined {
  if (hung) return 'the server let the connection stand still';
  const head = sent.subarray(0, 5).toString('latin1') === 'HEAD ';
  if (bytes.length === 0) {
    if (sent.toString('latin1').trim() === '') return undefined; // Nothing asked, nothing answered.
    return `no answer (${error ?? 'closed'})`;
  }
  try {
    const answers = answersIn(bytes, (index) => head && index === 0);
    if (answers.length === 0) return 'no answer but 100 Continue';
    return answers
      .map((answer, index) => problemOf(answer, head && index === 0))
      .find((it) => it !== undefined);
  } catch (problem) {
    return (problem as Error).message;
  }
}
