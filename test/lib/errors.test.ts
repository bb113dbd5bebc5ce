import {
  causes,
  checkNumber,
  errorMessage,
  ExecutionFailedError,
  findError,
  InvalidConfigError,
  isExecutionFailed,
  isInvalidConfig,
  isNoResourceSet,
  isOperatorError,
  isTerminal,
  isTimeout,
  NoResourceSetError,
  OperatorError,
  requireOption,
  TerminalError,
  TimeoutError,
} from '../../lib/errors.ts';
import { equal, is, not, ok, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const kinds = {
  InvalidConfigError: {
    make: InvalidConfigError,
    guard: isInvalidConfig,
    code: 'invalid-config',
    retryable: false,
  },
  ExecutionFailedError: {
    make: ExecutionFailedError,
    guard: isExecutionFailed,
    code: 'execution-failed',
    retryable: true,
  },
  NoResourceSetError: {
    make: NoResourceSetError,
    guard: isNoResourceSet,
    code: 'no-resource-set',
    retryable: false,
  },
  TerminalError: { make: TerminalError, guard: isTerminal, code: 'terminal', retryable: false },
  TimeoutError: { make: TimeoutError, guard: isTimeout, code: 'timeout', retryable: true },
} as const;

for (const [name, { make: Make, guard, code, retryable }] of Object.entries(kinds)) {
  suite(name, (test) => {
    const error = new Make('cannot do it');

    test('carries its name, code and whether to retry', () => {
      equal(
        [error.name, error.code, error.retryable, error.message],
        [name, code, retryable, 'cannot do it'],
      );
      ok(error instanceof OperatorError && isOperatorError(error));
    });

    test('is recognised by its guard alone, also as a cause', () => {
      const wrapped = new Error('outer', { cause: new Error('middle', { cause: error }) });
      ok(guard(error) && guard(wrapped));
      const others = Object.values(kinds).filter((kind) => kind.guard !== guard);
      not(others.some((kind) => kind.guard(wrapped)));
    });
  });
}

suite('OperatorError', (test) => {
  test('has a cause only where one is given', () => {
    const cause = new Error('why');
    is(new ExecutionFailedError('x', { cause }).cause, cause);
    not('cause' in new ExecutionFailedError('x'));
    not(new ExecutionFailedError('x', { retryable: false }).retryable);
  });

  test('is recognised across copies of the package', () => {
    ok(isOperatorError({ [Symbol.for('operatorkit.error')]: true, code: 'timeout' }));
    for (const other of [undefined, null, 'text', new Error('plain'), { code: 'timeout' }]) {
      not(isOperatorError(other));
    }
  });
});

suite('causes', (test) => {
  test('yields the chain from the outside in', () => {
    const inner = new Error('inner');
    const outer = new Error('outer', { cause: inner });
    equal([...causes(outer)], [outer, inner]);
  });

  test('stops at a cycle, and takes whatever was thrown', () => {
    const error = new Error('loop');
    error.cause = new Error('back', { cause: error });
    is([...causes(error)].length, 2);
    equal([[...causes('text')], [...causes(undefined)], [...causes(null)]], [['text'], [], []]);
  });
});

suite('findError', (test) => {
  test('returns the outermost error of the code', () => {
    const inner = new TimeoutError('inner');
    const outer = new TimeoutError('outer', { cause: inner });
    is(findError(new Error('x', { cause: outer }), 'timeout'), outer);
    is(findError(outer, 'terminal'), undefined);
  });
});

suite('errorMessage', (test) => {
  const table = {
    'a chain': {
      given: new Error('outer', { cause: new Error('inner', { cause: 'text' }) }),
      want: 'outer: inner: text',
    },
    'a text': { given: 'text', want: 'text' },
    undefined: { given: undefined, want: 'undefined' },
    null: { given: null, want: 'null' },
    'a symbol': { given: Symbol('s'), want: 'Symbol(s)' },
    'an error without a message': { given: new TypeError(), want: 'TypeError' },
    'several errors without a message of their own': {
      given: new AggregateError([new Error('first'), new Error('second')]),
      want: 'first; second',
    },
    'several errors and a message': {
      given: new AggregateError([new Error('first')], 'all failed'),
      want: 'all failed',
    },
    'an object with a message': { given: { message: 'from afar' }, want: 'from afar' },
    'an object that cannot be a text': {
      given: Object.create(null) as object,
      want: 'an object without a message was thrown',
    },
  };
  for (const [name, { given, want }] of Object.entries(table)) {
    test(`says in one line what ${name} says`, () => is(errorMessage(given), want));
  }
});

suite('requireOption', (test) => {
  test('returns a value that is there, also if it is falsy', () => {
    equal([requireOption('x', 0), requireOption('x', false)], [0, false]);
  });

  test('names the path of what is missing or empty', () => {
    for (const value of [undefined, null, '']) {
      const error = throws(() => requireOption('FrameworkConfig.informer', value), isInvalidConfig);
      is((error as Error).message, 'FrameworkConfig.informer must not be empty');
    }
  });
});

suite('checkNumber', (test) => {
  test('accepts undefined and numbers in the range, bounds included', () => {
    checkNumber('x', undefined);
    for (const value of [1, 2.5, 4]) checkNumber('x', value, { min: 1, max: 4 });
    checkNumber('x', 3, { integer: true });
  });

  test('names the path, the range and what it got', () => {
    const table = {
      'A.b must be a number, 0 or more; got -1': () => checkNumber('A.b', -1),
      'A.b must be a number, from 1 to 2; got 3': () => checkNumber('A.b', 3, { min: 1, max: 2 }),
      'A.b must be a whole number, 0 or more; got 1.5': () => checkNumber('A.b', 1.5, { integer: true }),
      'A.b must be a number, 0 or more; got NaN': () => checkNumber('A.b', Number.NaN),
      'A.b must be a number, 0 or more; got Infinity': () => checkNumber('A.b', Infinity),
      'A.b must be a number, 0 or more; got 5': () => checkNumber('A.b', '5' as unknown as number),
    };
    for (const [want, check] of Object.entries(table)) {
      is((throws(check, isInvalidConfig) as Error).message, want);
    }
  });
});
