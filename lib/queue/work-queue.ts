import type { Clock } from '../../context/index.ts';
import { type BackOff, defaultBackOffFactory } from '../backoff.ts';
import { checkNumber, requireOption } from '../errors.ts';
import { type Registry, queueMetrics } from '../metrics.ts';
import type { ObjectKey } from '../object/kubernetes-object.ts';
import { type DelayedKey, DelayedKeys } from './delayed-keys.ts';
import { KeyBackOffs } from './key-back-offs.ts';
import { QueueMeter } from './queue-meter.ts';
import type { AddOptions, Queue } from './queue.ts';
import { ReadyKeys } from './ready-keys.ts';
import { Takers } from './takers.ts';

export interface WorkQueueOptions {
  /** The value of the labels `name` and `controller` of the queue's metrics. */
  readonly name: string;
  readonly clock: Clock;
  /** Makes the backoff of one key. Default: {@link defaultBackOffFactory}. */
  readonly backOffFactory?: () => BackOff;
  /**
   * Milliseconds of waiting that count as much as one more point of priority. Default 300: from 30 s on, a
   * key of LOW_PRIORITY goes before what is added later at priority 0, at one take in four.
   */
  readonly agingMs?: number;
  /** Takes the queue's metrics. Default: none are kept. */
  readonly registry?: Registry;
}

const PRIORITIES = { min: -1e6, max: 1e6 };

/** When and how urgently a key shall run. */
interface Wish {
  readonly priority: number;
  /** By the monotonic clock, in milliseconds. */
  readonly dueAt: number;
}

/** A key that was taken. */
interface Run {
  readonly since: number;
  readonly priority: number;
  /** What was asked for meanwhile. */
  wish: Wish | undefined;
}

/**
 * A {@link Queue} in memory.
 *
 * **Guarantees:** besides those of the interface: `add` hands a key to whoever waits in `take` before it
 * returns. A key that is raised, or whose time has come, goes behind those of its priority. While lower
 * priorities wait, three of four takes go strictly by priority, so that a backlog, however old, never gets more
 * than a quarter of the takes from urgent keys. The fourth goes by age, so that nothing starves under a load
 * that never ends: a key of priority p is taken within 4 × (n + 1) takes, where n counts the keys of any
 * priority q that were added before it or less than (q - p) × `agingMs` after it.
 *
 * @see kubernetes-sigs/controller-runtime:pkg/controller/priorityqueue, which has no aging
 */
export class WorkQueue implements Queue {
  readonly #clock: Clock;
  readonly #ready: ReadyKeys;
  readonly #delayed: DelayedKeys;
  readonly #running = new Map<ObjectKey, Run>();
  readonly #backOffs: KeyBackOffs;
  readonly #meter: QueueMeter | undefined;
  readonly #takers = new Takers();
  readonly #take = (): ObjectKey | undefined => this.#next();
  #closed = false;

  constructor(options: WorkQueueOptions) {
    const name = requireOption('WorkQueueOptions.name', options.name);
    this.#clock = requireOption('WorkQueueOptions.clock', options.clock);
    const { agingMs = 300, backOffFactory = defaultBackOffFactory(), registry } = options;
    checkNumber('WorkQueueOptions.agingMs', agingMs, { min: 1 });
    this.#ready = new ReadyKeys(agingMs);
    this.#delayed = new DelayedKeys(this.#clock, (due) => this.#release(due));
    this.#backOffs = new KeyBackOffs(backOffFactory, (key) => this.#holds(key));
    this.#meter = registry && this.#newMeter(name, registry);
  }

  get size(): number {
    return this.#ready.size;
  }

  get delayed(): number {
    return this.#delayed.size;
  }

  get running(): number {
    return this.#running.size;
  }

  /** @throws InvalidConfigError when the priority is not a number from -1,000,000 to 1,000,000. */
  add(key: ObjectKey, options: AddOptions = {}): void {
    const { priority = 0, afterMs = 0 } = options;
    checkNumber('AddOptions.priority', priority, PRIORITIES);
    if (this.#closed) return;
    const now = this.#clock.monotonic();
    const wish = { priority, dueAt: afterMs > 0 ? now + afterMs : now };
    const run = this.#running.get(key);
    if (run !== undefined) run.wish = merged(run.wish, wish);
    else this.#place(key, wish, now);
  }

  take(signal: AbortSignal): Promise<ObjectKey> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const key = this.#next();
    if (key !== undefined) return Promise.resolve(key);
    return this.#takers.wait(signal);
  }

  done(key: ObjectKey): void {
    const run = this.#running.get(key);
    if (run === undefined) return;
    this.#running.delete(key);
    const now = this.#clock.monotonic();
    this.#meter?.done(now - run.since);
    if (run.wish !== undefined && !this.#closed) this.#place(key, run.wish, now);
  }

  retry(key: ObjectKey, options: Pick<AddOptions, 'priority'> = {}): number {
    const waitMs = this.#backOffs.next(key);
    this.#meter?.retried();
    const { priority = this.#running.get(key)?.priority ?? 0 } = options;
    this.add(key, { priority, afterMs: waitMs });
    return waitMs;
  }

  forget(key: ObjectKey): void {
    this.#backOffs.forget(key);
  }

  retries(key: ObjectKey): number {
    return this.#backOffs.retries(key);
  }

  close(): void {
    this.#closed = true;
    this.#ready.clear();
    this.#delayed.clear();
    this.#backOffs.clear();
    this.#takers.close();
    this.#meter?.close();
  }

  #newMeter(name: string, registry: Registry): QueueMeter {
    return new QueueMeter(queueMetrics(registry), name, {
      now: () => this.#clock.monotonic(),
      starts: () => this.#running.values().map((run) => run.since),
    });
  }

  #holds(key: ObjectKey): boolean {
    return (
      this.#running.has(key) || this.#ready.get(key) !== undefined || this.#delayed.get(key) !== undefined
    );
  }

  /** Lets a key wait that is not running; joins the wish to what was asked for before. */
  #place(key: ObjectKey, wish: Wish, now: number): void {
    const ready = this.#ready.get(key);
    if (ready !== undefined) {
      if (wish.priority > ready.priority) this.#raise(key, wish.priority);
      return;
    }
    const both = this.#delayed.size === 0 ? wish : merged(this.#delayed.remove(key), wish);
    if (both.dueAt > now) this.#delayed.push({ key, ...both });
    else this.#makeReady(key, both.priority, now);
    this.#takers.serve(this.#take);
  }

  #raise(key: ObjectKey, priority: number): void {
    const before = this.#ready.remove(key)!;
    this.#ready.push({ ...before, priority });
    this.#meter?.raised(before.priority, priority);
  }

  #makeReady(key: ObjectKey, priority: number, now: number): void {
    this.#ready.push({ key, priority, since: now });
    this.#meter?.added(priority);
  }

  #release(due: readonly DelayedKey[]): void {
    const now = this.#clock.monotonic();
    for (const { key, priority } of due) this.#makeReady(key, priority, now);
    this.#takers.serve(this.#take);
  }

  /** Takes the next key that may run, and counts it as running. */
  #next(): ObjectKey | undefined {
    const ready = this.#ready.take();
    if (ready === undefined) return undefined;
    const since = this.#clock.monotonic();
    this.#meter?.taken(ready.priority, since - ready.since);
    this.#running.set(ready.key, { since, priority: ready.priority, wish: undefined });
    return ready.key;
  }
}

/** The higher priority and the earlier time. */
function merged(before: Wish | undefined, wish: Wish): Wish {
  if (before === undefined) return wish;
  return {
    priority: Math.max(before.priority, wish.priority),
    dueAt: Math.min(before.dueAt, wish.dueAt),
  };
}
