import { background, type Logger } from '../../context/index.ts';
import { REDACTED } from '../../lib/redaction.ts';
import { SecretValues, secretValues, withRedaction } from '../../lib/secret-values.ts';
import { equal, is, match, not, ok } from '../kit/assert.ts';
import { RecordingLogger } from '../kit/recording-logger.ts';
import { suite } from '../kit/suite.ts';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function of(...values: readonly string[]): SecretValues {
  const made = new SecretValues();
  for (const value of values) made.add(value);
  return made;
}

suite('SecretValues', (test) => {
  test('hides a value as a whole and inside', () => {
    is(of('hunter2').redact('hunter2'), REDACTED);
    is(of('hunter2').redact('hunter2, xhunter2x!'), `${REDACTED}, x${REDACTED}x!`);
  });

  test('leaves other texts alone', () => {
    for (const text of ['', 'hun', 'hunter', 'cannot get pods']) is(of('hunter2').redact(text), text);
    is(new SecretValues().redact('hunter2'), 'hunter2');
  });

  test('leaves out what has the look of a secret, too', () => {
    is(of('hunter2').redact('GET http://me:pw@host/hunter2'), `GET http://${REDACTED}@host/${REDACTED}`);
  });

  test('hides the whole stretch where values overlap', () => {
    is(of('abcdef', 'defghi', 'cd', 'efgh').redact('-abcdefghi-'), `-${REDACTED}-`);
    is(of('abcd', 'abcdefgh').redact('abcdefg abcdefgh'), `${REDACTED}efg ${REDACTED}`);
    is(of('aaaa').redact('aaaaaa b'), `${REDACTED} b`);
  });

  const value = 'pa"ss\\w<ö>rd/ 1\t+\u007F';
  const json = JSON.stringify(value).slice(1, -1);
  const forms: Readonly<Record<string, string>> = {
    'as it is': value,
    'in base64': base64(value),
    'in base64 without padding': base64(value).replace(/=+$/, ''),
    'in base64 for URLs': Buffer.from(value).toString('base64url'),
    'in JSON': json,
    'in Go’s JSON': json.replace('<', '\\u003c').replace('>', '\\u003e'),
    'quoted by Go': 'pa\\"ss\\\\w<ö>rd/ 1\\t+\\x7f',
    'in JSON that Go quoted': 'pa\\\\\\"ss\\\\\\\\w<ö>rd/ 1\\\\t+\\x7f',
    'in a URL': encodeURIComponent(value),
    'in a form': encodeURIComponent(value).replaceAll('%20', '+'),
  };
  for (const [name, form] of Object.entries(forms)) {
    test(`hides a value ${name}`, () => is(of(value).redact(`<<${form}>>`), `<<${REDACTED}>>`));
  }

  test('quotes as Go does', () => {
    const odd = 'x\u0007\v\u0001\u00A0\u2028\u{E0001}\'"';
    is(of(odd).redact('"x\\a\\v\\x01\\u00a0\\u2028\\U000e0001\'\\""'), `"${REDACTED}"`);
  });

  test('hides a value without the white space around it', () => {
    is(of('hunter2\n').redact('got hunter2.'), `got ${REDACTED}.`);
    is(of('hunter2\n').redact(base64('hunter2')), REDACTED);
  });

  test('hides each line of a value that has several, if it is long enough', () => {
    const pem = `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\r\n  ${'k'.repeat(20)}\nshort\n-----END CERTIFICATE-----\n`;
    is(
      of(pem).redact(`short ${'k'.repeat(20)} MIIDdzCCAl%2BgAwIBAgIE -----BEGIN CERTIFICATE-----`),
      `short ${REDACTED} ${REDACTED} -----BEGIN CERTIFICATE-----`,
    );
    is(of(pem).redact(`read ${JSON.stringify(pem)}`), `read "${REDACTED}"`);
  });

  test('hides what is secret by name in a value that is JSON', () => {
    const login = { username: 'me-and-you', password: 'correct horse', auth: base64('me:correct horse') };
    const values = of(JSON.stringify({ auths: { 'registry.example.com': login } }));
    is(
      values.redact(`me-and-you uses correct horse or ${login.auth}`),
      `me-and-you uses ${REDACTED} or ${REDACTED}`,
    );
    is(of('{not JSON').redact('got {not JSON'), `got ${REDACTED}`);
  });

  test('hides the beginning of a long value where a text was cut', () => {
    const token = Array.from({ length: 30 }, (_, i) => `part${i}`).join('-');
    is(of(token).redact(`token ${token.slice(0, 100)}…`), `token ${REDACTED}…`);
    is(of(token).redact(token.slice(0, 60)), token.slice(0, 60));
  });

  test('hides values that are too long to be escaped, and their lines', () => {
    const line = `${'x'.repeat(40)}"${'y'.repeat(40)}`;
    const long = Array.from({ length: 300 }, (_, i) => `${i}${line}`).join('\n');
    const values = of(long);
    is(values.redact(long), REDACTED);
    is(values.redact(base64(long)), REDACTED);
    is(values.redact(JSON.stringify(`7${line}`)), `"${REDACTED}"`);
  });

  test('hides short values only as a whole', () => {
    is(of('abc').redact('abc'), REDACTED);
    is(of('abc').redact(base64('abc')), REDACTED);
    is(of('abc').redact(`abc ${base64('abc')}`), `abc ${base64('abc')}`);
    is(of('abcd').redact('abcd.'), `${REDACTED}.`);
  });

  test('never hides what is too common to be a secret', () => {
    for (const text of ['', ' ', '     ', '\n', '1', '443', 'true', 'False', 'no\n', 'null', 'none'])
      is(of(text).redact(text), text);
    is(of('1234').redact('1234'), REDACTED);
  });

  test('takes what Secrets hold', () => {
    const values = new SecretValues();
    values.note({
      kind: 'Secret',
      data: { user: base64('hunter2'), empty: '' },
      stringData: { b: 'correct horse' },
    });
    is(values.redact(`hunter2 ${base64('hunter2')} correct horse`), `${REDACTED} ${REDACTED} ${REDACTED}`);
  });

  test('takes Secrets in lists, and nothing of other objects', () => {
    const values = new SecretValues();
    values.note({ kind: 'SecretList', items: [{ kind: 'Secret', data: { a: base64('hunter2') } }] });
    values.note({ kind: 'ConfigMap', data: { a: 'correct horse' } });
    values.note({ kind: 'Secret', data: null, stringData: { a: 1 } });
    is(values.redact('hunter2 correct horse'), `${REDACTED} correct horse`);
  });

  test('hides binary values in base64 only', () => {
    const binary = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x42, 0x43, 0x44, 0x45]).toString('base64');
    const values = new SecretValues();
    values.note({ kind: 'Secret', data: { a: binary, b: Buffer.from('a\0bcdef').toString('base64') } });
    is(values.redact(`got ${binary}`), `got ${REDACTED}`);
    is(values.redact('ABCDE a\0bcdef'), 'ABCDE a\0bcdef');
  });

  test('looks into Secrets only when there is a text to look through', () => {
    let looks = 0;
    const secret = {
      kind: 'Secret',
      get data() {
        looks += 1;
        return { a: base64('hunter2') };
      },
    };
    const values = new SecretValues();
    for (let i = 0; i < 10_000; i += 1) values.note(secret);
    is(looks, 0);
    is(values.redact('hunter2'), REDACTED);
    values.redact('hunter2');
    is(looks, 10_000);
  });

  test('looks through long texts for many values in short order', () => {
    const values = of(...Array.from({ length: 1000 }, (_, i) => `password-${i * 7919} of ${i}`));
    const text = 'a password-like text, password-7919 of 1. '.repeat(400).slice(0, 16_000);
    // One search for each value would run into the test's time limit here.
    for (let i = 0; i < 50; i += 1) ok(values.redact(text).includes(REDACTED));
  });

  test('hides values at any depth, in errors and beside secret names', () => {
    const error = new Error('refused hunter2', { cause: new Error('cause hunter2') });
    const shown = of('hunter2').redactDeep({
      error,
      list: [new Map([['a', 'x hunter2']])],
      password: 'p',
      url: 'postgres://me:hunter2@db/app',
    }) as Record<string, unknown>;
    equal(
      [shown['list'], shown['password'], shown['url']],
      [[{ a: `x ${REDACTED}` }], REDACTED, `postgres://${REDACTED}@db/app`],
    );
    match(JSON.stringify(shown['error']), `refused ${REDACTED}: cause ${REDACTED}`);
    not(JSON.stringify(shown).includes('hunter2'));
  });
});

suite('secretValues', (test) => {
  test('are carried by a context', () => {
    const values = new SecretValues();
    is(secretValues.get(background()), undefined);
    is(secretValues.get(secretValues.with(background(), values)), values);
  });
});

suite('withRedaction', (test) => {
  test('hides values in messages and fields of all levels, also those known later', () => {
    const lines = new RecordingLogger();
    const values = new SecretValues();
    const logger = withRedaction(lines, values).with({ db: 'hunter2' });
    values.add('hunter2');
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      logger[level]('got hunter2', { password: 'p', list: ['hunter2'] });
    equal(
      lines.lines,
      ['debug', 'info', 'warn', 'error'].map((level) => ({
        level,
        message: `got ${REDACTED}`,
        fields: { db: REDACTED, password: REDACTED, list: [REDACTED] },
      })),
    );
  });

  test('does not throw for a field that does', () => {
    const lines = new RecordingLogger();
    const logger: Logger = withRedaction(lines, of('hunter2'));
    logger.info('odd', {
      odd: {
        toJSON: () => {
          throw new Error('no hunter2');
        },
      },
    });
    equal(lines.lines[0]?.fields, { logError: `no ${REDACTED}` });
  });
});
