import { background, type Context } from '../../context/index.ts';
import { type BackOff, defaultBackOffFactory, exponentialBackOff, retry } from '../../lib/backoff.ts';
import { isInvalidConfig } from '../../lib/errors.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { equal, is, ok, rejects, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

function waits(backOff: BackOff, count: number): (number | undefined)[] {
  return Array.from({ length: count }, () => backOff.next());
}

function setting(): { clock: VirtualClock; controller: AbortController; ctx: Context } {
  const clock = new VirtualClock();
  const controller = new AbortController();
  return { clock, controller, ctx: background().withClock(clock).withSignal(controller.signal) };
}

suite('exponentialBackOff', (test) => {
  test('grows by its factor up to its cap', () => {
    const backOff = exponentialBackOff({ initialMs: 100, factor: 2, maxMs: 500, jitter: 0 });
    equal(waits(backOff, 5), [100, 200, 400, 500, 500]);
  });

  test('spreads each wait by its jitter', () => {
    const at = (random: number): number | undefined =>
      exponentialBackOff({ initialMs: 100, jitter: 0.5, random: () => random }).next();
    equal([at(0), at(0.5), at(0.999_999)?.toFixed(1)], [50, 100, '150.0']);
  });

  test('starts again after a reset', () => {
    const backOff = exponentialBackOff({ initialMs: 100, factor: 3, jitter: 0, maxRetries: 2 });
    equal(waits(backOff, 3), [100, 300, undefined]);
    backOff.reset();
    equal(waits(backOff, 3), [100, 300, undefined]);
  });

  test('caps the first wait too', () => {
    equal(waits(exponentialBackOff({ initialMs: 900, maxMs: 300, jitter: 0 }), 2), [300, 300]);
  });

  test('stays a number for ever', () => {
    const forEver = exponentialBackOff({ factor: 10, jitter: 0 });
    is(waits(forEver, 2000).at(-1), 60_000);
    is(waits(exponentialBackOff({ initialMs: 0, factor: 10 }), 2000).at(-1), 0);
  });

  test('refuses options out of their range', () => {
    const bad = [
      { initialMs: -1 },
      { factor: 0.5 },
      { jitter: 2 },
      { maxMs: Number.NaN },
      { maxRetries: 1.5 },
    ];
    for (const options of bad) {
      const [name = ''] = Object.keys(options);
      const error = throws(() => exponentialBackOff(options), isInvalidConfig);
      ok(String(error).includes(`ExponentialBackOffOptions.${name}`));
    }
  });
});

suite('defaultBackOffFactory', (test) => {
  test('gives 500 ms, × 1.5, ± 50 %, capped at 60 s, endless', () => {
    const backOff = defaultBackOffFactory()();
    const nominal = Array.from({ length: 40 }, (_, i) => Math.min(60_000, 500 * 1.5 ** i));
    for (const ms of nominal) {
      const wait = backOff.next() ?? Number.NaN;
      ok(wait >= ms * 0.5 && wait <= ms * 1.5, `${wait} is not within 50 % of ${ms}`);
    }
  });

  test('makes a fresh one with each call', () => {
    const factory = defaultBackOffFactory();
    waits(factory(), 20);
    ok((factory().next() ?? Infinity) <= 750);
  });
});

suite('retry', (test) => {
  test('returns at once what the first attempt returns', async () => {
    const { clock, ctx } = setting();
    is(await retry(ctx, async () => 'value', { backOff: exponentialBackOff() }), 'value');
    is(clock.pending, 0);
  });

  test('waits on the context’s clock between attempts', async () => {
    const { clock, ctx } = setting();
    const times: number[] = [];
    const work = async (): Promise<string> => {
      times.push(clock.monotonic());
      if (times.length < 3) throw new Error(`attempt ${times.length}`);
      return 'value';
    };
    const backOff = exponentialBackOff({ initialMs: 1000, factor: 2, jitter: 0 });
    const result = retry(ctx, work, { backOff });
    await clock.runUntil(() => times.length === 3);
    is(await result, 'value');
    equal(times, [0, 1000, 3000]);
  });

  test('rethrows the last error when it gives up, and tells of each wait but not of the end', async () => {
    const { clock, ctx } = setting();
    let attempts = 0;
    const told: unknown[] = [];
    const result = retry(
      ctx,
      async () => {
        attempts += 1;
        throw new Error(`attempt ${attempts}`);
      },
      {
        backOff: exponentialBackOff({ initialMs: 10, factor: 1, jitter: 0, maxRetries: 2 }),
        onRetry: (error, waitMs) => told.push([String(error), waitMs]),
      },
    );
    const failure = rejects(result, /^attempt 3$/);
    await clock.runUntil(() => attempts === 3);
    await failure;
    equal(told, [
      ['Error: attempt 1', 10],
      ['Error: attempt 2', 10],
    ]);
    is(clock.pending, 0);
  });

  test('does not repeat what is not worth it', async () => {
    const { ctx } = setting();
    let attempts = 0;
    const work = async (): Promise<void> => {
      attempts += 1;
      throw new Error('useless');
    };
    await rejects(retry(ctx, work, { backOff: exponentialBackOff(), retryIf: () => false }), /useless/);
    is(attempts, 1);
  });

  test('ends at once with the reason when it is aborted while it waits', async () => {
    const { clock, controller, ctx } = setting();
    const reason = new Error('stop');
    let attempts = 0;
    const failure = rejects(
      retry(
        ctx,
        async () => {
          attempts += 1;
          throw new Error('again');
        },
        { backOff: exponentialBackOff({ initialMs: 60_000 }) },
      ),
    );
    await clock.advance(1);
    controller.abort(reason);
    is(await failure, reason);
    equal([attempts, clock.pending], [1, 0]);
  });

  test('makes no attempt after an abort that comes between a wait and the next attempt', async () => {
    const { clock, controller, ctx } = setting();
    let attempts = 0;
    const failure = rejects(
      retry(
        ctx,
        async () => {
          attempts += 1;
          throw new Error('again');
        },
        { backOff: exponentialBackOff({ initialMs: 10, jitter: 0 }) },
      ),
      /stop/,
    );
    clock.timer(10, () => controller.abort(new Error('stop')));
    await clock.advance(10);
    await failure;
    is(attempts, 1);
  });

  test('makes no attempt when it was aborted before', async () => {
    const { controller, ctx } = setting();
    controller.abort(new Error('before'));
    let attempts = 0;
    await rejects(
      retry(ctx, async () => void (attempts += 1), { backOff: exponentialBackOff() }),
      /before/,
    );
    is(attempts, 0);
  });

  test('does not retry the signal’s own reason', async () => {
    const { controller, ctx } = setting();
    const told: unknown[] = [];
    const work = async (): Promise<void> => {
      controller.abort(new Error('stop'));
      ctx.signal.throwIfAborted();
    };
    await rejects(
      retry(ctx, work, { backOff: exponentialBackOff(), onRetry: (error) => told.push(error) }),
      /stop/,
    );
    equal(told, []);
  });

  test('takes a synchronous error for one of an attempt', async () => {
    const { ctx } = setting();
    const work = (): Promise<void> => {
      throw new Error('synchronous');
    };
    const backOff = exponentialBackOff({ maxRetries: 0 });
    await rejects(() => retry(ctx, work, { backOff }), /synchronous/);
  });
});
