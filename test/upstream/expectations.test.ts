import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { type Expectations, readExpectations, surprises, withResults } from './expectations.ts';
import type { Outcome, SpecResult } from './report.ts';

const KNOWN: Exception = { real: 'passes', ours: 'fails', reason: 'it has no kubelet' };

type Exception = Exclude<Expectations[string], 'passes'>;

function result(name: string, outcome: Outcome): SpecResult {
  return { name, outcome, message: outcome === 'passes' ? '' : 'why', seconds: 1 };
}

suite('surprises', (test) => {
  const cases: Record<
    string,
    { list: Expectations; outcome: Outcome; server?: 'real'; want: readonly string[] }
  > = {
    'takes a pass that the list expects': { list: { a: 'passes' }, outcome: 'passes', want: [] },
    'takes a failure that the list explains': { list: { a: KNOWN }, outcome: 'fails', want: [] },
    'objects to a failure': {
      list: { a: 'passes' },
      outcome: 'fails',
      want: ['fails; the list says passes. why'],
    },
    'objects to a spec that skips itself': {
      list: { a: 'passes' },
      outcome: 'skips',
      want: ['skips; the list says passes. why'],
    },
    'objects to a pass where the list still makes an excuse': {
      list: { a: KNOWN },
      outcome: 'passes',
      want: ['passes; the list says fails. Take it off the list of exceptions.'],
    },
    'judges each server by its own column': {
      list: { a: KNOWN },
      outcome: 'fails',
      server: 'real',
      want: ['fails; the list says passes. why'],
    },
    'objects to an exception without a reason': {
      list: { a: { ...KNOWN, reason: ' ' } },
      outcome: 'fails',
      want: ['lacks its reason. why'],
    },
    'objects to a spec that nobody has listed': {
      list: {},
      outcome: 'passes',
      want: ['is not in the list, and passes.'],
    },
    'objects to a spec that did not run': {
      list: { a: 'passes', b: 'passes' },
      outcome: 'passes',
      want: ['is in the list, but did not run'],
    },
  };
  for (const [name, { list, outcome, server = 'ours', want }] of Object.entries(cases)) {
    test(name, () => {
      const found = surprises(list, [result('a', outcome)], { server, complete: true });
      equal(
        found.map(({ text }) => text),
        want,
      );
    });
  }

  test('misses nothing when only a part was to run', () => {
    const options = { server: 'ours', complete: false } as const;
    equal(surprises({ a: 'passes', b: 'passes' }, [result('a', 'passes')], options), []);
  });
});

suite('withResults', (test) => {
  test('adds what is new in the order of the names and asks for the reason of what fails', () => {
    const list = withResults({ c: 'passes' }, [result('b', 'fails'), result('a', 'passes')], 'ours');
    equal(Object.entries(list), [
      ['a', 'passes'],
      ['b', { real: 'passes', ours: 'fails', reason: '' }],
      ['c', 'passes'],
    ]);
  });

  test('keeps a reason and what is known of the other server', () => {
    equal(withResults({ a: KNOWN }, [result('a', 'fails')], 'real'), { a: { ...KNOWN, real: 'fails' } });
  });

  test('forgets the reason of what passes on both', () => {
    equal(withResults({ a: KNOWN }, [result('a', 'passes')], 'ours'), { a: 'passes' });
  });
});

suite('readExpectations', (test) => {
  test('has at least the specs that are in scope, and a reason for each that does not pass on both', async () => {
    const list = Object.entries(await readExpectations());
    ok(list.length >= 99, `only ${list.length} specs`);
    for (const [name, entry] of list) ok(entry === 'passes' || entry.reason !== '', name);
  });
});
