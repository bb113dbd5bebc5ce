import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import { structNamed, structOf, structOfKind } from '../builtin/go-structs.ts';
import type { GoStruct } from '../builtin/go-structs.ts';
import { listAt, objectAt, textAt } from '../fields.ts';
import { closeEnvelope } from '../protobuf/envelope.ts';
import { writeMessage } from '../protobuf/write-message.ts';
import { bytesField } from '../protobuf/wire-writer.ts';
import type { ApiResponse } from '../request.ts';
import { PROTOBUF } from '../requests/media-types.ts';

const LIST = 'List';
const METADATA_ONLY = 'meta.k8s.io/v1/PartialObjectMetadata';
/** @see kubernetes/apimachinery:pkg/apis/meta/v1/generated.proto (PartialObjectMetadata) */
const PARTIAL = structOf('meta.v1.PartialObjectMetadata', 'metadata 1 meta.v1.ObjectMeta e');
const LENGTH_BYTES = 4;

/**
 * The same answer with its objects as protobuf. What has no message here, such as discovery, stays JSON, and its
 * type says so.
 */
export function protobufAnswer(answer: ApiResponse): ApiResponse {
  const { headers, body } = answer;
  if (headers['content-type'] !== 'application/json') return answer;
  if (!Buffer.isBuffer(body)) {
    const type = `${PROTOBUF};stream=watch`;
    return { ...answer, headers: { ...headers, 'content-type': type }, body: framesOf(body) };
  }
  const object: unknown = JSON.parse(body.toString('utf8'));
  const written = isJsonObject(object) ? bodyOf(object) : undefined;
  return written === undefined
    ? answer
    : { ...answer, headers: { ...headers, 'content-type': PROTOBUF }, body: written };
}

/** Undefined: an object of no kind that has a message. */
function bodyOf(object: JsonObject): Buffer | undefined {
  const apiVersion = textAt(object, 'apiVersion');
  const kind = textAt(object, 'kind');
  const struct = messageOf(`${apiVersion}/${kind}`);
  if (struct !== undefined) return closeEnvelope({ apiVersion, kind, raw: writeMessage(struct, object) });
  const item = kind.endsWith(LIST) ? messageOf(`${apiVersion}/${kind.slice(0, -LIST.length)}`) : undefined;
  return item === undefined ? undefined : closeEnvelope({ apiVersion, kind, raw: listOf(item, object) });
}

function messageOf(kind: string): GoStruct | undefined {
  return kind === METADATA_ONLY ? PARTIAL : structOfKind(kind);
}

/** All lists have the same fields. */
function listOf(item: GoStruct, list: JsonObject): Buffer {
  const metadata = writeMessage(structNamed('meta.v1.ListMeta'), objectAt(list, 'metadata'));
  const items = listAt(list, 'items').map((one) => writeMessage(item, isJsonObject(one) ? one : {}));
  return Buffer.concat([bytesField(1, metadata), ...items.map((one) => bytesField(2, one))]);
}

/** Each chunk ends with a whole line. */
async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    const lines = chunk
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    yield Buffer.concat(lines.map((line) => frameOf(JSON.parse(line) as JsonObject)));
  }
}

/** An event, with its length before it. @see kubernetes/apimachinery:pkg/util/framer/framer.go */
function frameOf(event: JsonObject): Buffer {
  const object = bodyOf(objectAt(event, 'object')) ?? Buffer.alloc(0);
  const message = Buffer.concat([
    bytesField(1, Buffer.from(textAt(event, 'type'))),
    bytesField(2, bytesField(1, object)),
  ]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(message.length);
  return Buffer.concat([length, message]);
}
