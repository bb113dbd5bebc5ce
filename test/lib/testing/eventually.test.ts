import { eventually } from '../../../lib/testing/eventually.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, instanceOf, is, match, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

suite('eventually', (test) => {
  test('returns the first value that passes, without waiting when that is the first', async () => {
    const clock = new VirtualClock();
    is(
      await eventually(
        () => 7,
        (value) => value === 7,
        { clock },
      ),
      7,
    );
    is(clock.pending, 0);
  });

  test('reads again after each interval', async () => {
    const clock = new VirtualClock();
    const readAt: number[] = [];
    const read = (): number => readAt.push(clock.monotonic());
    const value = eventually(read, (count) => count === 4, { clock, intervalMs: 25 });
    await clock.advance(1000);
    is(await value, 4);
    equal(readAt, [0, 25, 50, 75]);
  });

  test('takes an error of read for not yet', async () => {
    const clock = new VirtualClock();
    let reads = 0;
    const read = async (): Promise<string> => {
      reads += 1;
      if (reads < 3) throw new Error('refused');
      return 'up';
    };
    const value = eventually(read, () => true, { clock });
    await clock.advance(100);
    is(await value, 'up');
  });

  test('gives up at the deadline, with what it waited for and the last value', async () => {
    const clock = new VirtualClock();
    const wait = eventually(
      () => ({ phase: 'Pending' }),
      () => false,
      {
        clock,
        what: 'the pod to run',
        deadlineMs: 300,
        intervalMs: 100,
      },
    );
    const failure = rejects(
      wait,
      /^gave up waiting for the pod to run after 300 ms and 3 reads: .*'Pending'/s,
    );
    await clock.advance(300);
    await failure;
    is(clock.pending, 0);
  });

  test('gives up with the last error of read as its cause', async () => {
    const clock = new VirtualClock();
    const cause = new Error('refused');
    const failure = rejects(
      eventually(
        () => Promise.reject(cause),
        () => true,
        { clock },
      ),
      /refused/,
    );
    await clock.advance(5000);
    const error = await failure;
    instanceOf(error, Error);
    is(error.cause, cause);
  });

  test('gives up on a read that never ends', async () => {
    const clock = new VirtualClock();
    const failure = rejects(
      eventually(
        () => new Promise(() => {}),
        () => true,
        { clock },
      ),
      /has not ended/,
    );
    await clock.advance(5000);
    await failure;
  });

  test('ends with an error of check at once', async () => {
    const fails = (): boolean => {
      throw new TypeError('no such field');
    };
    await rejects(
      eventually(() => 1, fails),
      /no such field/,
    );
  });

  test('ends when the signal is aborted, and says what it saw', async () => {
    const controller = new AbortController();
    const clock = new VirtualClock();
    const wait = eventually(
      () => 41,
      (value) => value === 42,
      { clock, signal: controller.signal },
    );
    const failure = rejects(wait, /the last value was 41/);
    await clock.advance(50);
    controller.abort(new Error('the test is over'));
    const error = await failure;
    instanceOf(error, Error);
    match(String(error.cause), 'the test is over');
    is(clock.pending, 0);
    await rejects(
      eventually(
        () => 42,
        () => true,
        { signal: controller.signal },
      ),
      /the first read has not ended/,
    );
  });

  test('bounds what it prints of a huge value', async () => {
    const clock = new VirtualClock();
    const huge = Array.from({ length: 100_000 }, (_, i) => ({ name: `object-${i}` }));
    const failure = rejects(
      eventually(
        () => huge,
        () => false,
        { clock },
      ),
    );
    await clock.advance(5000);
    const error = await failure;
    instanceOf(error, Error);
    is(error.message.length < 3000, true);
  });

  test('works on real time', async () => {
    let value = 0;
    await eventually(
      () => (value += 1),
      (seen) => seen === 3,
      { intervalMs: 1 },
    );
  });
});
