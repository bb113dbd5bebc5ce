import { type Logger as WinstonLogger, createLogger, format, transports } from 'winston';

import type { LogFields, Logger } from '../context/index.ts';
import { causes, isOperatorError } from './errors.ts';

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

/** A {@link Logger} on winston. */
export function newLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', fields = {}, stream = process.stderr } = options;
  const layout = options.format === 'text' ? textFormat : format.combine(format.timestamp(), format.json());
  const winston = createLogger({ level, format: layout, transports: [new transports.Stream({ stream })] });
  return fromWinston(winston, fields);
}

/** Takes lines into a winston logger that exists, so that an operator keeps its transports and formats. */
export function fromWinston(winston: WinstonLogger, fields: LogFields = {}): Logger {
  const log = (level: string) => (message: string, more?: LogFields) => {
    winston.log(level, message, plainFields({ ...fields, ...more }));
  };
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    with: (more) => fromWinston(winston, { ...fields, ...more }),
  };
}

/** Errors become their chain of messages and codes, since JSON shows an Error as `{}`. */
function plainFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? describeError(value) : value,
    ]),
  );
}

function describeError(error: Error): object {
  const messages = [...causes(error)].map((cause) =>
    cause instanceof Error ? cause.message : String(cause),
  );
  const code = isOperatorError(error) ? { code: error.code } : {};
  return { message: messages.join(': '), ...code, stack: error.stack };
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
