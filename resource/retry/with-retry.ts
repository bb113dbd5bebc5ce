import { type Context, reconciliationCanceled, resourceCanceled } from '../../context/index.ts';
import { type BackOff, exponentialBackOff, retry } from '../../lib/backoff.ts';
import { causes, isOperatorError } from '../../lib/errors.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { type Around, wrap, type WrappedResource } from '../wrap.ts';

export interface RetryConfig {
  /**
   * Makes the waits of one call. Default: three retries after 500 ms, 750 ms and 1125 ms, each spread by half.
   * Meant for what passes within seconds; for all else the framework tries the whole object again.
   */
  readonly backOffFactory?: () => BackOff;
  /** Whether an error is worth another attempt, beside those that never are. Default: each is. */
  readonly retryIf?: (error: unknown) => boolean;
}

/**
 * Repeats what fails in a resource, or in each resource of a list: each step of a `CRUDResource` by itself, the
 * whole call of any other. Waits on the context's clock, and no longer than its signal lets it. Rejects with the
 * last error.
 *
 * Never repeated: an abort, what is not retryable (a `TerminalError`, a refusal that stays one), and what failed
 * after it had canceled the resource or the reconciliation.
 *
 * NOTE: operatorkit's default waited for nothing and gave up never, while it held the lock of all objects.
 *
 * @throws InvalidConfigError when a resource is missing.
 * @see giantswarm/operatorkit:framework/resource/retryresource
 */
export function withRetry<T extends object>(resource: Resource<T>, config?: RetryConfig): WrappedResource<T>;
export function withRetry<T extends object>(
  resources: readonly Resource<T>[],
  config?: RetryConfig,
): readonly WrappedResource<T>[];
export function withRetry<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  config: RetryConfig = {},
): WrappedResource<T> | readonly WrappedResource<T>[] {
  return wrap(resources, retrying(config));
}

function retrying({ backOffFactory = threeRetries, retryIf = () => true }: RetryConfig): Around {
  return async (ctx, { resource, operation }, work) =>
    await retry(ctx, () => work(ctx), {
      backOff: backOffFactory(),
      retryIf: (error) => mayHelp(ctx, error) && retryIf(error),
      onRetry: (error, waitMs) =>
        ctx.logger.warn('retrying due to error', { resource, operation, waitMs: Math.round(waitMs), error }),
    });
}

function threeRetries(): BackOff {
  return exponentialBackOff({ maxRetries: 3 });
}

function mayHelp(ctx: Context, error: unknown): boolean {
  if (reconciliationCanceled.isSet(ctx) || resourceCanceled.isSet(ctx)) return false;
  return causes(error).every((cause) => !isOperatorError(cause) || cause.retryable);
}
