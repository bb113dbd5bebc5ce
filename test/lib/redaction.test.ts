import { errorMessage, ExecutionFailedError } from '../../lib/errors.ts';
import { isSecretName, REDACTED, redact, redactText } from '../../lib/redaction.ts';
import { equal, is, match, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl';

suite('isSecretName', (test) => {
  const secret = [
    'password',
    'dbPassword',
    'DB_PASSWORD',
    'token',
    'id-token',
    'access_token',
    'tokens',
    'Authorization',
  ];
  const more = ['Set-Cookie', 'X-Api-Key', 'clientSecret', 'client-key-data', 'privateKey', 'credentials'];
  for (const name of [...secret, ...more]) test(`takes ${name} for a secret`, () => ok(isSecretName(name)));

  const plain = ['secretName', 'tokenPath', 'imagePullSecrets', 'object', 'key', 'certificateAuthorityData'];
  for (const name of plain) test(`takes ${name} for no secret`, () => not(isSecretName(name)));
});

suite('redactText', (test) => {
  const table = {
    'a bearer token': { given: 'sent Bearer abcdef0123456789 to it', want: `sent Bearer ${REDACTED} to it` },
    'a header': { given: 'Authorization: Basic dXNlcjpwYXNz', want: `Authorization: Basic ${REDACTED}` },
    'a password in a URL': {
      given: 'GET https://me:pass@host:1/x',
      want: `GET https://${REDACTED}@host:1/x`,
    },
    'a JSON web token': { given: `got ${JWT}.`, want: `got ${REDACTED}.` },
    'a private key': {
      given: 'x -----BEGIN RSA PRIVATE KEY-----\nMII\nabc\n-----END RSA PRIVATE KEY----- y',
      want: `x ${REDACTED} y`,
    },
    'a private key without an end': { given: '-----BEGIN PRIVATE KEY-----\nMII', want: REDACTED },
  };
  for (const [name, { given, want }] of Object.entries(table)) {
    test(`leaves out ${name}`, () => is(redactText(given), want));
  }

  test('leaves plain texts alone', () => {
    for (const text of ['', 'cannot get pods', 'http://host:8080/path?x=a@b', 'bearer of news', 'a:b@c']) {
      is(redactText(text), text);
    }
  });

  test('cuts long texts, and ends on those made to be slow', () => {
    match(redactText('x'.repeat(100_000)), /\[83616 more characters\]$/);
    // A pattern that backtracks would run into the test's time limit here.
    for (const part of ['a-', 'eyJ-', 'a://', '-----BEGIN ', 'bearer ']) {
      match(redactText(part.repeat(50_000)), /more characters\]$/);
    }
  });
});

suite('redact', (test) => {
  test('replaces what has a secret’s name, at any depth', () => {
    const given = { user: 'me', login: { password: 'p', hosts: [{ token: ['t'], port: 1 }] }, apiKey: 42 };
    equal(redact(given), {
      user: 'me',
      login: { password: REDACTED, hosts: [{ token: REDACTED, port: 1 }] },
      apiKey: REDACTED,
    });
  });

  test('keeps booleans and null, which hold no secret', () => {
    const given = { automountServiceAccountToken: true, token: null };
    equal(redact(given), given);
  });

  test('hides the data of a Secret, and shows which it is', () => {
    const metadata = {
      name: 'db',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{}}' },
    };
    const secret = { kind: 'Secret', metadata, data: { user: 'bWU=' }, stringData: { user: 'me' } };
    equal(redact({ object: secret }), {
      object: {
        kind: 'Secret',
        metadata: {
          name: 'db',
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': REDACTED },
        },
        data: REDACTED,
        stringData: REDACTED,
      },
    });
    const configMap = { kind: 'ConfigMap', data: { a: 'b' } };
    equal(redact(configMap), configMap);
  });

  test('hides the value of an environment variable by its name', () => {
    const env = [
      { name: 'DB_PASSWORD', value: 'p' },
      { name: 'DB_HOST', value: 'h' },
    ];
    equal(redact({ env }), { env: [{ name: 'DB_PASSWORD', value: REDACTED }, env[1]] });
  });

  test('turns errors into their chain of messages, without secrets', () => {
    const cause = Object.assign(new Error(`refused ${JWT}`), { code: 'ECONNREFUSED' });
    const error = new ExecutionFailedError('cannot read it', { cause });
    const plain = redact({ error, cause }) as Record<string, Record<string, unknown>>;
    is(plain['error']?.['message'], `cannot read it: refused ${REDACTED}`);
    equal([plain['error']?.['code'], plain['cause']?.['code']], ['execution-failed', 'ECONNREFUSED']);
    not(JSON.stringify(plain).includes('eyJ'));
    is(errorMessage(error), `cannot read it: refused ${JWT}`);
  });

  test('makes plain data of what JSON cannot show', () => {
    const date = new Date(0);
    const given = {
      n: 1n,
      date,
      bytes: Buffer.from('abc'),
      set: new Set([1]),
      map: new Map([['token', 't']]),
    };
    equal(redact(given), {
      n: '1',
      date: date.toJSON(),
      bytes: '[3 bytes]',
      set: [1],
      map: { token: REDACTED },
    });
  });

  test('hides secrets in objects of a class', () => {
    class User {
      readonly name = 'me';
      readonly token = 't';
    }
    equal(redact({ user: new User() }), { user: { name: 'me', token: REDACTED } });
  });

  test('cuts cycles, depths and long lists', () => {
    const loop: Record<string, unknown> = { a: 1 };
    loop['self'] = loop;
    equal(redact(loop), { a: 1, self: '[circular]' });
    const shared = { b: 2 };
    equal(redact([shared, shared]), [shared, shared]);
    const list = redact(Array.from({ length: 130 }, (_, i) => i)) as unknown[];
    equal([list.length, list.at(-1)], [101, '[30 more]']);
    let deep: object = {};
    for (let i = 0; i < 50; i += 1) deep = { deep };
    match(JSON.stringify(redact(deep)), '[too deep]');
  });

  test('changes nothing of what it is given', () => {
    const given = Object.freeze({ password: 'p', list: Object.freeze([1]) });
    redact(given);
    is(given.password, 'p');
  });
});
