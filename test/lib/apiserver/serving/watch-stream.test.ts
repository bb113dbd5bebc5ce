import { SharedLines } from '../../../../lib/apiserver/serving/shared-lines.ts';
import { WatchStream } from '../../../../lib/apiserver/serving/watch-stream.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function newStream(): WatchStream {
  return new WatchStream({ initial: [], shared: new SharedLines(), limitBytes: 100, onEnd: () => {} });
}

async function textOf(next: Promise<IteratorResult<Buffer, void>>): Promise<string | undefined> {
  return (await next).value?.toString();
}

suite('WatchStream', (test) => {
  test('hands over a line at once, and together what waits', async () => {
    const stream = newStream();
    const reader = stream[Symbol.asyncIterator]();
    const first = textOf(reader.next());
    stream.push(Buffer.from('a\n'));
    equal(await first, 'a\n');
    stream.push(Buffer.from('b\n'));
    stream.push(Buffer.from('c\n'));
    equal(await textOf(reader.next()), 'b\nc\n');
  });

  test('gives what it has when it ends, at once', async () => {
    const stream = newStream();
    const reader = stream[Symbol.asyncIterator]();
    const first = textOf(reader.next());
    stream.push(Buffer.from('a\n'));
    stream.end();
    equal([await first, await textOf(reader.next())], ['a\n', undefined]);
  });
});
