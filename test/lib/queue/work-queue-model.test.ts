import { LOW_PRIORITY } from '../../../lib/queue/queue.ts';
import { WorkQueue } from '../../../lib/queue/work-queue.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { randomNumbers } from './random-numbers.ts';

const AGING_MS = 10;
const WAIT_MS = 35;
const PRIORITIES = [LOW_PRIORITY, 0, 0, 0, 7];
const KEYS = 30;

/** One key of the model: what is asked for, and where it is. */
interface Entry {
  key: string;
  priority: number;
  dueAt: number;
  /** Set once the key may be taken. */
  since: number;
  arrival: number;
}

/** The contract of the queue, as plainly as it can be said: lists that are searched from end to end. */
class Model {
  now = 0;
  waiting: Entry[] = [];
  readonly runs = new Map<string, { priority: number; wish: Entry | undefined }>();
  #arrivals = 0;
  #sinceAged = Infinity;

  get ready(): Entry[] {
    return this.waiting.filter((entry) => entry.arrival > 0);
  }

  add(key: string, priority: number, afterMs: number): void {
    const wish = { key, priority, dueAt: this.now + afterMs, since: 0, arrival: 0 };
    const run = this.runs.get(key);
    if (run !== undefined) run.wish = this.#join(run.wish, wish);
    else this.#place(wish);
  }

  done(key: string): void {
    const wish = this.runs.get(key)?.wish;
    this.runs.delete(key);
    if (wish !== undefined) this.#place(wish);
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const delayed = this.waiting.filter((entry) => entry.arrival === 0 && entry.dueAt <= end);
      const next = delayed.reduce<Entry | undefined>((a, b) => (a && a.dueAt <= b.dueAt ? a : b), undefined);
      if (next === undefined) break;
      this.now = next.dueAt;
      this.#release(next);
    }
    this.now = end;
  }

  take(): string | undefined {
    const strict = this.ready.toSorted((a, b) => b.priority - a.priority || a.arrival - b.arrival)[0];
    const start = (entry: Entry): number => entry.since - entry.priority * AGING_MS;
    const oldest = this.ready.toSorted((a, b) => start(a) - start(b) || a.arrival - b.arrival)[0];
    if (strict === undefined || oldest === undefined) return undefined;
    this.#sinceAged += 1;
    const aged = strict !== oldest && this.#sinceAged >= 4;
    if (aged) this.#sinceAged = 0;
    const taken = aged ? oldest : strict;
    this.waiting = this.waiting.filter((entry) => entry !== taken);
    this.runs.set(taken.key, { priority: taken.priority, wish: undefined });
    return taken.key;
  }

  #join(before: Entry | undefined, wish: Entry): Entry {
    if (before === undefined) return wish;
    before.priority = Math.max(before.priority, wish.priority);
    before.dueAt = Math.min(before.dueAt, wish.dueAt);
    return before;
  }

  #place(wish: Entry): void {
    const before = this.waiting.find((entry) => entry.key === wish.key);
    const rises = before !== undefined && wish.priority > before.priority;
    const entry = this.#join(before, wish);
    this.waiting = [...this.waiting.filter((other) => other !== before), entry];
    if (entry.arrival > 0 ? rises : entry.dueAt <= this.now) this.#release(entry);
  }

  /** To the end of its priority; what waited before keeps its age. */
  #release(entry: Entry): void {
    if (entry.arrival === 0) entry.since = this.now;
    this.#arrivals += 1;
    entry.arrival = this.#arrivals;
  }
}

/** Both, moved in step. */
class Pair {
  readonly clock = new VirtualClock();
  readonly model = new Model();
  readonly queue: WorkQueue;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    const backOffFactory = (): { next: () => number; reset: () => void } => ({
      next: () => WAIT_MS,
      reset: () => {},
    });
    this.queue = new WorkQueue({ name: 'model', clock: this.clock, agingMs: AGING_MS, backOffFactory });
    this.#signal = signal;
  }

  async take(): Promise<void> {
    const want = this.model.take();
    if (want === undefined) is(this.queue.size, 0);
    else is(await this.queue.take(this.#signal), want);
  }

  retry(key: string): void {
    this.queue.retry(key);
    this.model.add(key, this.model.runs.get(key)?.priority ?? 0, WAIT_MS);
  }

  done(key: string): void {
    this.queue.done(key);
    this.model.done(key);
  }

  add(key: string, priority: number, afterMs: number): void {
    this.queue.add(key, { priority, afterMs });
    this.model.add(key, priority, afterMs);
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    this.model.advance(ms);
  }

  check(): void {
    const ready = this.model.ready.length;
    const { size, delayed, running } = this.queue;
    equal([size, delayed, running], [ready, this.model.waiting.length - ready, this.model.runs.size]);
    is(this.clock.pending, delayed === 0 ? 0 : 1);
  }
}

suite('WorkQueue against its model', (test) => {
  test('loses nothing, runs nothing twice at once, and keeps its order', async (t) => {
    const random = randomNumbers(t.seed);
    const below = (end: number): number => Math.floor(random() * end);
    const pair = new Pair(t.signal);
    t.defer(() => pair.queue.close());
    const key = (): string => `k${below(KEYS)}`;
    const runningKey = (): string => [...pair.model.runs.keys()][below(pair.model.runs.size)] ?? 'none';
    const steps: (() => Promise<void> | void)[] = [
      () => pair.add(key(), PRIORITIES[below(PRIORITIES.length)] ?? 0, 0),
      () => pair.add(key(), PRIORITIES[below(PRIORITIES.length)] ?? 0, below(60)),
      () => pair.take(),
      () => pair.take(),
      () => pair.done(runningKey()),
      () => pair.done(runningKey()),
      () => pair.retry(random() < 0.8 ? runningKey() : key()),
      () => (random() < 0.2 ? pair.advance(below(40)) : undefined),
      () => (random() < 0.02 ? pair.advance(below(2000)) : undefined),
    ];
    for (let i = 0; i < 6000; i += 1) {
      await steps[below(steps.length)]!();
      pair.check();
    }
    await pair.advance(10_000);
    while (pair.model.waiting.length + pair.model.runs.size > 0) {
      await pair.take();
      for (const running of pair.model.runs.keys()) pair.done(running);
      await pair.advance(WAIT_MS);
      pair.check();
    }
  });

  test('takes every key within its bound under a load that never ends', async (t) => {
    const random = randomNumbers(t.seed);
    const pair = new Pair(t.signal);
    t.defer(() => pair.queue.close());
    const gap = -LOW_PRIORITY * AGING_MS;
    const added: number[] = [];
    let takes = 0;
    let takenAt: number | undefined;
    pair.add('low', LOW_PRIORITY, 0);
    for (let i = 0; takenAt === undefined; i += 1) {
      // Three keys come for each two that are taken: the load is more than what can be done.
      for (let more = 0; more < 3; more += 1) {
        pair.add(`new-${i}-${more}`, 0, 0);
        added.push(pair.model.now);
      }
      for (let take = 0; take < 2; take += 1) {
        await pair.take();
        takes += 1;
        const [running = ''] = pair.model.runs.keys();
        if (running === 'low') takenAt = takes;
        pair.done(running);
      }
      await pair.advance(10 + Math.floor(random() * 60));
    }
    const ahead = added.filter((at) => at < gap).length;
    ok(takenAt <= 4 * (ahead + 1), `the low key had to wait for ${takenAt} takes, ${ahead} were ahead of it`);
  });
});
