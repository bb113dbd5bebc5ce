import { structOfKind } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { textAt } from '../../../../lib/apiserver/fields.ts';
import { closeEnvelope, openEnvelope } from '../../../../lib/apiserver/protobuf/envelope.ts';
import { readMessage } from '../../../../lib/apiserver/protobuf/read-message.ts';
import { writeMessage } from '../../../../lib/apiserver/protobuf/write-message.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { defined, equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { randomNumbers } from '../../queue/random-numbers.ts';
import { recordings } from '../golden/recordings.ts';

interface Recorded {
  readonly json: JsonObject;
  /** In base64. */
  readonly protobuf: string;
}

/** Copies of a body with a few bytes that are others, missing, or too many. */
function* damaged(body: Buffer, random: () => number, count: number): Generator<Buffer, void, undefined> {
  const at = (): number => Math.floor(random() * body.length);
  for (let made = 0; made < count; made++) {
    const copy = Buffer.from(body);
    for (let times = Math.ceil(random() * 3); times > 0; times--) copy[at()] = Math.floor(random() * 256);
    const [start, end] = [at(), at()];
    yield random() < 0.5 ? copy : Buffer.concat([copy.subarray(0, start), copy.subarray(end)]);
  }
}

suite('protobuf of a real API server', (test) => {
  for (const [kind, { json, protobuf }] of Object.entries(recordings<Recorded>('protobuf'))) {
    const body = Buffer.from(protobuf, 'base64');

    test(`reads a ${kind} as its JSON`, () => {
      const { raw, ...type } = openEnvelope(body);
      const struct = defined(structOfKind(`${type.apiVersion}/${type.kind}`));
      equal({ ...type, ...readMessage(struct, raw) }, json);
    });

    test(`reads a damaged ${kind}, or says that it cannot`, ({ seed }) => {
      for (const copy of damaged(body, randomNumbers(seed), 100))
        try {
          readMessage(defined(structOfKind(`${textAt(json, 'apiVersion')}/${kind}`)), openEnvelope(copy).raw);
        } catch (error) {
          is((error as Error).name, 'ProtobufError');
        }
    });

    test(`writes a ${kind} byte for byte`, () => {
      const apiVersion = textAt(json, 'apiVersion');
      const struct = defined(structOfKind(`${apiVersion}/${kind}`));
      ok(closeEnvelope({ apiVersion, kind, raw: writeMessage(struct, json) }).equals(body));
    });
  }
});
