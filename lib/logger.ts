import { type LogEntry, type Logger as WinstonLogger, createLogger, format, transports } from 'winston';

import type { LogFields, Logger } from '../context/index.ts';
import { errorMessage } from './errors.ts';
import { redact, redactText } from './redaction.ts';

export interface LoggerOptions {
  /** Lines below this level are dropped. Default `info`. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error';
  /** `json` is one object a line, for machines; `text` is for people. Default `json`. */
  readonly format?: 'json' | 'text';
  /** Fields of every line. Default none. */
  readonly fields?: LogFields;
  /** Where lines go. Default the process's standard error. */
  readonly stream?: NodeJS.WritableStream;
}

/**
 * A {@link Logger} on winston.
 *
 * **Guarantees**, also of {@link fromWinston}: secrets are left out by the rules of {@link redact}: a field is
 * taken for one when its name ends with `password`, `token`, `secret`, `authorization`, `cookie`, `apiKey` and
 * the like, so call the name of a Secret `secretName`. Fields named `level`, `message` and `timestamp` get a
 * trailing underscore.
 */
export function newLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', fields = {}, stream = process.stderr } = options;
  const layout = options.format === 'text' ? textFormat : format.combine(format.timestamp(), format.json());
  const winston = createLogger({ level, format: layout, transports: [new transports.Stream({ stream })] });
  return fromWinston(winston, fields);
}

/**
 * Takes lines into a winston logger that exists, so that an operator keeps its transports and formats.
 * Levels that it does not have are written as their nearest: `warning` for `warn`, `info` for `debug`.
 */
export function fromWinston(winston: WinstonLogger, fields: LogFields = {}): Logger {
  const log = (...levels: readonly string[]) => {
    const level = levels.find((name) => name in winston.levels) ?? 'info';
    return (message: string, more?: LogFields): void => {
      if (winston.isLevelEnabled(level)) write(winston, level, message, { ...fields, ...more });
    };
  };
  return {
    debug: log('debug', 'verbose'),
    info: log('info', 'notice'),
    warn: log('warn', 'warning'),
    error: log('error', 'err'),
    with: (more) => fromWinston(winston, { ...fields, ...more }),
  };
}

/** What a line consists of besides its fields. */
const RESERVED = new Set(['level', 'message', 'timestamp']);

function write(winston: WinstonLogger, level: string, message: string, fields: LogFields): void {
  const text = redactText(message);
  try {
    winston.log({ ...plainFields(fields), level, message: text });
  } catch (error) {
    writeBare(winston, { level, message: text, logError: errorMessage(error) });
  }
}

/** A getter or `toJSON` of a field failed: the line goes out without its fields. */
function writeBare(winston: WinstonLogger, line: LogEntry): void {
  try {
    winston.log(line);
  } catch {
    // The operator's own format throws for every line, and nobody else can be told: a logger must not throw.
  }
}

/** Fields as data without secrets. One that would replace a part of the line gets another name. */
function plainFields(fields: LogFields): Record<string, unknown> {
  const plain = redact(fields) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [RESERVED.has(name) ? `${name}_` : name, value]),
  );
}

const textFormat = format.combine(
  format.timestamp({ format: 'HH:mm:ss.SSS' }),
  format.printf(({ timestamp, level, message, ...fields }) => {
    const facts = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
    return [timestamp, level.toUpperCase().padEnd(5), message, ...facts].join(' ');
  }),
);

function shown(value: unknown): string {
  if (typeof value === 'string') return /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message);
  return JSON.stringify(value) ?? String(value);
}
