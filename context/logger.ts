/** Facts beside a log message. Keys are the same everywhere: `object`, `resource`, `error`, `durationMs`, … */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where log lines go. Messages are constant texts and facts are fields, so that lines can be counted and
 * searched. pino and winston loggers need one small adapter; `newLogger` of `operatorkit` makes one of winston.
 *
 * **Guarantees asked of an implementation:** no method throws, none waits.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to each of its lines. */
  with(fields: LogFields): Logger;
}

/** Drops everything. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLogger,
};
