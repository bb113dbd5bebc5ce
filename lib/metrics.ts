import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { InvalidConfigError } from './errors.ts';
import {
  type CountSeries,
  type Scraped,
  type ValueSeries,
  type WithSeries,
  scraped,
  withCounts,
  withValues,
} from './metric-series.ts';

// Every metric of the package, by the part that keeps it: names, labels and buckets stand here and nowhere
// else. The names are operatorkit's, controller-runtime's and client-go's, so that existing dashboards work;
// those without a model there start with `operatorkit_`. No label carries an object's name.

export const PROMETHEUS_NAMESPACE = 'operatorkit';
export const PROMETHEUS_SUBSYSTEM = 'framework';

/** prom-client's registry; pass one's own to join metrics that exist. */
export { Registry };

/** What prom-client's metrics carry besides their declared types. */
interface Declared {
  readonly type: string;
  readonly labelNames: readonly string[];
}

/**
 * Several frameworks may share one registry, so each metric is made once and then found again.
 *
 * @throws InvalidConfigError when the name belongs to a metric of another type or with other labels.
 */
function find(registry: Registry, name: string, type: string, labelNames: readonly string[]): unknown {
  const known: unknown = registry.getSingleMetric(name);
  if (known === undefined) return undefined;
  const { type: knownType, labelNames: knownLabels } = known as Declared;
  if (knownType !== type || knownLabels.toSorted().join() !== labelNames.toSorted().join()) {
    throw new InvalidConfigError(
      `registry must not hold another metric named ${name}: it has a ${knownType} with the labels ` +
        `${knownLabels.join(', ') || '(none)'}; remove that one or use a registry of its own`,
    );
  }
  return known;
}

function counter<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[],
): Counter<L> {
  const known = find(registry, name, 'counter', labelNames) as Counter<L> | undefined;
  return known ?? new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
}

function gauge<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[],
): Gauge<L> {
  const known = find(registry, name, 'gauge', labelNames) as Gauge<L> | undefined;
  return known ?? new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
}

/** A gauge that asks for its values when it is scraped; for what changes by itself, such as an age. */
export type ScrapedGauge<L extends string> = Gauge<L> & Scraped;

/** For what is counted often. */
export type SeriesCounter<L extends string> = Counter<L> & WithSeries<L, CountSeries>;
export type SeriesGauge<L extends string> = Gauge<L> & WithSeries<L, CountSeries>;
export type SeriesHistogram<L extends string> = Histogram<L> & WithSeries<L, ValueSeries>;

function histogram<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: readonly number[],
): Histogram<L> {
  const known = find(registry, name, 'histogram', labelNames) as Histogram<L> | undefined;
  return (
    known ??
    new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] })
  );
}

/** Seconds; the defaults of Prometheus' Go client, which operatorkit used. */
const DEFAULT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds; 10 ns and up by factors of ten, as client-go's work queue has them. */
const QUEUE_BUCKETS = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));

/**
 * Seconds; as controller-runtime has them.
 *
 * @see kubernetes-sigs/controller-runtime:pkg/internal/controller/metrics/metrics.go
 */
const RECONCILE_BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

export interface ClientMetrics {
  readonly requests: Counter<'code' | 'method' | 'host'>;
  readonly duration: Histogram<'verb' | 'host'>;
  readonly retries: Counter<'code' | 'verb' | 'host'>;
}

/** What the client keeps. `code` is `<error>` where there was no answer, as in client-go. */
export function clientMetrics(registry: Registry): ClientMetrics {
  return {
    requests: counter(registry, 'rest_client_requests_total', 'Requests by status code, method and host', [
      'code',
      'method',
      'host',
    ]),
    duration: histogram(
      registry,
      'rest_client_request_duration_seconds',
      'Time until the head of the answer, by verb and host',
      ['verb', 'host'],
      [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
    ),
    retries: counter(registry, 'rest_client_request_retries_total', 'Retries by status code, verb and host', [
      'code',
      'verb',
      'host',
    ]),
  };
}

export interface InformerMetrics {
  readonly watchEvents: Counter<'kind' | 'resource'>;
  readonly watcherCloses: Counter<'resource'>;
  readonly cacheSize: Gauge<'resource'>;
  readonly lists: Counter<'resource'>;
  readonly failures: Counter<'resource' | 'reason'>;
  readonly handlerErrors: Counter<'resource'>;
  readonly lastEventAge: ScrapedGauge<'resource'>;
  readonly connected: Gauge<'resource'>;
}

/** What an informer keeps. `resource` is `plural.group`; `kind` is create, update, delete, or error. */
export function informerMetrics(registry: Registry): InformerMetrics {
  const name = (rest: string): string => `${PROMETHEUS_NAMESPACE}_informer_${rest}`;
  const resource = ['resource'] as const;
  return {
    watchEvents: counter(registry, name('watch_event_total'), 'Events by kind', ['kind', 'resource']),
    watcherCloses: counter(registry, name('watcher_close_total'), 'Watch streams that ended', resource),
    cacheSize: gauge(registry, name('cache_size'), 'Objects in the store', resource),
    lists: counter(registry, name('list_total'), 'Complete lists', resource),
    failures: counter(registry, name('failure_total'), 'Failed lists and watches by reason', [
      'resource',
      'reason',
    ]),
    handlerErrors: counter(registry, name('handler_error_total'), 'Handlers that threw', resource),
    lastEventAge: scraped(
      gauge(registry, name('silent_seconds'), 'Time since the server last sent anything', resource),
    ),
    connected: gauge(registry, name('connected'), '1 while a list or a watch is open', resource),
  };
}

export interface QueueMetrics {
  readonly depth: ScrapedGauge<'name' | 'controller' | 'priority'>;
  readonly adds: SeriesCounter<'name' | 'controller'>;
  readonly retries: Counter<'name' | 'controller'>;
  readonly queueDuration: SeriesHistogram<'name' | 'controller'>;
  readonly workDuration: SeriesHistogram<'name' | 'controller'>;
  readonly unfinishedWork: ScrapedGauge<'name' | 'controller'>;
  readonly longestRunning: ScrapedGauge<'name' | 'controller'>;
}

/**
 * What a queue keeps; `name` and `controller` are both the framework's name.
 *
 * @see kubernetes-sigs/controller-runtime:pkg/internal/metrics/workqueue.go
 */
export function queueMetrics(registry: Registry): QueueMetrics {
  const labels = ['name', 'controller'] as const;
  const help = 'Of the work queue:';
  return {
    depth: scraped(gauge(registry, 'workqueue_depth', `${help} keys waiting`, [...labels, 'priority'])),
    adds: withCounts(counter(registry, 'workqueue_adds_total', `${help} keys added`, labels)),
    retries: counter(registry, 'workqueue_retries_total', `${help} keys added with backoff`, labels),
    queueDuration: withValues(
      histogram(
        registry,
        'workqueue_queue_duration_seconds',
        `${help} time a key waited`,
        labels,
        QUEUE_BUCKETS,
      ),
    ),
    workDuration: withValues(
      histogram(
        registry,
        'workqueue_work_duration_seconds',
        `${help} time a key's run took`,
        labels,
        QUEUE_BUCKETS,
      ),
    ),
    unfinishedWork: scraped(
      gauge(registry, 'workqueue_unfinished_work_seconds', `${help} sum over the running keys`, labels),
    ),
    longestRunning: scraped(
      gauge(
        registry,
        'workqueue_longest_running_processor_seconds',
        `${help} age of the oldest running key`,
        labels,
      ),
    ),
  };
}

export interface OperationMetrics {
  readonly total: SeriesCounter<'service' | 'resource' | 'operation'>;
  readonly errors: Counter<'service' | 'resource' | 'operation'>;
  readonly duration: SeriesHistogram<'service' | 'resource' | 'operation'>;
}

/**
 * What measured resources keep. `operation` is a step of a CRUDResource, or EnsureCreated or EnsureDeleted.
 *
 * @see giantswarm/operatorkit:framework/resource/metricsresource
 */
export function operationMetrics(registry: Registry): OperationMetrics {
  const name = `${PROMETHEUS_NAMESPACE}_${PROMETHEUS_SUBSYSTEM}_operation`;
  const labels = ['service', 'resource', 'operation'] as const;
  return {
    total: withCounts(counter(registry, `${name}_total`, 'Operations of resources', labels)),
    errors: counter(registry, `${name}_error_total`, 'Operations of resources that failed', labels),
    duration: withValues(
      histogram(registry, name, 'Seconds that an operation of a resource took', labels, DEFAULT_BUCKETS),
    ),
  };
}

export interface EventMetrics {
  readonly events: Counter<'result'>;
}

/** What a recorder of events keeps. `result` is written, dropped, or failed. */
export function eventMetrics(registry: Registry): EventMetrics {
  const name = `${PROMETHEUS_NAMESPACE}_events_total`;
  return { events: counter(registry, name, 'Events about objects by what became of them', ['result']) };
}

export interface FrameworkMetrics {
  readonly event: SeriesHistogram<'event'>;
  readonly reconciles: SeriesCounter<'controller' | 'result'>;
  readonly errors: Counter<'controller'>;
  readonly terminalErrors: Counter<'controller'>;
  readonly panics: Counter<'controller'>;
  readonly timeouts: Counter<'controller'>;
  readonly duration: SeriesHistogram<'controller'>;
  readonly maxConcurrent: Gauge<'controller'>;
  readonly activeWorkers: SeriesGauge<'controller'>;
  readonly orphanedFinalizers: Counter<'controller'>;
  readonly stuck: Gauge<'controller'>;
  readonly resyncs: Counter<'controller'>;
  readonly eventErrors: Counter<'controller'>;
}

/**
 * What a framework keeps. `event` is update or delete; `result` is success, error, requeue, or requeue_after.
 *
 * @see giantswarm/operatorkit:framework/metrics.go
 * @see kubernetes-sigs/controller-runtime:pkg/internal/controller/metrics/metrics.go
 */
export function frameworkMetrics(registry: Registry): FrameworkMetrics {
  const own = (rest: string): string => `${PROMETHEUS_NAMESPACE}_${PROMETHEUS_SUBSYSTEM}_${rest}`;
  const theirs = (rest: string): string => `controller_runtime_${rest}`;
  const controller = ['controller'] as const;
  return {
    event: withValues(
      histogram(registry, own('event'), 'Seconds that an event took', ['event'], DEFAULT_BUCKETS),
    ),
    reconciles: withCounts(
      counter(registry, theirs('reconcile_total'), 'Reconciles by result', ['controller', 'result']),
    ),
    errors: counter(registry, theirs('reconcile_errors_total'), 'Reconciles that failed', controller),
    terminalErrors: counter(
      registry,
      theirs('terminal_reconcile_errors_total'),
      'Reconciles that failed with a terminal error',
      controller,
    ),
    panics: counter(
      registry,
      theirs('reconcile_panics_total'),
      'Reconciles that threw something that is not an Error',
      controller,
    ),
    timeouts: counter(
      registry,
      theirs('reconcile_timeouts_total'),
      'Reconciles over their time limit',
      controller,
    ),
    duration: withValues(
      histogram(
        registry,
        theirs('reconcile_time_seconds'),
        'Seconds that a reconcile took',
        controller,
        RECONCILE_BUCKETS,
      ),
    ),
    maxConcurrent: gauge(
      registry,
      theirs('max_concurrent_reconciles'),
      'Upper bound of parallel reconciles',
      controller,
    ),
    activeWorkers: withCounts(
      gauge(registry, theirs('active_workers'), 'Reconciles that are running', controller),
    ),
    orphanedFinalizers: counter(
      registry,
      own('orphaned_finalizer_total'),
      'Deletions held by our finalizer although no resource set handles the object',
      controller,
    ),
    stuck: gauge(
      registry,
      own('stuck_reconciles'),
      'Reconciles that ignore their aborted signal',
      controller,
    ),
    resyncs: counter(registry, own('resync_total'), 'Times that everything was queued again', controller),
    eventErrors: counter(
      registry,
      own('event_error_total'),
      'Errors that informers told of, and events that could not be taken',
      controller,
    ),
  };
}

export interface PauseMetrics {
  readonly paused: Gauge<'controller'>;
}

/** What a framework keeps about objects that are paused. */
export function pauseMetrics(registry: Registry): PauseMetrics {
  const name = `${PROMETHEUS_NAMESPACE}_${PROMETHEUS_SUBSYSTEM}_paused`;
  return {
    paused: gauge(registry, name, 'Objects that an annotation keeps from being reconciled', ['controller']),
  };
}

export interface StatusMetrics {
  readonly writes: Counter<'controller' | 'result'>;
}

/** What a framework keeps about the status that it manages. `result` is written, unchanged, gone, or failed. */
export function statusMetrics(registry: Registry): StatusMetrics {
  const name = `${PROMETHEUS_NAMESPACE}_${PROMETHEUS_SUBSYSTEM}_status_total`;
  return {
    writes: counter(registry, name, 'Status of objects by what became of it', ['controller', 'result']),
  };
}
