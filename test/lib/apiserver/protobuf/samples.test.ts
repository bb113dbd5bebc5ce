import { structOfKind } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { loadTables } from '../../../../lib/apiserver/builtin/tables.ts';
import { closeEnvelope } from '../../../../lib/apiserver/protobuf/envelope.ts';
import { writeMessage } from '../../../../lib/apiserver/protobuf/write-message.ts';
import type { Transport } from '../../../../lib/client/transport.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { newTarget } from '../../../conformance/target.ts';
import { SAMPLES } from '../../../control-plane/tables/samples.ts';
import { defined, equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Sample {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
  readonly object: JsonObject;
}

async function allSamples(): Promise<readonly Sample[]> {
  const { groups } = await loadTables();
  return groups.flatMap(({ groupVersion: apiVersion, resources }) =>
    resources.flatMap(({ plural, kind, namespaced }) => {
      const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const path = `${root}${namespaced ? '/namespaces/default' : ''}/${plural}?dryRun=All`;
      const samples = SAMPLES[`${apiVersion}/${plural}`] ?? [];
      return samples.map((sample) => ({
        apiVersion,
        kind,
        path,
        object: { apiVersion, kind, metadata: { name: 'sample' }, ...sample },
      }));
    }),
  );
}

/** What is made, without what is another one each time. */
async function made(
  transport: Transport,
  path: string,
  type: string,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<JsonObject> {
  const headers = { accept: 'application/json', 'content-type': type };
  const answer = await transport.send({ method: 'POST', path, headers, body, signal });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  is(answer.status, 201, text);
  const plain = text
    .replaceAll(/"[\da-f]{8}-[\da-f-]{27}"/gu, '"<uid>"')
    .replaceAll(/"10\.96\.\d+\.\d+"/gu, '"<address>"')
    .replaceAll(/"nodePort":\d+/gu, '"nodePort":0')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:]+Z"/gu, '"<time>"');
  return JSON.parse(plain) as JsonObject;
}

suite(
  'objects of built-in kinds',
  (test) => {
    test('are made the same of protobuf as of JSON', async ({ signal }) => {
      await using target = await newTarget('direct');
      const samples = await allSamples();
      ok(samples.length > 50);
      for (const { apiVersion, kind, path, object } of samples) {
        const struct = defined(structOfKind(`${apiVersion}/${kind}`));
        const message = closeEnvelope({ apiVersion, kind, raw: writeMessage(struct, object) });
        const binary = await made(
          target.transport,
          path,
          'application/vnd.kubernetes.protobuf',
          message,
          signal,
        );
        const json = Buffer.from(JSON.stringify(object));
        equal(binary, await made(target.transport, path, 'application/json', json, signal), kind);
      }
    });
  },
  { timeoutMs: 30_000 },
);
