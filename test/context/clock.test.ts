import { sleepOn, systemClock } from '../../context/index.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { equal, is, ok, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('systemClock', (test) => {
  test('calls back after the time, never synchronously and never early', async () => {
    const started = systemClock.monotonic();
    let synchronous = true;
    const ended = await new Promise<number>((resolve) => {
      systemClock.timer(5.9, () => {
        ok(!synchronous);
        resolve(systemClock.monotonic());
      });
      synchronous = false;
    });
    ok(ended - started >= 5, `came after ${ended - started} ms`);
  });

  test('takes a time that is not positive for at once', async () => {
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      systemClock.timer(-5, () => {
        order.push('timer');
        resolve();
      });
      order.push('caller');
    });
    equal(order, ['caller', 'timer']);
  });

  test('does not call back what was canceled, however often', async () => {
    let calls = 0;
    const timer = systemClock.timer(1, () => (calls += 1));
    timer.cancel();
    timer.cancel();
    await systemClock.sleep(5);
    is(calls, 0);
  });

  test('waits longer than Node’s timers can, instead of firing at once', async () => {
    let calls = 0;
    const timers = [2 ** 31, Infinity].map((ms) => systemClock.timer(ms, () => (calls += 1)));
    await systemClock.sleep(5);
    is(calls, 0);
    for (const timer of timers) timer.cancel();
  });

  test('ends a sleep with the signal’s reason', async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(60_000, controller.signal);
    controller.abort(new Error('enough'));
    await rejects(sleep, /enough/);
  });
});

suite('sleepOn', (test) => {
  test('resolves when its time has come', async () => {
    const clock = new VirtualClock();
    let awake = false;
    void sleepOn(clock, 100, undefined).then(() => (awake = true));
    await clock.advance(99);
    is(awake, false);
    await clock.advance(1);
    is(awake, true);
  });

  test('rejects at once when the signal was aborted before, and starts no timer', async () => {
    const clock = new VirtualClock();
    await rejects(sleepOn(clock, 100, AbortSignal.abort(new Error('before'))), /before/);
    is(clock.pending, 0);
  });

  test('cancels its timer when it is aborted', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const sleep = sleepOn(clock, 100, controller.signal);
    controller.abort(new Error('now'));
    await rejects(sleep, /now/);
    is(clock.pending, 0);
  });

  test('leaves no listener on the signal when it ends', async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const sleep = sleepOn(clock, 10, signal);
    is(listeners, 1);
    await clock.advance(10);
    await sleep;
    is(listeners, 0);
  });

  test('waits for the signal alone when the time is infinite', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const sleep = sleepOn(clock, Infinity, controller.signal);
    is(clock.pending, 0);
    controller.abort(new Error('at last'));
    await rejects(sleep, /at last/);
  });
});
