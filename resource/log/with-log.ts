import { isAbort } from '../../lib/abort.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { type Around, wrap, type WrappedResource } from '../wrap.ts';

export interface LogConfig {
  /** Of the lines about what went well; a failure is a warning. Default `debug`. */
  readonly level?: 'debug' | 'info';
}

/**
 * Logs the start and the end of each operation of a resource, or of each resource of a list, with its duration: of
 * each step of a `CRUDResource`, of the whole call of any other.
 *
 * @throws InvalidConfigError when a resource is missing.
 */
export function withLog<T extends object>(resource: Resource<T>, config?: LogConfig): WrappedResource<T>;
export function withLog<T extends object>(
  resources: readonly Resource<T>[],
  config?: LogConfig,
): readonly WrappedResource<T>[];
export function withLog<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  config: LogConfig = {},
): WrappedResource<T> | readonly WrappedResource<T>[] {
  return wrap(resources, logging(config));
}

function logging({ level = 'debug' }: LogConfig): Around {
  return async (ctx, { resource, operation }, work) => {
    const logger = ctx.logger.with({ resource, operation });
    const started = ctx.clock.monotonic();
    const durationMs = (): number => ctx.clock.monotonic() - started;
    logger[level]('operation started');
    try {
      const result = await work(ctx);
      logger[level]('operation ended', { durationMs: durationMs() });
      return result;
    } catch (error) {
      if (!isAbort(error, ctx.signal)) logger.warn('operation failed', { durationMs: durationMs(), error });
      throw error;
    }
  };
}
