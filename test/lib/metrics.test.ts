import { Counter } from 'prom-client';

import { isInvalidConfig } from '../../lib/errors.ts';
import {
  clientMetrics,
  frameworkMetrics,
  informerMetrics,
  PROMETHEUS_NAMESPACE,
  PROMETHEUS_SUBSYSTEM,
  queueMetrics,
  Registry,
} from '../../lib/metrics.ts';
import { equal, is, match, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const parts = { clientMetrics, frameworkMetrics, informerMetrics, queueMetrics };

suite('names', (test) => {
  test('are operatorkit’s', () =>
    equal([PROMETHEUS_NAMESPACE, PROMETHEUS_SUBSYSTEM], ['operatorkit', 'framework']));

  test('are those that dashboards for operatorkit, controller-runtime and client-go ask for', () => {
    const registry = new Registry();
    for (const make of Object.values(parts)) make(registry);
    const wanted = [
      'operatorkit_framework_event',
      'operatorkit_informer_watch_event_total',
      'operatorkit_informer_watcher_close_total',
      'operatorkit_informer_cache_size',
      'controller_runtime_reconcile_total',
      'controller_runtime_reconcile_errors_total',
      'controller_runtime_terminal_reconcile_errors_total',
      'controller_runtime_reconcile_panics_total',
      'controller_runtime_reconcile_timeouts_total',
      'controller_runtime_reconcile_time_seconds',
      'controller_runtime_max_concurrent_reconciles',
      'controller_runtime_active_workers',
      'workqueue_depth',
      'workqueue_adds_total',
      'workqueue_retries_total',
      'workqueue_queue_duration_seconds',
      'workqueue_work_duration_seconds',
      'workqueue_unfinished_work_seconds',
      'workqueue_longest_running_processor_seconds',
      'rest_client_requests_total',
      'rest_client_request_duration_seconds',
      'rest_client_request_retries_total',
    ];
    equal(
      wanted.filter((name) => registry.getSingleMetric(name) === undefined),
      [],
    );
  });
});

for (const [name, make] of Object.entries(parts)) {
  suite(name, (test) => {
    test('finds its metrics again in a registry that has them', () => {
      const registry = new Registry();
      const [first, second] = [make(registry), make(registry)];
      for (const [key, metric] of Object.entries(first))
        is(Object.entries(second).find(([k]) => k === key)?.[1], metric);
    });

    test('keeps registries apart', async () => {
      const [one, two] = [new Registry(), new Registry()];
      make(one);
      is(two.getMetricsAsArray().length, 0);
    });
  });
}

suite('Registry', (test) => {
  test('refuses a metric whose name belongs to another one, and says what to do', () => {
    const registry = new Registry();
    const taken = new Counter({
      name: 'workqueue_depth',
      help: 'h',
      labelNames: ['x'],
      registers: [registry],
    });
    const error = throws(() => queueMetrics(registry), isInvalidConfig);
    match(String(error), /workqueue_depth: it has a counter with the labels x; remove that one/);
    is(registry.getSingleMetric('workqueue_depth'), taken);
  });
});

suite('ScrapedGauge', (test) => {
  test('asks everyone who shares it for values when it is scraped, until they leave', async () => {
    const registry = new Registry();
    const { depth } = queueMetrics(registry);
    const labels = { controller: 'c', priority: '0' };
    const one = (): void => depth.set({ ...labels, name: 'one' }, 1);
    const two = (): void => depth.set({ ...labels, name: 'two' }, 2);
    depth.onScrape.add(one);
    queueMetrics(registry).depth.onScrape.add(two);
    const text = await registry.metrics();
    match(text, /name="one"\} 1/);
    match(text, /name="two"\} 2/);
    depth.onScrape.delete(one);
    depth.reset();
    is((await registry.metrics()).includes('name="one"'), false);
  });
});
