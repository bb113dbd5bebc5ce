import { textDiff } from '../../../../lib/schema/command/text-diff.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 1));

suite('textDiff', (test) => {
  test('is empty for the same text', () => is(textDiff('a\nb', 'a\nb'), ''));

  test('shows what is removed and added', () => is(textDiff('a\nb\nc', 'a\nd\nc'), '  a\n- b\n+ d\n  c'));

  test('shows three lines around a change', () => {
    const changed = numbers(20).with(9, 'ten');
    const want = ['…', '  7', '  8', '  9', '- 10', '+ ten', '  11', '  12', '  13', '…'];
    is(textDiff(numbers(20).join('\n'), changed.join('\n')), want.join('\n'));
  });

  test('keeps lines that both have', () => {
    is(textDiff('a\nb\nc\nd', 'b\nx\nd\ne'), '- a\n  b\n- c\n+ x\n  d\n+ e');
  });

  test('bears texts without anything in common, and long ones', () => {
    is(textDiff('', 'a'), '-\n+ a');
    const [before, after] = [numbers(6000), numbers(6000).map((line) => `x${line}`)].map((lines) =>
      lines.join('\n'),
    );
    is(textDiff(before!, after!).split('\n').length, 12_000);
  });
});
