import { type Logger, silentLogger } from '../../context/index.ts';
import type { InformerMeter } from './informer-meter.ts';

/**
 * Where failures of the user's functions go: they must stop neither the stream nor each other.
 *
 * @internal
 */
export class FailureLog {
  /** Of the run; outside of one only the metric counts. */
  logger: Logger = silentLogger;
  readonly #meter: InformerMeter;
  readonly #resource: string;

  constructor(meter: InformerMeter, resource: string) {
    this.#meter = meter;
    this.#resource = resource;
  }

  failed(what: 'handler' | 'indexer' | 'transform', error: unknown): void {
    this.#meter.handlerFailed();
    this.logger.error('Function given to an informer failed', { resource: this.#resource, what, error });
  }

  /** The function, with what it gives instead where it throws. */
  guarded<In, Out>(
    what: 'indexer' | 'transform',
    work: (value: In) => Out,
    instead: (value: In) => Out,
  ): (value: In) => Out {
    return (value) => {
      try {
        return work(value);
      } catch (error) {
        this.failed(what, error);
        return instead(value);
      }
    };
  }
}
