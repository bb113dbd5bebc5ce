import { compareResourceVersions } from '../../../lib/informer/resource-version.ts';
import { is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const CASES: readonly (readonly [string | undefined, string | undefined, number | undefined])[] = [
  ['1', '1', 0],
  ['9', '10', -1],
  ['10', '9', 1],
  ['123', '124', -1],
  ['18446744073709551615', '18446744073709551614', 1],
  ['0', '1', -1],
  ['01', '1', undefined],
  ['a', 'b', undefined],
  ['a', 'a', 0],
  ['1x', '2', undefined],
  ['', '1', undefined],
  [undefined, '1', undefined],
  ['-1', '1', undefined],
];

suite('compareResourceVersions', (test) => {
  for (const [a, b, want] of CASES) {
    test(`takes ${String(a)} and ${String(b)} for ${String(want)}`, () => {
      const result = compareResourceVersions(a, b);
      is(result === undefined ? undefined : Math.sign(result), want);
    });
  }
});
