import { compilePattern } from '../../../../lib/apiserver/schema/pattern.ts';
import { is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('compilePattern', (test) => {
  const cases: Readonly<Record<string, readonly [pattern: string, matches: string, not: string]>> = {
    'flags in front': ['(?i)^a$', 'A', 'b'],
    "Go's anchors": ['\\Aa\\z', 'a', 'aa'],
    "POSIX's classes": ['^[[:digit:]]+$', '12', 'x'],
    'classes of one letter': ['^\\pL$', 'é', '1'],
    'code points': ['^[\\x{00e0}-\\x{1f600}]$', 'é', 'e'],
    'superfluous escapes': ['^a\\-b$', 'a-b', 'ab'],
    'named groups': ['^(?P<year>[0-9]{4})$', '2024', '24'],
  };
  for (const [name, [pattern, matches, not]] of Object.entries(cases)) {
    test(`reads ${name}`, () => {
      is(compilePattern(pattern).test(matches), true);
      is(compilePattern(pattern).test(not), false);
    });
  }

  test('refuses what is no pattern', () => {
    throws(() => compilePattern('('), /./);
  });
});
