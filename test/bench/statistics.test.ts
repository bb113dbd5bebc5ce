import { type Round, spreadOf, summarise } from '../../bench/harness/statistics.ts';
import { equal, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('spreadOf', (test) => {
  const cases = {
    'one value': { given: [3], want: { min: 3, median: 3, max: 3 } },
    'an odd number of values': { given: [10, 9, 100], want: { min: 9, median: 10, max: 100 } },
    'an even number of values': { given: [4, 1, 3, 2], want: { min: 1, median: 2.5, max: 4 } },
  };
  for (const [name, { given, want }] of Object.entries(cases)) {
    test(`sums up ${name}`, () => equal(spreadOf(given), want));
  }

  test('refuses to sum up nothing', () => {
    throws(() => spreadOf([]), /no values/);
  });
});

suite('summarise', (test) => {
  const rounds: readonly Round[] = [
    new Map([
      ['slow', { ms: 100, keys: 5 }],
      ['fast', { ms: 50 }],
    ]),
    new Map([
      ['slow', { ms: 400, keys: 5 }],
      ['fast', { ms: 100 }],
    ]),
  ];

  test('makes ratios within each round, not of the medians', () => {
    const [, fast] = summarise(rounds, ['ms'], 'slow');
    equal(fast?.values, { min: 50, median: 75, max: 100 });
    equal(fast?.ratio, { min: 0.25, median: 0.375, max: 0.5 });
  });

  test('leaves out what a contestant does not have', () => {
    const summaries = summarise(rounds, ['keys', 'ms'], 'slow');
    equal(
      summaries.map(({ metric, contestant }) => `${metric} of ${contestant}`),
      ['keys of slow', 'ms of slow', 'ms of fast'],
    );
  });

  test('has no ratio where the baseline did not run', () => {
    equal(
      summarise(rounds, ['ms'], 'absent').map(({ ratio }) => ratio),
      [undefined, undefined],
    );
  });
});
