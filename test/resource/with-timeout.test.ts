import { background } from '../../context/index.ts';
import { isInvalidConfig, isTimeout } from '../../lib/errors.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { withTimeout } from '../../resource/timeout/with-timeout.ts';
import { is, ok, rejects, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { crud, plain } from './samples.ts';

suite('withTimeout', (test) => {
  test('tells a step to stop at its limit, and fails once it has ended', async () => {
    const clock = new VirtualClock();
    const ctx = background().withClock(clock);
    let ended = false;
    const slow = crud(async (operation, inner) => {
      if (operation !== 'GetDesiredState') return;
      await inner.clock.sleep(Infinity, inner.signal).catch(() => {});
      await inner.clock.sleep(500);
      ended = true;
    });
    const failed = rejects(withTimeout(slow, { timeoutMs: 1000 }).ensureCreated(ctx, {}));
    await clock.advance(1400);
    is(ended, false);
    await clock.advance(100);
    const error = (await failed) as Error;
    ok(isTimeout(error) && ended);
    is(error.message, 'GetDesiredState of resource crud did not end within 1000 ms');
  });

  test('leaves what is in time alone, and gives each step the whole time', async () => {
    const clock = new VirtualClock();
    const done = withTimeout(
      crud(async (_, { clock: own }) => await own.sleep(900)),
      { timeoutMs: 1000 },
    ).ensureCreated(background().withClock(clock), {});
    await clock.advance(6 * 900);
    await done;
    is(clock.pending, 0);
  });

  test('hands on an abort from outside', async () => {
    const stop = new AbortController();
    const reason = new Error('stop');
    const ctx = background().withClock(new VirtualClock()).withSignal(stop.signal);
    const waiting = plain(async (_, inner) => await inner.clock.sleep(Infinity, inner.signal));
    const failed = rejects(withTimeout(waiting, { timeoutMs: 1000 }).ensureDeleted(ctx, {}));
    stop.abort(reason);
    is(await failed, reason);
  });

  for (const timeoutMs of [undefined, 0, -1, Number.NaN])
    test(`refuses a limit of ${timeoutMs}`, () => {
      const error = throws(() => withTimeout(plain(), { timeoutMs: timeoutMs as number })) as Error;
      ok(isInvalidConfig(error));
      ok(error.message.startsWith('TimeoutConfig.timeoutMs must'), error.message);
    });
});
