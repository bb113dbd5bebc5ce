import { getEventListeners } from 'node:events';

import { Takers } from '../../../lib/queue/takers.ts';
import { equal, is, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

suite('Takers', (test) => {
  test('are served in order of arrival, whatever their signals, while there are keys', async () => {
    const takers = new Takers();
    const [one, two] = [new AbortController(), new AbortController()];
    const waits = [one, two, one].map(async ({ signal }) => await takers.wait(signal));
    const keys = ['a', 'b'];
    takers.serve(() => keys.shift());
    equal(await Promise.all(waits.slice(0, 2)), ['a', 'b']);
    takers.serve(() => 'c');
    is(await waits[2], 'c');
  });

  test('are let go with the reason of their own signal only', async () => {
    const takers = new Takers();
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [takers.wait(one.signal), takers.wait(two.signal)];
    const reason = new Error('enough');
    one.abort(reason);
    is(await rejects(first), reason);
    takers.serve(() => 'a');
    is(await second, 'a');
  });

  test('listen once to each signal, and to at most one with which nobody waits', async () => {
    const takers = new Takers();
    const [one, two] = [new AbortController(), new AbortController()];
    const waits = [takers.wait(one.signal), takers.wait(one.signal)];
    is(listeners(one.signal), 1);
    takers.serve(() => 'a');
    await Promise.all(waits);
    is(listeners(one.signal), 1);
    const last = takers.wait(two.signal);
    equal([listeners(one.signal), listeners(two.signal)], [0, 1]);
    takers.close();
    is(listeners(two.signal), 1);
    takers.serve(() => 'b');
    is(await last, 'b');
    takers.close();
    is(listeners(two.signal), 0);
  });
});
