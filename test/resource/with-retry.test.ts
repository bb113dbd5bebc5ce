import { background, type Context, reconciliationCanceled, resourceCanceled } from '../../context/index.ts';
import { TerminalError } from '../../lib/errors.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { withRetry } from '../../resource/retry/with-retry.ts';
import { RecordingLogger } from '../kit/recording-logger.ts';
import { equal, is, ok, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { crud, plain, UPDATE_STEPS } from './samples.ts';

const steady = { backOffFactory: () => ({ next: () => 1000, reset: () => {} }) };

interface Bench {
  readonly clock: VirtualClock;
  readonly logger: RecordingLogger;
  readonly stop: AbortController;
  readonly ctx: Context;
}

function bench(): Bench {
  const [clock, logger, stop] = [new VirtualClock(), new RecordingLogger(), new AbortController()];
  const flagged = resourceCanceled.with(reconciliationCanceled.with(background()));
  return { clock, logger, stop, ctx: flagged.withClock(clock).withLogger(logger).withSignal(stop.signal) };
}

suite('withRetry', (test) => {
  test('repeats a step of a CRUDResource by itself', async () => {
    const { ctx, clock, logger } = bench();
    const steps: string[] = [];
    const resource = crud((operation) => {
      steps.push(operation);
      if (operation === 'ApplyUpdateChange' && steps.length < 7) throw new Error('not yet');
    });
    const done = withRetry(resource, steady).ensureCreated(ctx, {});
    await clock.runUntil(() => steps.length === 8);
    await done;
    equal(steps, [
      ...UPDATE_STEPS.slice(0, 4),
      'ApplyUpdateChange',
      'ApplyUpdateChange',
      'ApplyUpdateChange',
      'ApplyDeleteChange',
    ]);
    const { message, fields } = logger.lines[0]!;
    equal([logger.lines.length, message], [2, 'retrying due to error']);
    equal(
      [fields?.['resource'], fields?.['operation'], fields?.['waitMs']],
      ['crud', 'ApplyUpdateChange', 1000],
    );
  });

  test('gives up after three retries by default, and rejects with the last error', async () => {
    const { ctx, clock, logger } = bench();
    let calls = 0;
    const failing = plain(() => {
      calls += 1;
      throw new Error(`failure ${calls}`);
    });
    const failed = rejects(withRetry(failing).ensureCreated(ctx, {}));
    await clock.runUntil(() => calls === 4);
    is(((await failed) as Error).message, 'failure 4');
    is(logger.lines.length, 3);
    ok(clock.monotonic() <= 1.5 * (500 + 750 + 1125), `${clock.monotonic()} ms`);
  });

  const never: Readonly<Record<string, (ctx: Context, stop: AbortController) => unknown>> = {
    'a terminal error': () => new TerminalError('useless'),
    'a terminal error inside another one': () => new Error('outer', { cause: new TerminalError('useless') }),
    'what canceled the reconciliation': (ctx) => {
      reconciliationCanceled.set(ctx);
      return new Error('canceled');
    },
    'what canceled the resource': (ctx) => {
      resourceCanceled.set(ctx);
      return new Error('canceled');
    },
    'an abort': (_, stop) => {
      stop.abort(new Error('stop'));
      return stop.signal.reason as unknown;
    },
    'what the config excludes': () => new Error('excluded'),
  };
  for (const [name, failure] of Object.entries(never))
    test(`never repeats ${name}`, async () => {
      const { ctx, stop } = bench();
      let calls = 0;
      const failing = plain((_, inner) => {
        calls += 1;
        throw failure(inner, stop) as Error;
      });
      const retryIf = (error: unknown): boolean => (error as Error).message !== 'excluded';
      await rejects(withRetry(failing, { ...steady, retryIf }).ensureCreated(ctx, {}));
      is(calls, 1);
    });

  test('waits no longer than the signal lets it', async () => {
    const { ctx, clock, stop } = bench();
    const reason = new Error('stop');
    const failed = rejects(
      withRetry(
        plain(() => {
          throw new Error('not yet');
        }),
        steady,
      ).ensureCreated(ctx, {}),
    );
    await clock.advance(500);
    stop.abort(reason);
    is(await failed, reason);
  });
});
