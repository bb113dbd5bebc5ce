/**
 * What went wrong, for programs. Codes are never reused for another meaning; `docs/errors.md` lists them.
 */
export type ErrorCode =
  'invalid-config' | 'execution-failed' | 'no-resource-set' | 'terminal' | 'timeout' | 'api' | 'unreachable';

export interface OperatorErrorOptions {
  /** Whether trying again without a change may help. Default true. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** Marks our errors across copies of this package in one process, where `instanceof` would miss them. */
const brand = Symbol.for('operatorkit.error');

/** The base of all errors that this package throws by itself. Recognise one with {@link isOperatorError}. */
export class OperatorError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: OperatorErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.code = code;
    this.retryable = options.retryable ?? true;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** An option is missing or wrong. The message starts with the option's path. */
export class InvalidConfigError extends OperatorError {
  constructor(message: string, options: Pick<OperatorErrorOptions, 'cause'> = {}) {
    super('invalid-config', message, { ...options, retryable: false });
  }
}

/** An operation cannot do its work as it was asked to. */
export class ExecutionFailedError extends OperatorError {
  constructor(message: string, options: OperatorErrorOptions = {}) {
    super('execution-failed', message, options);
  }
}

/** No resource set handles an object. The framework takes it as "not ours". */
export class NoResourceSetError extends OperatorError {
  constructor(message: string) {
    super('no-resource-set', message, { retryable: false });
  }
}

/**
 * Thrown by operator code to say that trying again is useless until the object changes: the framework records
 * the failure and waits for the next event or resync instead of backing off.
 */
export class TerminalError extends OperatorError {
  constructor(message: string, options: Pick<OperatorErrorOptions, 'cause'> = {}) {
    super('terminal', message, { ...options, retryable: false });
  }
}

/** A time limit passed. What was running has been told to stop by its signal. */
export class TimeoutError extends OperatorError {
  constructor(message: string, options: Pick<OperatorErrorOptions, 'cause'> = {}) {
    super('timeout', message, options);
  }
}

/** Whether this package threw it, be it another copy in the same process. Does not look at causes. */
export function isOperatorError(error: unknown): error is OperatorError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** The error itself and its causes, outermost first; stops at a cycle. */
export function* causes(error: unknown): Generator<unknown, void, undefined> {
  const seen = new Set<unknown>();
  for (let at = error; at !== undefined && at !== null && !seen.has(at); at = (at as Error).cause) {
    seen.add(at);
    yield at;
  }
}

/** The first error in the chain of causes that carries the code. */
export function findError(error: unknown, code: ErrorCode): OperatorError | undefined {
  for (const cause of causes(error)) {
    if (isOperatorError(cause) && cause.code === code) return cause;
  }
  return undefined;
}

/** An option was missing or wrong, here or in a cause. */
export function isInvalidConfig(error: unknown): boolean {
  return findError(error, 'invalid-config') !== undefined;
}

/** Something could not do its work as asked, here or in a cause. */
export function isExecutionFailed(error: unknown): boolean {
  return findError(error, 'execution-failed') !== undefined;
}

/** No resource set handles the object, here or in a cause. */
export function isNoResourceSet(error: unknown): boolean {
  return findError(error, 'no-resource-set') !== undefined;
}

/** Trying again without a change is useless, here or in a cause. */
export function isTerminal(error: unknown): boolean {
  return findError(error, 'terminal') !== undefined;
}

/** A time limit passed, here or in a cause. */
export function isTimeout(error: unknown): boolean {
  return findError(error, 'timeout') !== undefined;
}

/** One line with the messages of the whole chain, for logs and status fields. Never throws, never empty. */
export function errorMessage(error: unknown): string {
  const messages = [...causes(error)].map(messageOf);
  return messages.length === 0 ? String(error) : messages.join(': ');
}

/** How many errors of an AggregateError are named. */
const MAX_NAMED = 5;

/** What one error says, without its causes. Anything can be thrown, and Node's own errors may have no message. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.slice(0, MAX_NAMED).map(messageOf).join('; ');
  }
  return error instanceof Error ? error.name : 'an object without a message was thrown';
}

/** Throws unless the value is there: `requireOption('FrameworkConfig.informer', config.informer)`. */
export function requireOption<T>(path: string, value: T | undefined | null): T {
  if (value === undefined || value === null || value === '') {
    throw new InvalidConfigError(`${path} must not be empty`);
  }
  return value;
}

export interface NumberRange {
  /** Default 0. */
  readonly min?: number;
  /** Default none. */
  readonly max?: number;
  /** Only whole numbers. Default false. */
  readonly integer?: boolean;
}

/** Throws unless the value is undefined or a finite number in the range. */
export function checkNumber(path: string, value: number | undefined, range: NumberRange = {}): void {
  if (value === undefined) return;
  const { min = 0, max = Infinity, integer = false } = range;
  const kind = integer ? 'a whole number' : 'a number';
  if (!Number.isFinite(value) || value < min || value > max || (integer && !Number.isInteger(value))) {
    const bounds = max === Infinity ? `${min} or more` : `from ${min} to ${max}`;
    throw new InvalidConfigError(`${path} must be ${kind}, ${bounds}; got ${String(value)}`);
  }
}
