import type { Resource } from '../../lib/framework/resources/resource.ts';
import { newTracing, type TracingOptions } from '../../lib/tracing.ts';
import { type Around, wrap, type WrappedResource } from '../wrap.ts';

export type TraceConfig = TracingOptions;

/**
 * Makes a span of OpenTelemetry around each operation of a resource, or of each resource of a list: around each step
 * of a `CRUDResource`, around the whole call of any other. Its parent is the span that the context carries, that of
 * a framework's `tracingObserver` for instance, else the one that is active.
 *
 * Does nothing where `@opentelemetry/api` is not installed.
 *
 * @throws InvalidConfigError when a resource is missing.
 */
export function withTrace<T extends object>(resource: Resource<T>, config?: TraceConfig): WrappedResource<T>;
export function withTrace<T extends object>(
  resources: readonly Resource<T>[],
  config?: TraceConfig,
): readonly WrappedResource<T>[];
export function withTrace<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  config: TraceConfig = {},
): WrappedResource<T> | readonly WrappedResource<T>[] {
  return wrap(resources, tracing(config));
}

function tracing(config: TraceConfig): Around {
  const tracer = newTracing(config);
  if (tracer === undefined) return async (ctx, _call, work) => await work(ctx);
  return async (ctx, { resource, operation }, work) => {
    const attributes = { 'operatorkit.resource': resource, 'operatorkit.operation': operation };
    const name = `${resource} ${operation}`;
    return await tracer.run(ctx, name, { attributes }, async (inner) => await work(inner));
  };
}
