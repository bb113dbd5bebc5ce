import { compilePattern, translatePattern } from '../../../lib/schema/pattern.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const TAKEN: Readonly<Record<string, string>> = {
  '^a$': '^a$',
  '^(?:a|(?<name>b))\\/\\.[\\w-]+$': '^(?:a|(?<name>b))\\/\\.[\\w-]+$',
  '(?i:a)': '(?i:a)',
  '[(?=]': '[(?=]',
  '\\(?=': '\\(?=',
  '\\p{Lu}\\P{L}': '\\p{Lu}\\P{L}',
  '\\u0041\\u00e9': '\\x41é',
  '\\u{1F600}': '😀',
  '\\uD83D\\uDE00': '😀',
  '\\\\u0041': '\\\\u0041',
  'a{2,1000}': 'a{2,1000}',
};

const REFUSED: Readonly<Record<string, string>> = {
  'a(?=b)': 'a lookahead',
  'a(?!b)': 'a lookahead',
  '(?<=a)b': 'a lookbehind',
  '(?<!a)b': 'a lookbehind',
  '(a)\\1': 'a back-reference',
  '(?<n>a)\\k<n>': 'a back-reference',
  '\\cJ': 'a control escape',
  '\\p{Script=Greek}': 'a long name of a property',
  '\\p{Emoji}': 'a long name of a property',
  '[^]': 'an empty class',
  'a{1001}': 'more than 1000 repetitions',
  '(': 'is no regular expression',
  '\\uD83D': 'half a character',
};

suite('translatePattern', (test) => {
  for (const [given, pattern] of Object.entries(TAKEN))
    test(`takes ${given}`, () => {
      equal(translatePattern(given), { pattern });
      compilePattern(pattern);
    });

  for (const [given, want] of Object.entries(REFUSED))
    test(`refuses ${given}`, () => equal(translatePattern(given).why?.includes(want), true));
});
