import { isAbort } from '../../lib/abort.ts';
import { requireOption } from '../../lib/errors.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import type { CountSeries, Labels, ValueSeries } from '../../lib/metric-series.ts';
import { operationMetrics, type OperationMetrics, type Registry } from '../../lib/metrics.ts';
import { type Around, type Call, wrap, type WrappedResource } from '../wrap.ts';

export interface MetricsConfig {
  /** The operator's name: `aws-operator` becomes the label value `awsOperator`. */
  readonly service: string;
  readonly registry: Registry;
}

/**
 * Counts and times each operation of a resource, or of each resource of a list: each step of a `CRUDResource`, the
 * whole call of any other. Keeps `operatorkit_framework_operation_total`,
 * `operatorkit_framework_operation_error_total` and the histogram `operatorkit_framework_operation` in seconds,
 * each with the labels `service`, `resource` and `operation`. What failed is timed too; an aborted reconcile is
 * no failure.
 *
 * Around a resource that retries it counts each operation once; inside, each attempt.
 *
 * @throws InvalidConfigError when an option or a resource is missing.
 * @see giantswarm/operatorkit:framework/resource/metricsresource
 */
export function withMetrics<T extends object>(
  resource: Resource<T>,
  config: MetricsConfig,
): WrappedResource<T>;
export function withMetrics<T extends object>(
  resources: readonly Resource<T>[],
  config: MetricsConfig,
): readonly WrappedResource<T>[];
export function withMetrics<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  config: MetricsConfig,
): WrappedResource<T> | readonly WrappedResource<T>[] {
  requireOption('MetricsConfig', config);
  return wrap(resources, measuring(config));
}

/** What is kept of one operation of one resource. */
interface Measured {
  readonly labels: OperationLabels;
  readonly total: CountSeries;
  readonly duration: ValueSeries;
}

type OperationLabels = Labels<'service' | 'resource' | 'operation'>;

function measuredOf({ total, duration }: OperationMetrics, labels: OperationLabels): Measured {
  return { labels, total: total.series(labels), duration: duration.series(labels) };
}

function measuring({ service, registry }: MetricsConfig): Around {
  const label = camelCase(requireOption('MetricsConfig.service', service));
  const metrics = operationMetrics(requireOption('MetricsConfig.registry', registry));
  const all = new Map<string, Measured>();
  const measured = ({ resource, operation }: Call): Measured => {
    const name = `${operation} ${resource}`;
    const known = all.get(name) ?? measuredOf(metrics, { service: label, resource, operation });
    all.set(name, known);
    return known;
  };
  return async (ctx, call, work) => {
    const { labels, total, duration } = measured(call);
    const started = ctx.clock.monotonic();
    total.inc();
    try {
      return await work(ctx);
    } catch (error) {
      if (!isAbort(error, ctx.signal)) metrics.errors.inc(labels);
      throw error;
    } finally {
      duration.observe((ctx.clock.monotonic() - started) / 1000);
    }
  };
}

function camelCase(name: string): string {
  const [first = '', ...rest] = name.split(/[^a-zA-Z0-9]+/u).filter((word) => word !== '');
  return [
    first.slice(0, 1).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)),
  ].join('');
}
