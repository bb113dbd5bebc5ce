import { background } from '../../context/index.ts';
import { isInvalidConfig } from '../../lib/errors.ts';
import { Registry } from '../../lib/metrics.ts';
import { type MetricsConfig, withMetrics } from '../../resource/metrics/with-metrics.ts';
import { withRetry } from '../../resource/retry/with-retry.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { equal, is, ok, rejects, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { crud, plain, UPDATE_STEPS } from './samples.ts';

/** `resource operation: value` of each series. */
async function series(registry: Registry, name: string): Promise<readonly string[]> {
  const metric = await registry.getSingleMetric(`operatorkit_framework_operation${name}`)?.get();
  return (metric?.values ?? []).map(({ labels, value }) => {
    const { service, resource, operation } = labels as Record<string, string>;
    is(service, 'awsOperator');
    return `${resource} ${operation}: ${value}`;
  });
}

const once = { backOffFactory: () => ({ next: () => 0, reset: () => {} }), retryIf: () => true };

suite('withMetrics', (test) => {
  test('counts each step of a CRUDResource, and the calls of any other', async ({ ctx }) => {
    const registry = new Registry();
    const [first, second] = withMetrics<object>([crud(), plain()], { service: 'aws-operator', registry });
    await first?.ensureCreated(ctx, {});
    await second?.ensureDeleted(ctx, {});
    equal(await series(registry, '_total'), [
      ...UPDATE_STEPS.map((step) => `crud ${step}: 1`),
      'plain EnsureDeleted: 1',
    ]);
    equal(await series(registry, '_error_total'), []);
  });

  test('counts and times what failed, and what was aborted as no failure', async () => {
    const clock = new VirtualClock();
    const registry = new Registry();
    const stop = new AbortController();
    let failure: Error = new Error('boom');
    const slow = plain(async () => {
      await clock.advance(2500);
      throw failure;
    });
    const measured = withMetrics(slow, { service: 'aws-operator', registry });
    const ctx = background().withClock(clock).withSignal(stop.signal);
    await rejects(measured.ensureCreated(ctx, {}));
    failure = new Error('stop');
    stop.abort(failure);
    await rejects(measured.ensureCreated(ctx, {}));
    equal(await series(registry, '_total'), ['plain EnsureCreated: 2']);
    equal(await series(registry, '_error_total'), ['plain EnsureCreated: 1']);
    const durations = await registry.getSingleMetricAsString('operatorkit_framework_operation');
    ok(
      durations.includes(
        'operatorkit_framework_operation_sum{service="awsOperator",resource="plain",operation="EnsureCreated"} 5',
      ),
    );
  });

  for (const [order, want] of [
    ['around retries, counts an operation once', 1],
    ['inside retries, counts each attempt', 3],
  ] as const)
    test(order, async ({ ctx }) => {
      const registry = new Registry();
      const config = { service: 'aws-operator', registry };
      let left = 2;
      const flaky = plain(() => {
        left -= 1;
        if (left >= 0) throw new Error('not yet');
      });
      const nested =
        want === 1
          ? withMetrics(withRetry(flaky, once), config)
          : withRetry(withMetrics(flaky, config), once);
      await nested.ensureCreated(ctx, {});
      equal(await series(registry, '_total'), [`plain EnsureCreated: ${want}`]);
    });

  test('two services share one registry', async ({ ctx }) => {
    const registry = new Registry();
    await withMetrics(plain(), { service: 'one', registry }).ensureCreated(ctx, {});
    await withMetrics(plain(), { service: 'two', registry }).ensureCreated(ctx, {});
    const text = await registry.getSingleMetricAsString('operatorkit_framework_operation_total');
    ok(text.includes('service="one"') && text.includes('service="two"'));
  });

  const bad: Readonly<Record<string, Partial<MetricsConfig>>> = {
    'MetricsConfig.service must not be empty': { registry: new Registry() },
    'MetricsConfig.registry must not be empty': { service: 'one' },
  };
  for (const [message, config] of Object.entries(bad))
    test(`says: ${message}`, () => {
      const error = throws(() => withMetrics(plain(), config as MetricsConfig)) as Error;
      ok(isInvalidConfig(error));
      is(error.message, message);
    });
});
