import { MinimalQueue } from '../../bench/peers/minimal-queue.ts';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('MinimalQueue', (test) => {
  test('hands out each key once, in order', async () => {
    const queue = new MinimalQueue();
    for (const key of ['a', 'b', 'a', 'c']) queue.add(key);
    equal([await queue.take(), await queue.take(), await queue.take()], ['a', 'b', 'c']);
    equal(queue.size, 0);
  });

  test('keeps a key that is added while it runs until it is done', async () => {
    const queue = new MinimalQueue();
    queue.add('a');
    const running = await queue.take();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    equal([queue.size, await queue.take()], [1, 'b']);
    queue.done(running);
    equal(await queue.take(), 'a');
  });

  test('hands a key to who waits first', async () => {
    const queue = new MinimalQueue();
    const takes = [queue.take(), queue.take()];
    queue.add('a');
    queue.add('b');
    equal(await Promise.all(takes), ['a', 'b']);
  });
});
