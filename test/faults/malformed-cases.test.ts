import { startApiServer } from '../../lib/apiserver/server.ts';
import { equal, is, match, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import type { TestContext } from '../kit/suite.ts';
import { bytesOf, withBody, withHeader, withoutHeader } from './malformed/bytes.ts';
import { exchange } from './malformed/connection.ts';
import type { WireRequest } from './malformed/corpus.ts';
import { nested } from './malformed/nasty.ts';
import { answersIn, type Received } from './malformed/received.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const GET: WireRequest = {
  method: 'GET',
  target: '/api/v1/namespaces/default',
  version: 'HTTP/1.1',
  headers: [['host', 'x']],
  body: Buffer.alloc(0),
};
const POST: WireRequest = { ...GET, method: 'POST', target: MAPS };
const MAP = '"metadata":{"name":"a"}';
const typed = (type: string, body: Buffer | string): WireRequest =>
  withHeader(withBody(POST, body), 'content-type', type);
const patch = (steps: unknown): WireRequest => ({
  ...typed('application/json-patch+json', JSON.stringify(steps)),
  method: 'PATCH',
  target: `${MAPS}/kube-root-ca.crt`,
});

interface Case {
  readonly sent: Buffer;
  readonly code: number;
  /** Part of the Status' message. */
  readonly says: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  'a body nested 100,000 deep': {
    sent: bytesOf(withBody(POST, `{${MAP},"x":${nested(100_000, '[', '', ']')}}`)),
    code: 400,
    says: /exceeded max depth/u,
  },
  'a number beyond all numbers': {
    sent: bytesOf(withBody(POST, `{${MAP},"x":1e400}`)),
    code: 400,
    says: /cannot unmarshal number/u,
  },
  'a body cut short, of the length it says': {
    sent: bytesOf(withBody(POST, `{${MAP}`)),
    code: 400,
    says: /unexpected end of JSON input/u,
  },
  'a body that ends before its length': {
    sent: bytesOf(withHeader(withBody(POST, `{${MAP}`), 'content-length', '1000')),
    code: 400,
    says: /cannot read the request/u,
  },
  protobuf: {
    sent: bytesOf(typed('application/vnd.kubernetes.protobuf', 'k8s\0…')),
    code: 400,
    says: /\(must be of type ConfigMap\): unexpected EOF \(6b387300e280a6\)$/u,
  },
  'YAML that unfolds to 9³⁰ items': {
    sent: bytesOf(
      typed(
        'application/yaml',
        Array.from({ length: 30 }, (_, at) => {
          const below = at === 0 ? 'x' : `*a${at - 1}`;
          return `a${at}: &a${at} [${Array.from({ length: 9 }, () => below).join(',')}]\n`;
        }).join(''),
      ),
    ),
    code: 400,
    says: /Excessive alias count/u,
  },
  'a JSON patch that doubles the document forty times': {
    sent: bytesOf(
      patch([
        { op: 'add', path: '/metadata/annotations', value: { a: 'x'.repeat(100) } },
        ...Array.from({ length: 40 }, (_, step) => ({ op: 'copy', from: '', path: `/x${step}` })),
      ]),
    ),
    code: 422,
    says: /error in our request/u,
  },
  'four megabytes of body': {
    sent: bytesOf(withBody(POST, Buffer.alloc(4_000_000, 97))),
    code: 413,
    says: /limit is 3145728/u,
  },
  'two megabytes of header': {
    sent: bytesOf(withHeader(GET, 'x', 'y'.repeat(2_000_000))),
    code: 431,
    says: /too large/u,
  },
  'no Host header': { sent: bytesOf(withoutHeader(GET, 'host')), code: 400, says: /no Host header/u },
  'an expectation that nobody knows': {
    sent: bytesOf(withHeader(GET, 'expect', 'tea')),
    code: 417,
    says: /cannot meet the expectation "tea"/u,
  },
  CONNECT: {
    sent: bytesOf({ ...GET, method: 'CONNECT', target: 'x:1' }),
    code: 405,
    says: /does not allow this method/u,
  },
  'what is no HTTP': {
    sent: Buffer.from('\u0016\u0003\u0001 hello'),
    code: 400,
    says: /cannot read the request/u,
  },
  'a chunk without a size': {
    sent: Buffer.from(`POST ${MAPS} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`),
    code: 400,
    says: /cannot read the request/u,
  },
  'an escape that is none': {
    sent: bytesOf({ ...GET, target: `${MAPS}/%zz` }),
    code: 400,
    says: /malformed escape/u,
  },
};

async function answersTo(t: TestContext, sent: Buffer): Promise<readonly Received[]> {
  const server = await startApiServer();
  t.defer(() => server.close());
  await server.idle();
  return answersIn((await exchange(server.port, sent, 2000)).bytes, () => false);
}

interface Status {
  readonly kind: string;
  readonly code: number;
  readonly message: string;
}

suite('HttpListener with malformed requests', (test) => {
  for (const [name, { sent, code, says }] of Object.entries(CASES))
    test(`answers with a Status: ${name}`, async (t) => {
      const [answer] = await answersTo(t, sent);
      const status = JSON.parse(answer?.body.toString('utf8') ?? '{}') as Status;
      equal([answer?.status, status.kind, status.code], [code, 'Status', code]);
      match(status.message, says);
    });

  test('answers what came whole before it refuses the rest', async (t) => {
    const answers = await answersTo(t, Buffer.concat([bytesOf(GET), Buffer.from('nonsense\r\n\r\n')]));
    equal(
      answers.map(({ status }) => status),
      [200, 400],
    );
  });

  test('sends warnings in UTF-8, without what would end a header', async (t) => {
    const [answer] = await answersTo(t, bytesOf(withBody(POST, `{${MAP},"é\u007F":1}`)));
    is(answer?.status, 201);
    const warning = Buffer.from(answer?.headers.get('warning') ?? '', 'latin1').toString('utf8');
    match(warning, /unknown field \\"é \\"/u);
  });

  test('cuts warnings that would fill any header', async (t) => {
    const names = Array.from({ length: 5000 }, (_, index) => `"unknown-${index}":1`);
    const sent = bytesOf(withBody(POST, `{${MAP},${names.join(',')}}`));
    const [answer] = await answersTo(t, sent);
    is(answer?.status, 201);
    const { headBytes = 0 } = answer ?? {};
    ok(headBytes > 1000 && headBytes < 10_000, `${headBytes} bytes`);
  });
});
