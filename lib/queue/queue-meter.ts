import type { CountSeries, Scraped, ValueSeries } from '../metric-series.ts';
import type { QueueMetrics } from '../metrics.ts';

/** Values of the label `priority`; further ones share {@link OTHER_PRIORITIES}, as in controller-runtime. */
const MAX_PRIORITIES = 25;
const OTHER_PRIORITIES = 'exceeded_cardinality_limit';

/** What the meter asks of its queue when it is scraped. */
export interface RunningKeys {
  /** Since when the running keys run, by the monotonic clock in milliseconds, oldest first. */
  starts(): Iterable<number>;
  now(): number;
}

interface Depth {
  keys: number;
}

/**
 * Keeps the metrics of one queue. Everything is a plain number until somebody scrapes; ages are worked out only
 * then.
 */
export class QueueMeter {
  readonly #metrics: QueueMetrics;
  readonly #labels: { readonly name: string; readonly controller: string };
  readonly #adds: CountSeries;
  readonly #queueDuration: ValueSeries;
  readonly #workDuration: ValueSeries;
  readonly #running: RunningKeys;
  readonly #depths = new Map<number | typeof OTHER_PRIORITIES, Depth>();
  readonly #scrape = (): void => this.#setGauges();

  constructor(metrics: QueueMetrics, name: string, running: RunningKeys) {
    this.#metrics = metrics;
    this.#labels = { name, controller: name };
    this.#running = running;
    this.#adds = metrics.adds.series(this.#labels);
    this.#queueDuration = metrics.queueDuration.series(this.#labels);
    this.#workDuration = metrics.workDuration.series(this.#labels);
    for (const gauge of this.#gauges()) gauge.onScrape.add(this.#scrape);
    metrics.adds.inc(this.#labels, 0);
    metrics.retries.inc(this.#labels, 0);
  }

  /** A key began to wait. */
  added(priority: number): void {
    this.#adds.inc();
    this.#changeDepth(priority, 1);
  }

  /** A waiting key got another priority. */
  raised(from: number, to: number): void {
    this.#changeDepth(from, -1);
    this.#changeDepth(to, 1);
  }

  retried(): void {
    this.#metrics.retries.inc(this.#labels);
  }

  taken(priority: number, waitedMs: number): void {
    this.#queueDuration.observe(waitedMs / 1000);
    this.#changeDepth(priority, -1);
  }

  done(ranMs: number): void {
    this.#workDuration.observe(ranMs / 1000);
  }

  /** Ends the series of the gauges; what was counted stays. Idempotent. */
  close(): void {
    for (const gauge of this.#gauges()) gauge.onScrape.delete(this.#scrape);
    for (const priority of this.#depths.keys()) this.#metrics.depth.remove({ ...this.#labels, priority });
    this.#metrics.unfinishedWork.remove(this.#labels);
    this.#metrics.longestRunning.remove(this.#labels);
  }

  #gauges(): readonly Scraped[] {
    return [this.#metrics.depth, this.#metrics.unfinishedWork, this.#metrics.longestRunning];
  }

  #changeDepth(priority: number, by: number): void {
    const depth = this.#depths.get(priority) ?? this.#newDepth(priority);
    depth.keys += by;
  }

  #newDepth(priority: number): Depth {
    const label = this.#depths.size < MAX_PRIORITIES ? priority : OTHER_PRIORITIES;
    const depth = this.#depths.get(label) ?? { keys: 0 };
    this.#depths.set(label, depth);
    return depth;
  }

  #setGauges(): void {
    const now = this.#running.now();
    const seconds = Array.from(this.#running.starts(), (start) => (now - start) / 1000);
    for (const [priority, { keys }] of this.#depths) {
      this.#metrics.depth.set({ ...this.#labels, priority }, keys);
    }
    this.#metrics.unfinishedWork.set(
      this.#labels,
      seconds.reduce((sum, age) => sum + age, 0),
    );
    this.#metrics.longestRunning.set(this.#labels, seconds[0] ?? 0);
  }
}
