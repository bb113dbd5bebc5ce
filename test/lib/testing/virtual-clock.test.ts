import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, instanceOf, is, match, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

suite('VirtualClock', (test) => {
  test('stands still until it is advanced', async () => {
    const clock = new VirtualClock({ startMs: 1000 });
    let fired = false;
    clock.timer(0, () => (fired = true));
    await new Promise(setImmediate);
    equal([clock.now(), clock.monotonic(), clock.pending, fired], [1000, 0, 1, false]);
    await clock.advance(0);
    equal([clock.now(), clock.pending, fired], [1000, 0, true]);
  });

  test('fires in the order of deadlines, and of starts where these are equal', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    const start = (name: string, ms: number): void =>
      void clock.timer(ms, () => fired.push(`${name}@${clock.monotonic()}`));
    start('c', 20);
    start('a', 10);
    start('d', 20);
    start('b', 10);
    start('late', 21);
    await clock.advance(20);
    equal(fired, ['a@10', 'b@10', 'c@20', 'd@20']);
    is(clock.monotonic(), 20);
  });

  test('runs chains of sleeps within one advance, each at its own time', async () => {
    const clock = new VirtualClock();
    const woke: number[] = [];
    const chain = (async () => {
      for (let i = 0; i < 5; i += 1) {
        await clock.sleep(100);
        await new Promise(setImmediate);
        woke.push(clock.monotonic());
      }
    })();
    await clock.advance(500);
    await chain;
    equal(woke, [100, 200, 300, 400, 500]);
  });

  test('does not fire what was canceled, also by an earlier timer of the same deadline', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    clock.timer(10, () => second.cancel());
    const second = clock.timer(10, () => fired.push('second'));
    const third = clock.timer(20, () => fired.push('third'));
    third.cancel();
    third.cancel();
    await clock.advance(100);
    equal([fired, clock.pending], [[], 0]);
  });

  test('rejects a sleep with the reason of its signal and drops its timer', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const reason = new Error('enough');
    const sleep = clock.sleep(1000, controller.signal);
    controller.abort(reason);
    is(await rejects(sleep), reason);
    is(clock.pending, 0);
  });

  test('sleeps without end on Infinity and counts no timer for it', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const sleep = clock.sleep(Infinity, controller.signal);
    is(await clock.advanceToNext(), false);
    controller.abort(new Error('over'));
    await rejects(sleep, /over/);
  });

  test('advances to the next timer only', async () => {
    const clock = new VirtualClock();
    const fired: number[] = [];
    for (const ms of [30, 10, 20]) clock.timer(ms, () => fired.push(ms));
    is(await clock.advanceToNext(), true);
    equal([fired, clock.monotonic(), clock.pending], [[10], 10, 2]);
    await clock.advanceToNext();
    await clock.advanceToNext();
    is(await clock.advanceToNext(), false);
    equal([fired, clock.monotonic()], [[10, 20, 30], 30]);
  });

  test('never fires a timer of Infinity', async () => {
    const clock = new VirtualClock();
    clock.timer(Infinity, () => {
      throw new Error('fired');
    });
    is(await clock.advanceToNext(), false);
    await clock.advance(1e15);
    is(clock.pending, 1);
  });

  test('takes a delay that is no number for none', async () => {
    const clock = new VirtualClock();
    let fired = 0;
    clock.timer(Number.NaN, () => (fired += 1));
    clock.timer(-5, () => (fired += 1));
    await clock.advance(0);
    equal([fired, clock.monotonic()], [2, 0]);
  });

  test('runs until a condition holds, and no further', async () => {
    const clock = new VirtualClock();
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      clock.timer(1000, tick);
    };
    clock.timer(1000, tick);
    await clock.runUntil(() => ticks === 3);
    equal([ticks, clock.monotonic()], [3, 3000]);
  });

  test('runs until a condition that needs no timer', async () => {
    const clock = new VirtualClock();
    let steps = 0;
    const work = (async () => {
      for (; steps < 20; steps += 1) await new Promise(setImmediate);
    })();
    await clock.runUntil(() => steps === 20);
    await work;
  });

  test('says what was pending when the condition is out of reach', async () => {
    const clock = new VirtualClock();
    clock.timer(5000, () => {});
    const error = await rejects(
      clock.runUntil(() => false, { limitMs: 1000 }),
      /within 1000 ms/,
    );
    instanceOf(error, Error);
    match(error.message, /in 5000 ms, started .*virtual-clock\.test\.ts/);
    await clock.advance(5000);
    await rejects(
      clock.runUntil(() => false),
      /no timer is pending/,
    );
  });

  test('rejects the advance in which a callback throws, and goes on afterwards', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    clock.timer(10, () => {
      throw new Error('from a callback');
    });
    clock.timer(20, () => fired.push('next'));
    await rejects(clock.advance(30), /from a callback/);
    await clock.advance(20);
    equal(fired, ['next']);
  });

  test('refuses to be moved twice at once, or backwards', async () => {
    const clock = new VirtualClock();
    const first = clock.advance(10);
    await rejects(clock.advance(10), /being moved already/);
    await first;
    await rejects(clock.advance(-1), /must be 0 or more/);
    await rejects(clock.advance(Infinity), /finite/);
  });

  test(
    'handles 100 000 timers in random order',
    async (t) => {
      const clock = new VirtualClock();
      const delays: number[] = [];
      for (let i = 0, state = t.seed; i < 100_000; i += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        delays.push(state % 100);
      }
      const firedAt: number[] = [];
      const timers = delays.map((ms) => clock.timer(ms, () => firedAt.push(clock.monotonic())));
      const kept = delays.filter((_, i) => i % 100 === 0);
      timers.filter((_, i) => i % 100 !== 0).forEach((timer) => timer.cancel());
      is(clock.pending, kept.length);
      await clock.advance(100);
      equal(
        firedAt,
        kept.toSorted((a, b) => a - b),
      );
    },
    { timeoutMs: 10_000 },
  );
});
