import { canonicalQuantity, isMore } from '../../../../lib/apiserver/builtin/quantity.ts';
import { equal, not, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

/** As apimachinery's own tests have them: what is written, and what is stored. */
const CASES: readonly (readonly [string | number, string | undefined])[] = [
  [1, '1'],
  [0.5, '500m'],
  ['0', '0'],
  ['0m', '0'],
  ['1000m', '1'],
  ['1500m', '1500m'],
  ['1.5', '1500m'],
  ['.5', '500m'],
  ['5.', '5'],
  ['1000', '1k'],
  ['1000k', '1M'],
  ['100M', '100M'],
  ['1Ki', '1Ki'],
  ['1024Ki', '1Mi'],
  ['0.5Gi', '512Mi'],
  ['1.5Gi', '1536Mi'],
  ['512', '512'],
  ['0.5Ki', '512'],
  ['1e3', '1e3'],
  ['1E3', '1e3'],
  ['12e-3', '12e-3'],
  ['1E', '1E'],
  ['-1.5', '-1500m'],
  ['1n', '1n'],
  ['0.1n', '1n'],
  ['100u', '100u'],
  ['', undefined],
  ['x', undefined],
  ['1x', undefined],
  ['1.2.3', undefined],
  ['1 Gi', undefined],
  ['1KiB', undefined],
  // As the real server, asked with dry runs of Pods, stores them.
  ['1e4', '10e3'],
  ['1e19', '10e18'],
  ['1e1000', '10e999'],
  ['10e20', '1e21'],
  ['0e10000', '0'],
  ['9223372036854775808', '9223372036854775808'],
  ['1200000000000000000000', '1200E'],
  ['10000E', '10'],
  ['9Ei', '9223372036854775807'],
  ['1000000000000000000000Ki', '9223372036854775807'],
  ['1e-1000', '1e-9'],
  // What the real server never comes back from.
  ['1e1000000000', undefined],
  ['1e-1000000000', '1e-9'],
];

suite('canonicalQuantity', (test) => {
  for (const [given, want] of CASES)
    test(`makes ${String(want)} of ${JSON.stringify(given)}`, () => {
      equal(canonicalQuantity(given), want);
    });
});

suite('isMore', (test) => {
  test('compares across units', () => {
    ok(isMore('1Gi', '1000M'));
    ok(isMore('1', '999m'));
    not(isMore('1', '1000m'));
    not(isMore('x', '1'));
  });
});
