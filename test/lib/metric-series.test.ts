import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { withCounts, withValues } from '../../lib/metric-series.ts';
import { equal, is } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { randomNumbers } from './queue/random-numbers.ts';

const BUCKETS = [0.25, 0.5, 1, 10];

function histogramOf(registry: Registry): Histogram<'a' | 'b'> {
  return new Histogram({
    name: 'h',
    help: 'h',
    labelNames: ['a', 'b'],
    buckets: BUCKETS,
    registers: [registry],
  });
}

suite('series of metrics', (test) => {
  test('say what calls of the histogram itself say', async (t) => {
    const [one, two] = [new Registry(), new Registry()];
    const plain = histogramOf(one);
    const kept = withValues(histogramOf(two));
    const random = randomNumbers(t.seed);
    const pick = <V>(all: readonly V[]): V => all[Math.floor(random() * all.length)]!;
    const values = [0, 0.25, 0.375, 0.5, 1, 7, 10, 11, 1e9];
    for (let i = 0; i < 200; i += 1) {
      const labels = { a: pick(['x', 'y']), b: pick(['1', '']) };
      const value = pick(values);
      plain.observe(labels, value);
      if (pick([true, false])) kept.observe(labels, value);
      else kept.series(labels).observe(value);
      if (i % 20 === 0) await two.metrics();
    }
    equal((await two.metrics()).split('\n').toSorted(), (await one.metrics()).split('\n').toSorted());
    equal(await sorted(two), await sorted(one));
  });

  test('are the same for the same labels, and absent until something is counted', async () => {
    const registry = new Registry();
    const kept = withValues(histogramOf(registry));
    const series = kept.series({ a: 'x', b: 'y' });
    is(kept.series({ b: 'y', a: 'x' }), series);
    is(withValues(kept).series({ a: 'x', b: 'y' }), series);
    is((await registry.metrics()).includes('h_count'), false);
  });

  test('add up with calls of the counter or the gauge itself, in one direction or both', async () => {
    const registry = new Registry();
    const counter = withCounts(
      new Counter({ name: 'c', help: 'c', labelNames: ['a'], registers: [registry] }),
    );
    const gauge = withCounts(new Gauge({ name: 'g', help: 'g', labelNames: ['a'], registers: [registry] }));
    counter.inc({ a: 'x' }, 2);
    counter.series({ a: 'x' }).inc();
    counter.series({ a: 'x' }).inc(3);
    gauge.series({ a: 'x' }).inc(2);
    is(await valueOf(registry, 'g'), 2);
    gauge.series({ a: 'x' }).inc(-1);
    is(await valueOf(registry, 'c'), 6);
    is(await valueOf(registry, 'c'), 6);
    is(await valueOf(registry, 'g'), 1);
  });

  test('call the histogram where it keeps its series in a way that is not known', async () => {
    const registry = new Registry();
    const histogram = histogramOf(registry);
    const observe = histogram.observe.bind(histogram);
    const unknown = { observe } as unknown as Histogram<'a' | 'b'>;
    withValues(unknown).series({ a: 'x', b: 'y' }).observe(1);
    is((await registry.metrics()).includes('h_count{a="x",b="y"} 1'), true);
  });

  test('begin again where the registry is reset', async () => {
    const registry = new Registry();
    const kept = withValues(histogramOf(registry));
    kept.series({ a: 'x', b: 'y' }).observe(1);
    await registry.metrics();
    registry.resetMetrics();
    kept.series({ a: 'x', b: 'y' }).observe(1);
    is((await registry.metrics()).includes('h_count{a="x",b="y"} 1'), true);
  });
});

async function valueOf(registry: Registry, name: string): Promise<number | undefined> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value;
}

async function sorted(registry: Registry): Promise<unknown> {
  const [metric] = await registry.getMetricsAsJSON();
  return (metric as unknown as { values: object[] }).values.map((value) => JSON.stringify(value)).toSorted();
}
