import { SharedLines } from '../../../../lib/apiserver/serving/shared-lines.ts';
import { is, not } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const [a, b, c] = ['a\n', 'b\n', 'c\n'].map((line) => Buffer.from(line)) as [Buffer, Buffer, Buffer];

suite('SharedLines', (test) => {
  test('gives a line as it is', () => {
    is(new SharedLines().join([a]), a);
  });

  test('puts the same lines together once', () => {
    const shared = new SharedLines();
    const bytes = shared.join([a, b]);
    is(bytes.toString(), 'a\nb\n');
    is(shared.join([a, b]), bytes);
  });

  test('takes nothing else for the same', () => {
    const shared = new SharedLines();
    shared.join([a, b]);
    for (const [lines, want] of [
      [[a, c], 'a\nc\n'],
      [[a, b, c], 'a\nb\nc\n'],
      [[b, c], 'b\nc\n'],
    ] as const)
      is(shared.join(lines).toString(), want);
  });

  test('does not keep what only one reader waits for', () => {
    const shared = new SharedLines();
    const long = Buffer.alloc(1024 * 1024, 'x');
    const first = shared.join([long, a]);
    not(first === shared.join([long, a]));
  });
});
