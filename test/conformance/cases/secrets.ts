import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, patch, post } from '../steps.ts';

/** Secrets of the types that Kubernetes knows. */

const SECRETS_PATH = core('secrets');
const ONE = `${SECRETS_PATH}/one`;
const TOKEN = 'kubernetes.io/service-account-token';

function bytes(text: string): string {
  return Buffer.from(text).toString('base64');
}

function secret(
  type: string,
  data?: Readonly<Record<string, string>>,
  metadata: JsonObject = {},
): JsonObject {
  const encoded = Object.entries(data ?? {}).map(([key, text]) => [key, bytes(text)]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'one', ...metadata },
    type,
    ...(data === undefined ? {} : { data: Object.fromEntries(encoded) as JsonObject }),
  };
}

/** Tries each; what is accepted is only looked at. */
function each(
  type: string,
  ...all: readonly (Readonly<Record<string, string>> | undefined)[]
): readonly Step[] {
  return all.map((data) => post(`${SECRETS_PATH}?dryRun=All`, secret(type, data)));
}

function files(type: string, key: string): readonly Step[] {
  const texts = [
    'no json',
    '',
    '[]',
    'null',
    '3',
    '"x"',
    'true',
    '{} x',
    '{',
    '{a',
    '{"a":1,}',
    '[1 2]',
    '{"a":1}',
  ];
  return each(type, undefined, { other: '{}' }, ...texts.map((text) => ({ [key]: text })));
}

function annotated(annotations: JsonObject): Step {
  return post(`${SECRETS_PATH}?dryRun=All`, secret(TOKEN, undefined, { annotations }));
}

/** With these data, as they are. */
function raw(data: JsonObject): Step {
  return post(`${SECRETS_PATH}?dryRun=All`, { ...secret('Opaque'), data });
}

export const SECRETS: Topic = {
  name: 'secrets',
  cases: {
    dockerconfigjson: files('kubernetes.io/dockerconfigjson', '.dockerconfigjson'),
    dockercfg: files('kubernetes.io/dockercfg', '.dockercfg'),
    'basic-auth': each('kubernetes.io/basic-auth', undefined, { x: '' }, { username: '' }, { password: 'x' }),
    'ssh-auth': each(
      'kubernetes.io/ssh-auth',
      undefined,
      { 'ssh-privatekey': '' },
      { 'ssh-publickey': 'x' },
      { 'ssh-privatekey': 'x' },
    ),
    tls: each(
      'kubernetes.io/tls',
      undefined,
      { 'tls.crt': 'x' },
      { 'tls.key': 'x' },
      { 'tls.crt': '', 'tls.key': '' },
      { 'tls.crt': 'x', 'tls.key': 'y' },
    ),
    'service-account-token': [
      ...each(TOKEN, undefined, { token: 'x' }),
      annotated({ 'kubernetes.io/service-account.name': '' }),
      annotated({ 'kubernetes.io/service-account.uid': 'x' }),
    ],
    'bootstrap token': each('bootstrap.kubernetes.io/token', undefined),
    'a type of their own': each('Not a type!', undefined, { a: 'x' }),
    'files change': [
      post(SECRETS_PATH, secret('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': '{}' })),
      patch('merge', ONE, { data: { '.dockerconfigjson': bytes('zz') } }),
      patch('merge', ONE, { stringData: { '.dockerconfigjson': '' } }),
      patch('merge', ONE, { data: { '.dockerconfigjson': null } }),
    ],
    'the type changes': [
      post(SECRETS_PATH, secret('Opaque', { a: 'x' })),
      patch('merge', ONE, { type: 'kubernetes.io/tls' }),
      patch('merge', ONE, { type: '' }),
    ],
    'bytes in other forms': [
      ...['YQ==\n', 'Y\nQ==', 'YR==', 'YQ', 'Y-Q=', 'Y Q=='].map((text) => raw({ text })),
      ...[[], [65, 66], [null], [256], [-1], [1.5], ['A']].map((list) => raw({ list })),
      post(SECRETS_PATH, secret('Opaque', { a: 'x' })),
      patch('merge', ONE, { data: { a: [65, 66] } }),
      patch('strategic', ONE, { data: { a: [65, 300] } }),
      patch('apply', `${ONE}?fieldManager=a&force=true`, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'one' },
        data: { b: 'YQ==\n' },
      }),
    ],
    'pairs change': [
      post(SECRETS_PATH, secret('kubernetes.io/tls', { 'tls.crt': 'x', 'tls.key': 'y' })),
      patch('merge', ONE, { data: { 'tls.key': null } }),
      patch('merge', ONE, { metadata: { labels: { a: 'b' } } }),
    ],
  },
};
