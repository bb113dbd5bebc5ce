import { withTimeLimit } from '../../lib/abort.ts';
import { checkNumber, requireOption } from '../../lib/errors.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { wrap, type WrappedResource } from '../wrap.ts';

export interface TimeoutConfig {
  /** How long one operation may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Limits the time of each operation of a resource, or of each resource of a list: of each step of a
 * `CRUDResource`, of the whole call of any other. At the limit the context's signal is aborted, and the operation
 * fails with a `TimeoutError` once it has ended: code that ignores its signal is waited for, since a reconcile
 * must never go on beside the next one of the same object.
 *
 * @throws InvalidConfigError when a resource is missing or the limit is no positive number.
 */
export function withTimeout<T extends object>(
  resource: Resource<T>,
  config: TimeoutConfig,
): WrappedResource<T>;
export function withTimeout<T extends object>(
  resources: readonly Resource<T>[],
  config: TimeoutConfig,
): readonly WrappedResource<T>[];
export function withTimeout<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  config: TimeoutConfig,
): WrappedResource<T> | readonly WrappedResource<T>[] {
  const { timeoutMs } = requireOption('TimeoutConfig', config);
  checkNumber('TimeoutConfig.timeoutMs', requireOption('TimeoutConfig.timeoutMs', timeoutMs), { min: 1 });
  return wrap(
    resources,
    async (ctx, { resource, operation }, work) =>
      await withTimeLimit(ctx, timeoutMs, work, `${operation} of resource ${resource}`),
  );
}
