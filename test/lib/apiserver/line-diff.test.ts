import { lineDiff } from '../../../lib/apiserver/line-diff.ts';
import { is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function lines(letters: string): string {
  return [...letters].join('\n');
}

/** Texts of one letter a line, and what changed between them, with `/` between lines. */
const CASES: readonly (readonly [before: string, after: string, diff: string])[] = [
  ['abc', 'abc', ''],
  ['a', 'b', '@@ -1 +1 @@/-a/+b/'],
  ['abcdefgh', 'abcdXefgh', '@@ -2,6 +2,7 @@/ b/ c/ d/+X/ e/ f/ g/'],
  ['abcdefgh', 'abcdefg', '@@ -5,4 +5,3 @@/ e/ f/ g/-h/'],
  ['abcdefgh', 'XabcdefgY', '@@ -1,3 +1,4 @@/+X/ a/ b/ c/@@ -5,4 +6,4 @@/ e/ f/ g/-h/+Y/'],
  ['abcdefgh', 'XabcdefYh', '@@ -1,8 +1,9 @@/+X/ a/ b/ c/ d/ e/ f/-g/+Y/ h/'],
  ['{a{}}', '{a{b}{}}', '@@ -1,5 +1,8 @@/ {/ a/ {/+b/+}/+{/ }/ }/'],
];

suite('diff of lines', (test) => {
  for (const [before, after, diff] of CASES)
    test(`of ${before} and ${after}`, () => {
      is(lineDiff(lines(before), lines(after)), diff.replaceAll('/', '\n'));
    });
});
