import { decodeReview } from '../../../../lib/apiserver/access/protobuf-review.ts';
import { equal, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** A field that is a text or a message. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.of(number * 8 + 2, bytes.length), bytes]);
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** As clients send it. */
function envelope(kind: string, ...fields: readonly Buffer[]): Buffer {
  const type = message(field(1, 'authorization.k8s.io/v1'), field(2, kind));
  return message(
    Buffer.from('k8s\0'),
    field(1, type),
    field(2, message(...fields)),
    field(3, ''),
    field(4, ''),
  );
}

function decode(kind: string, body: Buffer, type: string = PROTOBUF): object {
  const { signal } = new AbortController();
  const headers = { 'content-type': type };
  return decodeReview({ method: 'POST', url: '/', headers, body, signal }, kind).object;
}

suite('decodeReview', (test) => {
  test('reads what kubectl sends as protobuf', () => {
    const attributes = message(field(1, 'default'), field(2, 'list'), field(3, ''), field(5, 'pods'));
    const extra = message(field(1, 'k'), field(2, message(field(1, 'v'), field(1, 'w'))));
    const spec = message(field(1, attributes), field(3, 'al'), field(4, 'g'), field(4, 'h'), field(5, extra));
    const metadata = field(1, message(field(1, ''), field(3, 'default')));
    equal(
      decode('SubjectAccessReview', envelope('SubjectAccessReview', metadata, field(2, spec), field(3, ''))),
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: { namespace: 'default' },
        spec: {
          resourceAttributes: { namespace: 'default', verb: 'list', resource: 'pods' },
          user: 'al',
          groups: ['g', 'h'],
          extra: { k: ['v', 'w'] },
        },
      },
    );
  });

  test('reads numbers of several bytes', () => {
    const spec = message(field(1, 'a'), Buffer.of(4 * 8, 0x90, 0x1c));
    equal(decode('TokenRequest', envelope('TokenRequest', field(2, spec))), {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: ['a'], expirationSeconds: 3600 },
    });
  });

  test('has no spec where the kind has none', () => {
    equal(decode('SelfSubjectReview', envelope('SelfSubjectReview', field(1, ''), field(2, ''))), {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: {},
    });
  });

  test('refuses what is cut off or something else, without showing it', () => {
    const whole = envelope('TokenReview', field(2, field(1, 'my secret')));
    const bad = [Buffer.from('my secret'), whole.subarray(0, -8), message(whole, Buffer.of(0x0d, 1))];
    for (const body of bad)
      throws(
        () => decode('TokenReview', body),
        /^the object provided is unrecognized \(must be of type TokenReview\): malformed protobuf$/u,
      );
  });

  test('reads JSON as everywhere else', () => {
    equal(decode('TokenReview', Buffer.from('{"spec":{}}'), 'application/json'), { spec: {} });
  });
});
