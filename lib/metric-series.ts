import type { Counter, Gauge, Histogram } from 'prom-client';

// A call of a prom-client metric checks labels and makes texts of them, each time: microseconds, several times for
// each key that passes a queue. What is counted that often is kept as numbers here, and handed over when somebody
// scrapes.

/** A metric that asks for its values when it is scraped. */
export interface Scraped {
  /** Called at each scrape, to set values; must not throw. Whoever adds one deletes it at its own end. */
  readonly onScrape: Set<() => void>;
}

/** One series of a counter or a gauge. */
export interface CountSeries {
  /** @param by default 1; below 0 for gauges only. */
  inc(by?: number): void;
}

/** One series of a histogram. */
export interface ValueSeries {
  /** @param value finite. */
  observe(value: number): void;
}

export type Labels<L extends string> = Readonly<Record<L, string>>;

/**
 * A metric with series that cost next to nothing. The same labels give the same series, so that several may hold
 * it, and it lasts as long as the metric. Calls of the metric itself add up with it.
 */
export interface WithSeries<L extends string, S> extends Scraped {
  series(labels: Labels<L>): S;
}

/** The metric, asking for values when it is scraped; idempotent. */
export function scraped<M extends object>(metric: M): M & Scraped {
  if ('onScrape' in metric) return metric as M & Scraped;
  const onScrape = new Set<() => void>();
  return Object.assign(metric, { onScrape, collect: () => onScrape.forEach((set) => set()) });
}

/** Gives a counter or a gauge its series; idempotent. */
export function withCounts<L extends string, M extends Counter<L> | Gauge<L>>(
  metric: M,
): M & WithSeries<L, CountSeries> {
  return withSeries<L, M, Count>(metric, (labels) => new Count(metric, labels));
}

/** Gives a histogram its series; idempotent. */
export function withValues<L extends string>(
  histogram: Histogram<L>,
): Histogram<L> & WithSeries<L, ValueSeries> {
  return withSeries<L, Histogram<L>, ValueSeries & Pending>(histogram, (labels) =>
    isCarrying(histogram) ? new Values(histogram, labels) : new DirectValues(histogram, labels),
  );
}

/** What a series has taken and its metric has not. */
interface Pending {
  handOver(): void;
}

function withSeries<L extends string, M extends object, S extends Pending>(
  metric: M,
  make: (labels: Labels<L>) => S,
): M & WithSeries<L, S> {
  if ('series' in metric) return metric as unknown as M & WithSeries<L, S>;
  const made = new Map<string, S>();
  const asking = scraped(metric);
  asking.onScrape.add(() => made.forEach((series) => series.handOver()));
  const series = (labels: Labels<L>): S => {
    const names = Object.keys(labels).toSorted() as L[];
    const name = JSON.stringify(names.map((label) => [label, labels[label]]));
    const known = made.get(name) ?? make({ ...labels });
    made.set(name, known);
    return known;
  };
  return Object.assign(asking, { series });
}

class Count implements CountSeries, Pending {
  readonly #metric: Pick<Counter, 'inc'>;
  readonly #labels: Labels<string>;
  #pending = 0;

  constructor(metric: Pick<Counter, 'inc'>, labels: Labels<string>) {
    this.#metric = metric;
    this.#labels = labels;
  }

  inc(by = 1): void {
    this.#pending += by;
  }

  handOver(): void {
    if (this.#pending !== 0) this.#metric.inc(this.#labels, this.#pending);
    this.#pending = 0;
  }
}

/** A series as prom-client keeps it. */
interface Bucketed {
  readonly labels: Labels<string>;
  /** By upper bound; a value is counted in its own bucket only. */
  readonly bucketValues: Record<number, number>;
  sum: number;
  count: number;
}

/** What prom-client's histograms carry besides their declared types. */
interface Carried {
  readonly upperBounds: readonly number[];
  readonly hashMap: Readonly<Record<string, Bucketed>>;
}

/** Another version of prom-client may keep its series in another way. */
function isCarrying(histogram: object): histogram is Pick<Histogram, 'zero'> & Carried {
  const { upperBounds, hashMap } = histogram as Partial<Carried>;
  return Array.isArray(upperBounds) && typeof hashMap === 'object';
}

/** Dearer, by what prom-client declares. */
class DirectValues implements ValueSeries, Pending {
  readonly #histogram: Pick<Histogram, 'observe'>;
  readonly #labels: Labels<string>;

  constructor(histogram: Pick<Histogram, 'observe'>, labels: Labels<string>) {
    this.#histogram = histogram;
    this.#labels = labels;
  }

  observe(value: number): void {
    this.#histogram.observe(this.#labels, value);
  }

  handOver(): void {}
}

class Values implements ValueSeries, Pending {
  readonly #histogram: Pick<Histogram, 'zero'> & Carried;
  readonly #labels: Labels<string>;
  readonly #bounds: readonly number[];
  /** One for each bound, and one for what is above all of them. */
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(histogram: Pick<Histogram, 'zero'> & Carried, labels: Labels<string>) {
    this.#histogram = histogram;
    this.#labels = labels;
    this.#bounds = this.#histogram.upperBounds;
    this.#counts = Array.from({ length: this.#bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at += 1;
    this.#counts[at]! += 1;
    this.#sum += value;
    this.#count += 1;
  }

  /** prom-client takes values one by one only; a million of them at a scrape would stop the event loop. */
  handOver(): void {
    if (this.#count === 0) return;
    const target = this.#target();
    for (const [at, bound] of this.#bounds.entries()) target.bucketValues[bound]! += this.#counts[at]!;
    target.sum += this.#sum;
    target.count += this.#count;
    this.#counts.fill(0);
    this.#sum = 0;
    this.#count = 0;
  }

  #target(): Bucketed {
    const known = this.#find();
    if (known !== undefined) return known;
    this.#histogram.zero(this.#labels);
    return this.#find()!;
  }

  #find(): Bucketed | undefined {
    const labels = Object.entries(this.#labels);
    const all = Object.values(this.#histogram.hashMap);
    return all.find((series) => labels.every(([name, value]) => String(series.labels[name]) === value));
  }
}
