import { benchOptions, chosen } from '../../bench/harness/options.ts';
import { equal, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('benchOptions', (test) => {
  const defaults = { rounds: 5, quick: false, json: undefined, only: undefined, match: '' };
  const cases = {
    'nothing given': { given: [], want: defaults },
    'quick runs one round': { given: ['--quick'], want: { ...defaults, quick: true, rounds: 1 } },
    'rounds win over quick': {
      given: ['--quick', '--rounds', '2'],
      want: { ...defaults, quick: true, rounds: 2 },
    },
    everything: {
      given: ['--rounds', '7', '--json', 'a/b.json', '--only', 'A,B', '--match', 'sync'],
      want: { rounds: 7, quick: false, json: 'a/b.json', only: ['A', 'B'], match: 'sync' },
    },
  };
  for (const [name, { given, want }] of Object.entries(cases)) {
    test(`understands: ${name}`, () => equal(benchOptions(given), want));
  }

  for (const given of [
    ['--rounds', '0'],
    ['--rounds', '1.5'],
    ['--rounds', 'many'],
    ['--round', '3'],
    ['file.json'],
  ]) {
    test(`refuses: ${given.join(' ')}`, () => void throws(() => benchOptions(given)));
  }
});

suite('chosen', (test) => {
  const all = [{ name: 'A' }, { name: 'B' }, { name: 'C' }];

  test('takes all by default, else those named, in their own order', () => {
    equal(chosen(all, undefined), all);
    equal(chosen(all, ['C', 'A']), [{ name: 'A' }, { name: 'C' }]);
  });

  test('refuses a name that does not exist', () => {
    throws(() => chosen(all, ['A', 'D']), /\(A, B, C\), got "D"/);
  });
});
