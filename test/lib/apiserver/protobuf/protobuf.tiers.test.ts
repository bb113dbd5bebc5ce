import { structOfKind } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { closeEnvelope, openEnvelope } from '../../../../lib/apiserver/protobuf/envelope.ts';
import { readMessage } from '../../../../lib/apiserver/protobuf/read-message.ts';
import { wireFields } from '../../../../lib/apiserver/protobuf/wire-reader.ts';
import { bytesField, integerField } from '../../../../lib/apiserver/protobuf/wire-writer.ts';
import type { TransportRequest } from '../../../../lib/client/transport.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { newTarget, type Target } from '../../../conformance/target.ts';
import { defined, equal, is } from '../../../kit/assert.ts';
import { suite, type TestContext } from '../../../kit/suite.ts';
import { tier } from '../../../kit/tier.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const DEFAULT = '/api/v1/namespaces/default';
const MAPS = `${DEFAULT}/configmaps?dryRun=All`;
const PODS = `${DEFAULT}/pods/nobody`;

const ONE = bytesField(1, bytesField(1, Buffer.from('one')));
const GARBAGE = Buffer.from('k8s\0…');
const KEEP = integerField(1, 1);

function body(apiVersion: string, kind: string, raw: Buffer = ONE): Buffer {
  return closeEnvelope({ apiVersion, kind, raw });
}

interface Sent {
  readonly path?: string;
  readonly method?: TransportRequest['method'];
  readonly type?: string;
  readonly body: Buffer;
}

/** Bodies, and the code and the message that answer them. */
const REFUSED: Readonly<Record<string, readonly [sent: Sent, code: number, message: string]>> = {
  'no bytes': [{ body: Buffer.alloc(0) }, 400, unrecognized('empty data (<empty>)')],
  JSON: [
    { body: Buffer.from('{"metadata":{}}') },
    400,
    unrecognized(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({"metadata":{}})',
    ),
  ],
  'a beginning alone': [{ body: Buffer.from('k8s\0') }, 400, unrecognized('empty body (6b387300)')],
  'an envelope that ends too early': [
    { body: GARBAGE },
    400,
    unrecognized('unexpected EOF (6b387300e280a6)'),
  ],
  'a message that ends too early': [
    { body: body('v1', 'ConfigMap', Buffer.of(10, 9)) },
    400,
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: unexpected EOF',
  ],
  'a field of a wrong type': [
    { body: body('v1', 'ConfigMap', Buffer.of(8, 1)) },
    400,
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: proto: wrong wireType = 0 for field ObjectMeta',
  ],
  'another kind': [
    { body: body('apps/v1', 'Deployment') },
    400,
    'Deployment in version "v1" cannot be handled as a ConfigMap: converting (v1.Deployment) to (core.ConfigMap): unknown conversion',
  ],
  'a kind that nobody knows': [
    { body: body('example.com/v1', 'Nothing') },
    400,
    'Nothing in version "v1" cannot be handled as a ConfigMap: no kind "Nothing" is registered for version "example.com/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  'an object without a name': [
    { body: body('v1', 'ConfigMap', Buffer.alloc(0)) },
    422,
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  ],
  'a patch': [
    { method: 'PATCH', path: `${DEFAULT}/configmaps/kube-root-ca.crt`, body: body('v1', 'ConfigMap') },
    415,
    '415: Unsupported Media Type',
  ],
  'options of a delete that are none': [
    { method: 'DELETE', path: `${DEFAULT}/configmaps/nobody`, body: GARBAGE },
    400,
    'unexpected EOF',
  ],
  'options of a delete that are another kind': [
    { method: 'DELETE', path: `${DEFAULT}/configmaps/nobody`, body: body('v1', 'ConfigMap') },
    400,
    'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  'a scale that is another kind': [
    {
      method: 'PUT',
      path: '/apis/apps/v1/namespaces/default/deployments/nobody/scale',
      body: body('v1', 'ConfigMap'),
    },
    400,
    'ConfigMap in version "v1" cannot be handled as a Scale: converting (v1.ConfigMap) to (autoscaling.Scale): unknown conversion',
  ],
  'an eviction that is another kind': [
    { path: `${PODS}/eviction`, body: body('v1', 'ConfigMap') },
    400,
    'ConfigMap in version "v1" cannot be handled as a Eviction: converting (v1.ConfigMap) to (policy.Eviction): unknown conversion',
  ],
  'a review that is none': [
    { path: '/apis/authentication.k8s.io/v1/tokenreviews', body: GARBAGE },
    400,
    unrecognized('unexpected EOF (6b387300e280a6)', 'TokenReview'),
  ],
  'a quantity that is none': [
    { path: `${DEFAULT}/limitranges?dryRun=All`, body: body('v1', 'LimitRange', limits('much')) },
    400,
    `LimitRange in version "v1" cannot be handled as a LimitRange: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  ],
};

function unrecognized(why: string, kind: string = 'ConfigMap'): string {
  return `the object provided is unrecognized (must be of type ${kind}): ${why}`;
}

function limits(cpu: string): Buffer {
  const max = Buffer.concat([
    bytesField(1, Buffer.from('cpu')),
    bytesField(2, bytesField(1, Buffer.from(cpu))),
  ]);
  const limit = Buffer.concat([bytesField(1, Buffer.from('Container')), bytesField(2, max)]);
  return Buffer.concat([ONE, bytesField(2, bytesField(1, limit))]);
}

const ACCEPTED: Readonly<Record<string, Sent>> = {
  'an object': { body: body('v1', 'ConfigMap') },
  'an object that does not say what it is': { body: body('', '') },
  'an object of a version that is none': { body: body('a/b/c', 'ConfigMap') },
  'a field that nobody knows': {
    path: `${MAPS}&fieldValidation=Strict`,
    body: body('v1', 'ConfigMap', Buffer.concat([ONE, bytesField(99, ONE)])),
  },
  'a type with a parameter': { type: `${PROTOBUF};charset=utf-8`, body: body('v1', 'ConfigMap') },
};

async function exchange(
  { transport }: Target,
  { signal }: TestContext,
  { method = 'POST', path = MAPS, type = PROTOBUF, body: bytes }: Partial<Sent>,
  accept: string = 'application/json',
): Promise<{ readonly status: number; readonly type: unknown; readonly body: Buffer }> {
  const headers = { accept, 'content-type': type };
  const answer = await transport.send({
    method,
    path,
    headers,
    signal,
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    if (path.includes('watch=')) break; // Its first chunk has the first event.
  }
  return { status: answer.status, type: answer.headers['content-type'], body: Buffer.concat(chunks) };
}

function parsed(bytes: Buffer): JsonObject {
  return JSON.parse(bytes.toString('utf8')) as JsonObject;
}

function opened(bytes: Buffer): JsonObject {
  const { raw, ...type } = openEnvelope(bytes);
  return { ...type, ...readMessage(defined(structOfKind(`${type.apiVersion}/${type.kind}`)), raw) };
}

function bytesAt(message: Buffer, number: number): readonly Buffer[] {
  const fields = [...wireFields(message, 'test')].filter((field) => field.number === number);
  return fields.map(({ value }) => value as Buffer);
}

suite(
  'protobuf bodies',
  (test) => {
    test('that are refused', async (t) => {
      await using target = await newTarget(tier());
      for (const [name, [sent, code, message]] of Object.entries(REFUSED)) {
        const answer = await exchange(target, t, sent);
        equal([answer.status, parsed(answer.body)['message']], [code, message], name);
      }
    });

    test('that are taken', async (t) => {
      await using target = await newTarget(tier());
      for (const [name, sent] of Object.entries(ACCEPTED)) {
        const answer = await exchange(target, t, sent);
        const { kind, metadata } = parsed(answer.body) as { kind: string; metadata?: { name?: string } };
        equal([answer.status, kind, metadata?.name], [201, 'ConfigMap', 'one'], name);
      }
    });

    test('that hold options of a delete', async (t) => {
      await using target = await newTarget(tier());
      const path = `${DEFAULT}/configmaps/nobody`;
      for (const version of ['v1', 'meta.k8s.io/v1', 'apps/v1', '']) {
        const sent = { method: 'DELETE', path, body: body(version, 'DeleteOptions', KEEP) } as const;
        is((await exchange(target, t, sent)).status, 404, version);
      }
    });
  },
  { timeoutMs: 30_000 },
);

suite(
  'protobuf answers',
  (test) => {
    test('are those of JSON to a client that takes nothing else', async (t) => {
      await using target = await newTarget(tier());
      for (const path of [DEFAULT, '/api/v1/namespaces/nobody']) {
        const json = await exchange(target, t, { method: 'GET', path });
        const binary = await exchange(target, t, { method: 'GET', path }, PROTOBUF);
        equal([binary.status, binary.type], [json.status, PROTOBUF]);
        equal(opened(binary.body), parsed(json.body));
      }
    });

    test('list objects', async (t) => {
      await using target = await newTarget(tier());
      const path = '/api/v1/namespaces?labelSelector=kubernetes.io/metadata.name=default';
      const { body: list } = await exchange(target, t, { method: 'GET', path }, PROTOBUF);
      const { kind, raw } = openEnvelope(list);
      is(kind, 'NamespaceList');
      const struct = defined(structOfKind('v1/Namespace'));
      const names = bytesAt(raw, 2).map((item) => readMessage(struct, item)['metadata'] as { name: string });
      equal(
        names.map(({ name }) => name),
        ['default'],
      );
    });

    test('hold the metadata alone', async (t) => {
      await using target = await newTarget(tier());
      const accept = `${PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`;
      const { body: partial, type } = await exchange(target, t, { method: 'GET', path: DEFAULT }, accept);
      equal([type, openEnvelope(partial).kind], [PROTOBUF, 'PartialObjectMetadata']);
    });

    test('are frames of a watch', async (t) => {
      await using target = await newTarget(tier());
      const path = '/api/v1/namespaces?watch=true&fieldSelector=metadata.name=default';
      const { body: frames, type } = await exchange(target, t, { method: 'GET', path }, PROTOBUF);
      is(type, `${PROTOBUF};stream=watch`);
      const length = frames.readUInt32BE();
      const event = frames.subarray(4, 4 + length);
      is(bytesAt(event, 1).join(''), 'ADDED');
      const [object] = bytesAt(bytesAt(event, 2)[0]!, 1);
      is((opened(object!)['metadata'] as { name: string }).name, 'default');
    });

    test('are no tables', async (t) => {
      await using target = await newTarget(tier());
      const accept = `${PROTOBUF};as=Table;v=v1;g=meta.k8s.io`;
      const { status, type } = await exchange(target, t, { method: 'GET', path: DEFAULT }, accept);
      equal([status, type], [406, 'application/json']);
    });
  },
  { timeoutMs: 30_000 },
);
