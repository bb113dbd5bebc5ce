import { Writable } from 'node:stream';
import { config, createLogger, format, type Logger as WinstonLogger, transports } from 'winston';

import type { Logger } from '../../context/index.ts';
import { TerminalError } from '../../lib/errors.ts';
import { fromWinston, type LoggerOptions, newLogger } from '../../lib/logger.ts';
import { defined, equal, is, match, not } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

/** What was written, in lines. */
class Lines extends Writable {
  readonly texts: string[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.texts.push(chunk.toString().trimEnd());
    done();
  }

  get entries(): Record<string, unknown>[] {
    return this.texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  }
}

function logged(options: LoggerOptions, log: (logger: Logger) => void): Lines {
  const stream = new Lines();
  log(newLogger({ ...options, stream }));
  return stream;
}

function ownWinston(stream: Writable, options: Parameters<typeof createLogger>[0] = {}): WinstonLogger {
  return createLogger({ format: format.json(), transports: [new transports.Stream({ stream })], ...options });
}

suite('newLogger', (test) => {
  test('writes one JSON object a line, with level, message, time and fields', () => {
    const [entry] = logged({ fields: { app: 'x' } }, (logger) =>
      logger.info('started', { port: 80 }),
    ).entries;
    const { timestamp, ...rest } = entry ?? {};
    equal(rest, { level: 'info', message: 'started', app: 'x', port: 80 });
    match(String(timestamp), /^\d{4}-\d\d-\d\dT/);
  });

  test('drops lines below its level', () => {
    const { entries } = logged({ level: 'warn' }, (logger) => {
      logger.debug('a');
      logger.info('b');
      logger.warn('c');
      logger.error('d');
    });
    equal(
      entries.map((entry) => entry['message']),
      ['c', 'd'],
    );
  });

  test('does not look at the fields of a line that is dropped', () => {
    const fields = {
      get costly(): never {
        throw new Error('was read');
      },
    };
    is(logged({}, (logger) => logger.debug('dropped', { nested: fields })).texts.length, 0);
  });

  test('adds the fields of with to each line, the nearest winning, and leaves the parent alone', () => {
    const { entries } = logged({ fields: { a: 1 } }, (logger) => {
      logger.with({ a: 2, b: 2 }).with({ c: 3 }).info('child', { b: 9 });
      logger.info('parent');
    });
    const facts = entries.map(({ a, b, c }) => [a, b, c]);
    equal(facts, [
      [2, 9, 3],
      [1, undefined, undefined],
    ]);
  });

  test('shows errors as their chain of messages with code and stack', () => {
    const error = new TerminalError('cannot go on', { cause: new Error('no disk') });
    const [entry] = logged({}, (logger) => logger.error('failed', { error })).entries;
    const { message, code, stack } = defined(entry)['error'] as Record<string, unknown>;
    equal([message, code], ['cannot go on: no disk', 'terminal']);
    match(String(stack), 'logger.test.ts');
  });

  test('writes no secrets, in fields, texts or errors', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl';
    const lines = logged({ fields: { password: token } }, (logger) => {
      logger.with({ authorization: token }).warn(`sent ${token}`, {
        error: new Error(`Bearer ${token}`, { cause: new Error(token) }),
        request: { headers: { cookie: token }, url: `https://me:${token}@host/` },
        object: { kind: 'Secret', data: { any: token } },
      });
    });
    is(lines.texts.length, 1);
    not(lines.texts.join('').includes('eyJ'));
  });

  test('keeps level, message and time of a line, whatever the fields are called', () => {
    const fields = { level: 'panic', message: 'other', timestamp: 0 };
    const [entry] = logged({}, (logger) => logger.info('real', fields)).entries;
    equal([entry?.['level'], entry?.['message']], ['info', 'real']);
    equal([entry?.['level_'], entry?.['message_'], entry?.['timestamp_']], ['panic', 'other', 0]);
  });

  test('does not throw, and writes the line, when a field does', () => {
    const field = {
      toJSON(): never {
        throw new Error('broken field');
      },
    };
    const [entry] = logged({}, (logger) => logger.info('kept', { field })).entries;
    equal([entry?.['message'], entry?.['logError']], ['kept', 'broken field']);
  });

  test('writes text for people, with facts as name=value', () => {
    const { texts } = logged({ format: 'text', level: 'debug' }, (logger) => {
      logger.debug('seen', { object: 'default/web', note: 'two words', n: 3, error: new Error('why') });
    });
    const [line = ''] = texts;
    match(line, /^\d\d:\d\d:\d\d\.\d{3} DEBUG seen object=default\/web note="two words" n=3 error="why"$/);
  });
});

suite('fromWinston', (test) => {
  test('keeps the transports, formats and default fields of the logger', () => {
    const stream = new Lines();
    const winston = ownWinston(stream, { defaultMeta: { service: 's' } });
    fromWinston(winston, { a: 1 }).warn('text %s', { b: 2 });
    equal(stream.entries, [{ service: 's', a: 1, b: 2, level: 'warn', message: 'text %s' }]);
  });

  test('writes levels that the logger does not have as their nearest', () => {
    const stream = new Lines();
    const logger = fromWinston(ownWinston(stream, { levels: config.syslog.levels, level: 'debug' }));
    logger.warn('w');
    logger.error('e');
    logger.debug('d');
    equal(
      stream.entries.map((entry) => entry['level']),
      ['warning', 'error', 'debug'],
    );
  });

  test('does not throw when the format always does', () => {
    const broken = format(() => {
      throw new Error('broken format');
    });
    const stream = new Lines();
    fromWinston(ownWinston(stream, { format: broken() })).info('lost');
    is(stream.texts.length, 0);
  });
});
