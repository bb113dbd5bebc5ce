import { merge } from '../../../../lib/framework/intake/event-sources.ts';
import { equal, is } from '../../../kit/assert.ts';
import { turns } from '../../../kit/real-time.ts';
import { suite } from '../../../kit/suite.ts';

async function* listed<V>(...values: readonly V[]): AsyncGenerator<V> {
  yield* values;
}

suite('merge', (test) => {
  test('makes events of three streams, in order within each, and ends with them', async () => {
    const events = await Array.fromAsync(
      merge({ deletes: listed('d1', 'd2'), updates: listed('u1', 'u2'), errors: listed('e1') }),
    );
    const of = (type: string): unknown[] => events.filter((event) => event.type === type);
    equal(of('delete'), [
      { type: 'delete', object: 'd1', stale: false },
      { type: 'delete', object: 'd2', stale: false },
    ]);
    equal(of('update'), [
      { type: 'update', object: 'u1', initial: false },
      { type: 'update', object: 'u2', initial: false },
    ]);
    equal(of('error'), [{ type: 'error', error: 'e1' }]);
    is(events.length, 5);
  });

  test('ends at once without streams', async () => {
    equal(await Array.fromAsync(merge({})), []);
  });

  test('tells of a stream that throws, and goes on with the others', async () => {
    const boom = new Error('boom');
    async function* broken(): AsyncGenerator<string> {
      yield 'd1';
      throw boom;
    }
    const events = await Array.fromAsync(merge({ deletes: broken(), updates: listed('u1', 'u2', 'u3') }));
    is(events.length, 5);
    equal(
      events.filter((event) => event.type === 'error'),
      [{ type: 'error', error: boom }],
    );
  });

  test('asks a stream for the next value when the one before was taken', async () => {
    let asked = 0;
    async function* counting(): AsyncGenerator<string> {
      for (;;) {
        asked += 1;
        yield 'u';
      }
    }
    const events = merge({ updates: counting() });
    await turns(1);
    is(asked, 1);
    await events.next();
    await turns(1);
    is(asked, 2);
    await events.return?.();
  });

  test('closes its streams and ends its readers when it is left, even while it waits', async () => {
    let closed = 0;
    const silent: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => await new Promise(() => {}),
        return: async () => {
          closed += 1;
          throw new Error('nobody hears this');
        },
      }),
    };
    const events = merge({ updates: silent, deletes: silent });
    const reading = events.next();
    await events.return?.();
    equal(await reading, { done: true, value: undefined });
    equal(await events.next(), { done: true, value: undefined });
    is(closed, 2);
  });
});
