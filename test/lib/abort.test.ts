import { setImmediate } from 'node:timers/promises';

import { background, type Context } from '../../context/index.ts';
import { isAbort, untilAborted, withDeadline } from '../../lib/abort.ts';
import { isTimeout } from '../../lib/errors.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { is, not, ok, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

function setting(): { clock: VirtualClock; controller: AbortController; ctx: Context } {
  const clock = new VirtualClock();
  const controller = new AbortController();
  return { clock, controller, ctx: background().withClock(clock).withSignal(controller.signal) };
}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}

suite('isAbort', (test) => {
  test('knows the reason of an aborted signal, and nothing else', () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    not(isAbort(reason, controller.signal));
    controller.abort(reason);
    ok(isAbort(reason, controller.signal));
    not(isAbort(new Error('stop'), controller.signal));
    not(isAbort(undefined, new AbortController().signal));
  });
});

suite('untilAborted', (test) => {
  test('resolves and rejects as the promise does', async () => {
    const { signal } = new AbortController();
    is(await untilAborted(Promise.resolve(1), signal), 1);
    await rejects(untilAborted(Promise.reject(new Error('own')), signal), /own/);
  });

  test('rejects with the reason as soon as the signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const wait = untilAborted(never(), controller.signal);
    controller.abort(reason);
    is(await rejects(wait), reason);
  });

  test('rejects with the reason of a signal that was aborted before, although the promise is settled', async () => {
    await rejects(untilAborted(Promise.resolve(1), AbortSignal.abort(new Error('before'))), /before/);
  });

  test('takes a rejection that comes too late', async () => {
    const controller = new AbortController();
    const [late, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = untilAborted(late.promise, controller.signal);
    controller.abort(new Error('stop'));
    await rejects(wait, /stop/);
    await rejects(untilAborted(dropped.promise, controller.signal), /stop/);
    late.reject(new Error('too late'));
    dropped.reject(new Error('too late'));
    await setImmediate(); // An unhandled rejection would fail the test.
  });
});

suite('withDeadline', (test) => {
  test('returns what the work returns in time, and leaves no timer', async () => {
    const { clock, ctx } = setting();
    is(await withDeadline(ctx, 100, async () => 'done', 'the work'), 'done');
    is(clock.pending, 0);
  });

  test('passes on what the work throws, synchronously or not, and leaves no timer', async () => {
    const { clock, ctx } = setting();
    await rejects(
      withDeadline(ctx, 100, () => Promise.reject(new Error('own')), 'the work'),
      /own/,
    );
    const work = (): Promise<void> => {
      throw new Error('synchronous');
    };
    await rejects(withDeadline(ctx, 100, work, 'the work'), /synchronous/);
    is(clock.pending, 0);
  });

  test('rejects with a timeout that names the work, and tells the work by its signal', async () => {
    const { clock, ctx } = setting();
    let seen: AbortSignal | undefined;
    const run = withDeadline(ctx, 100, (limited) => ((seen = limited.signal), never()), 'the work');
    const failure = rejects(run, /^the work did not end within 100 ms$/);
    await clock.advance(99);
    not(seen?.aborted);
    await clock.advance(1);
    const error = await failure;
    ok(isTimeout(error));
    is(seen?.reason, error);
    not(ctx.signal.aborted);
  });

  test('rejects with the parent’s reason when that is aborted first, which is no timeout', async () => {
    const { clock, controller, ctx } = setting();
    const reason = new Error('shutting down');
    let seen: AbortSignal | undefined;
    const run = withDeadline(ctx, 100, (limited) => ((seen = limited.signal), never()), 'the work');
    controller.abort(reason);
    const error = await rejects(run);
    is(error, reason);
    ok(isAbort(error, ctx.signal));
    is(seen?.reason, reason);
    is(clock.pending, 0);
  });

  test('does not start the work when the parent was aborted before', async () => {
    const { clock, controller, ctx } = setting();
    controller.abort(new Error('before'));
    let started = false;
    await rejects(
      withDeadline(ctx, 100, async () => void (started = true), 'the work'),
      /before/,
    );
    not(started);
    is(clock.pending, 0);
  });

  test('takes what the work does after its time', async () => {
    const { clock, ctx } = setting();
    const late = Promise.withResolvers<void>();
    const failure = rejects(
      withDeadline(ctx, 100, () => late.promise, 'the work'),
      isTimeout,
    );
    await clock.advance(100);
    await failure;
    late.reject(new Error('too late'));
    await setImmediate();
  });

  test('does not abort the work’s signal once it has ended', async () => {
    const { clock, ctx } = setting();
    let seen: AbortSignal | undefined;
    await withDeadline(ctx, 100, async (limited) => void (seen = limited.signal), 'the work');
    await clock.advance(1000);
    not(seen?.aborted);
  });

  test('has no limit, and changes no context, when the time is undefined', async () => {
    const { clock, ctx } = setting();
    is(await withDeadline(ctx, undefined, async (same) => same, 'the work'), ctx);
    is(clock.pending, 0);
  });
});
