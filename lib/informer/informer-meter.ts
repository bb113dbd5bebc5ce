import { Registry, informerMetrics } from '../metrics.ts';

/** How the server calls what happened to an object, and how the metric does. */
const KINDS = { ADDED: 'create', MODIFIED: 'update', DELETED: 'delete', ERROR: 'error' } as const;

export type CountedEvent = keyof typeof KINDS;

/**
 * What an informer tells its registry. Events are added up here and passed on once per batch, since one call of
 * a metric costs about as much as parsing a small object.
 *
 * Gauges are moved by differences, so that several informers of one resource add up instead of overwriting
 * each other; `connected` then counts streams.
 *
 * @internal
 */
export class InformerMeter {
  readonly #metrics: ReturnType<typeof informerMetrics>;
  readonly #resource: string;
  readonly #events: Record<CountedEvent, number> = { ADDED: 0, MODIFIED: 0, DELETED: 0, ERROR: 0 };
  #size = 0;

  /** @param resource `plural.group`. */
  constructor(registry: Registry | undefined, resource: string) {
    this.#metrics = informerMetrics(registry ?? new Registry());
    this.#resource = resource;
  }

  event(type: CountedEvent): void {
    this.#events[type] += 1;
  }

  /** @param size objects in the store. */
  flush(size: number): void {
    const { watchEvents, cacheSize } = this.#metrics;
    const resource = this.#resource;
    for (const type of Object.keys(KINDS) as CountedEvent[]) {
      const count = this.#events[type];
      if (count > 0) watchEvents.inc({ kind: KINDS[type], resource }, count);
      this.#events[type] = 0;
    }
    if (size !== this.#size) cacheSize.inc({ resource }, size - this.#size);
    this.#size = size;
  }

  listed(): void {
    this.#metrics.lists.inc({ resource: this.#resource });
  }

  watchClosed(): void {
    this.#metrics.watcherCloses.inc({ resource: this.#resource });
  }

  failed(reason: string): void {
    this.#metrics.failures.inc({ resource: this.#resource, reason });
  }

  handlerFailed(): void {
    this.#metrics.handlerErrors.inc({ resource: this.#resource });
  }

  connected(difference: 1 | -1): void {
    this.#metrics.connected.inc({ resource: this.#resource }, difference);
  }

  silent(ms: number): void {
    this.#metrics.lastEventAge.set({ resource: this.#resource }, ms / 1000);
  }
}
