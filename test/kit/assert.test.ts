import {
  defined,
  equal,
  instanceOf,
  is,
  match,
  not,
  notEqual,
  ok,
  rejects,
  throws,
  unreachable,
} from './assert.ts';
import { suite } from './suite.ts';

/** Assertions that must fail, with what they must say. */
const FAILING: Readonly<Record<string, { readonly run: () => void; readonly says: RegExp }>> = {
  'equal: other value': { run: () => equal({ a: 1 }, { a: 2 }), says: /not deeply equal/ },
  'equal: undefined for absent': { run: () => equal({ a: undefined }, {}), says: /not deeply equal/ },
  'equal: minus zero': { run: () => equal(-0, 0), says: /not deeply equal/ },
  'equal: other message': { run: () => equal(new Error('a'), new Error('b')), says: /not deeply equal/ },
  'equal: own message': { run: () => equal(1, 2, 'one is not two'), says: /^one is not two$/ },
  'notEqual: equal': { run: () => notEqual([1], [1]), says: /deeply equal/ },
  'is: equal objects': { run: () => is({}, {}), says: /not the same/ },
  'ok: empty text': { run: () => ok(''), says: /truthy, got ''/ },
  'not: object': { run: () => not({ a: 1 }), says: /falsy, got \{ a: 1 \}/ },
  'defined: undefined': { run: () => void defined(undefined), says: /expected a value, got undefined/ },
  'instanceOf: other class': {
    run: () => instanceOf(new Error('x'), TypeError),
    says: /instance of TypeError/,
  },
  'match: no substring': { run: () => match('abc', 'd'), says: /with 'd', got 'abc'/ },
  'match: no match': { run: () => match('abc', /^b/), says: /\/\^b\/, got 'abc'/ },
  'throws: returns': { run: () => void throws(() => 5), says: /it returned 5/ },
  'throws: returns a promise': {
    run: () => void throws(() => Promise.reject(new Error('x'))),
    says: /use rejects/,
  },
  'throws: other message': {
    run: () => {
      throws(() => {
        throw new Error('closed');
      }, /open/);
    },
    says: /matches \/open\/, got 'closed'/,
  },
  'throws: not as the predicate wants': {
    run: () => {
      throws(unreachable, () => false);
    },
    says: /not the expected one/,
  },
  unreachable: { run: () => unreachable(), says: /must not be reached/ },
};

/** Catches without the help of `throws`, which is under test itself. */
function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
  return 'nothing was thrown';
}

suite('assert', (test) => {
  for (const [name, { run, says }] of Object.entries(FAILING)) {
    test(`fails for ${name}`, () => {
      const message = messageOf(run);
      if (message.search(says) < 0) throw new Error(`got "${message}"`);
    });
  }

  test('passes what is so', () => {
    equal({ a: [1, new Map([['b', Number.NaN]])] }, { a: [1, new Map([['b', Number.NaN]])] });
    notEqual({ a: 1 }, { a: '1' });
    is(Number.NaN, Number.NaN);
    ok(1);
    not(0);
    is(defined(0), 0);
    instanceOf(new TypeError('x'), Error);
    match('abc', 'b');
    match('abc', /^a.c$/);
  });

  test('returns what was thrown, as it was', async () => {
    const error = new Error('closed');
    const thrown = throws(
      () => {
        throw error;
      },
      (e) => e === error,
    );
    is(thrown, error);
    is(await rejects(Promise.reject(error), /closed/), error);
    is(await rejects(() => Promise.reject(error)), error);
    const nothing = Promise.withResolvers<void>();
    nothing.reject(null);
    is(await rejects(nothing.promise), null);
  });

  test('gives the unexpected error as cause', async () => {
    const error = new Error('closed');
    const failure = await rejects(rejects(Promise.reject(error), /open/), /matches \/open\//);
    instanceOf(failure, Error);
    is(failure.cause, error);
  });

  test('fails when nothing is rejected, or something is thrown at once', async () => {
    await rejects(rejects(Promise.resolve(5)), /resolved to 5/);
    await rejects(
      rejects(() => unreachable('too early')),
      /threw at once/,
    );
  });

  test('stays quick on huge values', () => {
    const huge = (last: string): string[] => [
      ...Array.from({ length: 100_000 }, (_, i) => `item ${i}`),
      last,
    ];
    throws(() => equal(huge('a'), huge('b')), /not deeply equal/);
  });
});
