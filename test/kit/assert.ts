import { inspect, isDeepStrictEqual } from 'node:util';
import { Assertion } from 'uvu/assert';
import { lines } from 'uvu/diff';

/** What an error must look like: a pattern for its message, or a predicate. */
export type Expected = RegExp | ((error: unknown) => boolean);

/** Past this many characters a value is cut, and no diff is made: a diff of two huge texts takes minutes. */
const LONGEST_TEXT = 20_000;

function fail(message: string, operator: string, facts: { details?: string; cause?: unknown } = {}): never {
  const error = new Assertion({
    message,
    operator,
    expects: undefined,
    actual: undefined,
    ...(facts.details === undefined ? {} : { details: facts.details }),
  });
  if ('cause' in facts) error.cause = facts.cause;
  throw error;
}

function text(value: unknown): string {
  return inspect(value, { depth: 20, maxArrayLength: 500, compact: false, sorted: true, breakLength: 1 });
}

function brief(value: unknown): string {
  return inspect(value, { depth: 3, maxArrayLength: 20, maxStringLength: 500, breakLength: 100 });
}

function diff(actual: unknown, expected: unknown): string {
  const [left, right] = [text(actual), text(expected)];
  if (left.length > LONGEST_TEXT || right.length > LONGEST_TEXT)
    return `Actual:\n${left.slice(0, 2000)}\n…\nExpected:\n${right.slice(0, 2000)}\n…`;
  if (left === right) return `both print as\n${left}\nbut differ in prototype, identity or hidden state`;
  return lines(left, right);
}

/**
 * Both are deeply equal, strictly: types, prototypes, `-0`, absent against undefined properties and the
 * messages of errors all count.
 */
export function equal(actual: unknown, expected: unknown, message = 'values are not deeply equal'): void {
  if (!isDeepStrictEqual(actual, expected)) fail(message, 'equal', { details: diff(actual, expected) });
}

export function notEqual(actual: unknown, other: unknown, message = 'values are deeply equal'): void {
  if (isDeepStrictEqual(actual, other)) fail(message, 'notEqual', { details: brief(actual) });
}

/** Both are the same value, by `Object.is`. */
export function is(actual: unknown, expected: unknown, message = 'values are not the same'): void {
  if (!Object.is(actual, expected)) fail(message, 'is', { details: diff(actual, expected) });
}

export function ok(value: unknown, message?: string): asserts value {
  if (!value) fail(message ?? `expected something truthy, got ${brief(value)}`, 'ok');
}

/** The value is falsy. */
export function not(value: unknown, message?: string): void {
  if (value) fail(message ?? `expected something falsy, got ${brief(value)}`, 'not');
}

/** The value itself, once it is known to be neither undefined nor null. */
export function defined<T>(value: T, message?: string): NonNullable<T> {
  if (value === undefined || value === null)
    fail(message ?? `expected a value, got ${String(value)}`, 'defined');
  return value;
}

export function instanceOf<T>(
  value: unknown,
  type: abstract new (...args: never[]) => T,
): asserts value is T {
  if (!(value instanceof type))
    fail(`expected an instance of ${type.name}, got ${brief(value)}`, 'instanceOf');
}

/** The text contains the string, or matches the pattern. */
export function match(actual: string, expected: RegExp | string, message?: string): void {
  if (typeof actual !== 'string') fail(`expected a text, got ${brief(actual)}`, 'match');
  const found = typeof expected === 'string' ? actual.includes(expected) : actual.search(expected) >= 0;
  if (!found) fail(message ?? `expected a text with ${brief(expected)}, got ${brief(actual)}`, 'match');
}

/** This line must not be reached. */
export function unreachable(message = 'reached what must not be reached'): never {
  fail(message, 'unreachable');
}

function checkError(error: unknown, expected: Expected | undefined, operator: string): void {
  if (expected === undefined) return;
  if (typeof expected === 'function') {
    if (!expected(error))
      fail(`the error is not the expected one: ${brief(error)}`, operator, { cause: error });
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (message.search(expected) < 0)
    fail(`expected an error that matches ${String(expected)}, got ${brief(message)}`, operator, {
      cause: error,
    });
}

/**
 * Calls `fn`, which must throw synchronously.
 * @returns what was thrown.
 */
export function throws(fn: () => unknown, expected?: Expected): unknown {
  let returned: unknown;
  try {
    returned = fn();
  } catch (error) {
    checkError(error, expected, 'throws');
    return error;
  }
  if (returned instanceof Promise) {
    returned.catch(() => {}); // Reported as misuse below; its rejection would only hide that.
    return fail('expected the function to throw, but it returned a promise: use rejects', 'throws');
  }
  return fail(`expected the function to throw, but it returned ${brief(returned)}`, 'throws');
}

/**
 * Awaits the promise, or the one that the function returns, which must reject. A function that throws
 * synchronously fails the assertion: its callers could not catch that where they catch rejections.
 * @returns what it was rejected with.
 */
export async function rejects(
  work: PromiseLike<unknown> | (() => PromiseLike<unknown>),
  expected?: Expected,
): Promise<unknown> {
  const promise = typeof work === 'function' ? start(work) : work;
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    checkError(error, expected, 'rejects');
    return error;
  }
  return fail(`expected the promise to be rejected, but it resolved to ${brief(value)}`, 'rejects');
}

function start(work: () => PromiseLike<unknown>): PromiseLike<unknown> {
  try {
    return work();
  } catch (error) {
    return fail('expected a rejected promise, but the function threw at once', 'rejects', { cause: error });
  }
}
