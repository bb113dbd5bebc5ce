import { defined, equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { structNamed, structOfKind } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { readMessage } from '../../../../lib/apiserver/protobuf/read-message.ts';
import { bytesField, integerField, varint } from '../../../../lib/apiserver/protobuf/wire-writer.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';

const MAP = defined(structOfKind('v1/ConfigMap'));
const SCHEMA = structNamed('apiextensions.v1.JSONSchemaProps');

function text(number: number, value: string): Buffer {
  return bytesField(number, Buffer.from(value));
}

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values);
}

function entry(key: string, value: string): Buffer {
  return bytesField(2, Buffer.concat([text(1, key), text(2, value)]));
}

const NAMED = bytesField(1, text(1, 'one'));

/** Bytes that are no ConfigMap, and why, as a real API server says. */
const HOSTILE: Readonly<Record<string, readonly [bytes: Buffer, why: string]>> = {
  'a field that ends after its message': [bytes(10, 2, 1), 'unexpected EOF'],
  'a tag that does not end': [bytes(0x8a), 'unexpected EOF'],
  'a number that does not end': [bytes(32, 0xff), 'unexpected EOF'],
  'a length of four billion': [bytes(10, 255, 255, 255, 255, 15), 'unexpected EOF'],
  'a length of nine quintillion': [
    Buffer.concat([bytes(10), Buffer.alloc(8, 255), bytes(127)]),
    'unexpected EOF',
  ],
  'a negative length': [
    Buffer.concat([bytes(10), Buffer.alloc(9, 255), bytes(1)]),
    'proto: negative length found during unmarshaling',
  ],
  'a number of eleven bytes': [Buffer.alloc(12, 255), 'proto: integer overflow'],
  'a number where a message belongs': [bytes(8, 1), 'proto: wrong wireType = 0 for field ObjectMeta'],
  'a number where a map belongs': [
    Buffer.concat([NAMED, bytes(16, 1)]),
    'proto: wrong wireType = 0 for field Data',
  ],
  'a text where a number belongs': [text(4, 'x'), 'proto: wrong wireType = 2 for field Immutable'],
  'eight bytes where a text belongs': [
    bytesField(1, Buffer.concat([bytes(9), Buffer.alloc(8)])),
    'proto: wrong wireType = 1 for field Name',
  ],
  'the end of a group that never began': [bytes(12), 'proto: ConfigMap: wiretype end group for non-group'],
  'a group that never ends': [bytes(99, 0xa3, 0x01, 8, 1), 'unexpected EOF'],
  'a wire type that does not exist': [bytes(0x57, 1), 'proto: illegal wireType 7'],
  'a field without a number': [bytes(0), 'proto: ConfigMap: illegal tag 0 (wire type 0)'],
};

suite('readMessage', (test) => {
  for (const [name, [hostile, why]] of Object.entries(HOSTILE))
    test(`refuses ${name}`, () => {
      const error = throws(() => readMessage(MAP, hostile));
      is((error as Error).message, why);
    });

  test('ends, whatever comes', () => {
    const all = Buffer.concat([NAMED, entry('a', 'b'), integerField(4, 1)]);
    for (let length = 0; length <= all.length; length++)
      for (const byte of [0x00, 0x7f, 0x80, 0xff])
        tryReading(Buffer.concat([all.subarray(0, length), bytes(byte)]));
  });

  test('refuses messages too deep for a stack', () => {
    const nested = (depth: number): Buffer => {
      let inner: Buffer = Buffer.alloc(0);
      for (let level = 0; level < depth; level++) inner = bytesField(28, inner);
      return inner;
    };
    equal(readMessage(SCHEMA, nested(2)), { not: { not: {} } });
    throws(() => readMessage(SCHEMA, nested(5000)), /^proto: exceeded max depth$/u);
  });

  test('passes over what it does not know', () => {
    const strange = [
      text(99, 'x'),
      integerField(100, 1),
      Buffer.concat([bytes(0xad, 0x06), Buffer.alloc(4)]),
      bytes(0xb3, 0x06, 8, 1, 11, 12, 0xb4, 0x06),
    ];
    equal(readMessage(MAP, Buffer.concat([...strange, NAMED, ...strange])), { metadata: { name: 'one' } });
  });

  test('leaves out what Go leaves out', () => {
    equal(readMessage(MAP, Buffer.alloc(0)), { metadata: {} });
    equal(readMessage(MAP, integerField(4, 0)), { metadata: {}, immutable: false });
    const empty = Buffer.concat([text(1, ''), text(2, ''), integerField(7, 0)]);
    equal(readMessage(MAP, bytesField(1, empty)), { metadata: {} });
    equal(readMessage(structNamed('rbac.v1.Role'), Buffer.alloc(0)), { metadata: {}, rules: null });
    equal(readMessage(structNamed('core.v1.ServicePort'), Buffer.alloc(0)), { port: 0, targetPort: 0 });
  });

  test('tells no bytes from empty ones, but not in a map', () => {
    equal(readMessage(structNamed('certificates.v1.CertificateSigningRequestSpec'), Buffer.alloc(0)), {
      request: null,
      signerName: '',
    });
    equal(readMessage(MAP, bytesField(3, text(1, 'a'))), { metadata: {}, binaryData: { a: '' } });
  });

  test('joins the parts of a message, and lets the last of several values count', () => {
    const parts = [NAMED, bytesField(1, text(3, 'default')), bytesField(1, text(1, 'two'))];
    equal(readMessage(MAP, Buffer.concat(parts)), { metadata: { name: 'two', namespace: 'default' } });
    const entries = [entry('a', '1'), entry('__proto__', 'x'), entry('a', '2')];
    const { data } = readMessage(MAP, Buffer.concat(entries));
    equal(
      new Map(Object.entries(data as JsonObject)),
      new Map(Object.entries({ a: '2', ['__proto__']: 'x' })),
    );
  });

  test('reads integers of all sizes, packed ones among them', () => {
    const context = structNamed('core.v1.PodSecurityContext');
    const packed = Buffer.concat([varint(1), varint(300), varint(-1)]);
    const groups = Buffer.concat([integerField(4, 7), bytesField(4, packed)]);
    equal(readMessage(context, groups), { supplementalGroups: [7, 1, 300, -1] });
    const signed = Buffer.concat([bytes(16), Buffer.alloc(9, 255), bytes(1)]);
    const scale = readMessage(structNamed('autoscaling.v1.ScaleSpec'), integerField(1, -2_147_483_648));
    equal(scale, { replicas: -2_147_483_648 });
    equal(readMessage(context, signed), { runAsUser: -1 });
  });

  test('shows bytes that are no UTF-8 as what they are not', () => {
    equal(readMessage(MAP, bytesField(2, Buffer.concat([text(1, 'a'), bytesField(2, bytes(255))]))), {
      metadata: {},
      data: { a: '\uFFFD' },
    });
  });

  test('refuses values that JSON does not have', () => {
    const infinite = Buffer.alloc(8);
    infinite.writeDoubleLE(Number.POSITIVE_INFINITY);
    throws(() => readMessage(SCHEMA, Buffer.concat([bytes(0x49), infinite])), /unsupported value/u);
    throws(() => readMessage(SCHEMA, bytesField(8, text(1, '{'))), /invalid JSON/u);
    const far = bytesField(1, bytesField(8, integerField(1, 1e15)));
    throws(() => readMessage(MAP, far), /year outside of range/u);
  });
});

function tryReading(sent: Buffer): void {
  try {
    readMessage(MAP, sent);
  } catch (error) {
    is((error as Error).name, 'ProtobufError');
  }
}
