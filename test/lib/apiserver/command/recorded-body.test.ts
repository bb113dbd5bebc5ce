import { withoutSecrets } from '../../../../lib/apiserver/command/recorded-body.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const GONE = '[redacted]';
const SECRETS = '/api/v1/namespaces/default/secrets';
const OTHERS = '/api/v1/namespaces/default/configmaps';
const TOKEN = `eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOlsieCJdfQ.${'a'.repeat(20)}`;
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

interface Case {
  readonly url: string;
  readonly given: unknown;
  readonly want: unknown;
}

const CASES: Readonly<Record<string, Case>> = {
  'a Secret': {
    url: SECRETS,
    given: { kind: 'Secret', data: { a: 'Yg==' }, stringData: { c: 'd' }, type: 'Opaque' },
    want: { kind: 'Secret', data: { a: GONE }, stringData: { c: GONE }, type: 'Opaque' },
  },
  'a list whose items do not say what they are': {
    url: '/api/v1/secrets',
    given: { kind: 'SecretList', items: [{ data: { a: 'Yg==' } }] },
    want: { kind: 'SecretList', items: [{ data: { a: GONE } }] },
  },
  'an event of a watch': {
    url: `${SECRETS}?watch=1`,
    given: { type: 'ADDED', object: { kind: 'Secret', data: { a: 'Yg==' } } },
    want: { type: 'ADDED', object: { kind: 'Secret', data: { a: GONE } } },
  },
  'a merge patch of a Secret': {
    url: `${SECRETS}/x`,
    given: { data: { a: 'Yg==', b: null } },
    want: { data: { a: GONE, b: GONE } },
  },
  'a JSON patch of a Secret': {
    url: `${SECRETS}/x`,
    given: [{ op: 'add', path: '/data/a', value: 'Yg==' }],
    want: [{ op: 'add', path: '/data/a', value: GONE }],
  },
  "kubectl's copy in the metadata alone": {
    url: SECRETS,
    given: {
      kind: 'PartialObjectMetadata',
      metadata: { annotations: { [LAST_APPLIED]: '{"data":1}', a: 'b' } },
    },
    want: { kind: 'PartialObjectMetadata', metadata: { annotations: { [LAST_APPLIED]: GONE, a: 'b' } } },
  },
  'a token that is issued': {
    url: '/api/v1/namespaces/default/serviceaccounts/x/token',
    given: { kind: 'TokenRequest', status: { token: 'opaque', expirationTimestamp: 'x' } },
    want: { kind: 'TokenRequest', status: { token: GONE, expirationTimestamp: 'x' } },
  },
  'a token that is asked about': {
    url: '/apis/authentication.k8s.io/v1/tokenreviews',
    given: { kind: 'TokenReview', spec: { token: 'opaque' } },
    want: { kind: 'TokenReview', spec: { token: GONE } },
  },
  'a token wherever it stands': { url: OTHERS, given: { data: { a: TOKEN } }, want: { data: { a: GONE } } },
  'a ConfigMap, which stays whole': {
    url: OTHERS,
    given: { kind: 'ConfigMap', data: { password: 'x' }, list: Array.from({ length: 200 }, () => 1) },
    want: { kind: 'ConfigMap', data: { password: 'x' }, list: Array.from({ length: 200 }, () => 1) },
  },
};

suite('withoutSecrets', (test) => {
  for (const [name, { url, given, want }] of Object.entries(CASES))
    test(`cleans ${name}`, () => equal(withoutSecrets(given, url), want));
});
