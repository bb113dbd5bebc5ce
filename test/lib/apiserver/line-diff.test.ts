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

  test('of large texts tells what lies between their ends', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => String(index));
    const after = before.with(20_000, 'x').toSpliced(20_004, 1);
    const changed = ['20000', '20001', '20002', '20003', '20004'].map((line) => `-${line}\n`).join('');
    const now = ['x', '20001', '20002', '20003'].map((line) => `+${line}\n`).join('');
    const [head, tail] = [' 19997\n 19998\n 19999\n', ' 20005\n 20006\n 20007\n'];
    is(
      lineDiff(before.join('\n'), after.join('\n')),
      `@@ -19998,11 +19998,10 @@\n${head}${changed}${now}${tail}`,
    );
  });
});
