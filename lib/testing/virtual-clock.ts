import { type Clock, sleepOn, systemClock, type Timer } from '../../context/index.ts';
import { type HeapTimer, TimerHeap } from './timer-heap.ts';

/** 2024-01-01T00:00:00Z: a date like any other, and the same in each run. */
const DEFAULT_START_MS = 1_704_067_200_000;
const DEFAULT_LIMIT_MS = 3_600_000;
/** Turns of the event loop after each step: promises settle within one, chains over immediates need some more. */
const SETTLE_TURNS = 3;
/** Turns that {@link VirtualClock.runUntil} grants to work that waits for no timer, before it gives up. */
const IDLE_TURNS = 100;
/** Milliseconds of real time after these, for libraries that start timers of their own. */
const IDLE_REAL_MS = 20;
const MOST_SHOWN = 10;

export interface VirtualClockOptions {
  /** Wall clock at the start, in milliseconds since the epoch. Default 2024-01-01T00:00:00Z. */
  readonly startMs?: number;
}

export interface RunUntilOptions {
  /** Most virtual milliseconds to pass. Default one hour. */
  readonly limitMs?: number;
}

interface PendingTimer extends HeapTimer {
  readonly callback: () => void;
  /** Holds the stack of the place that started it. */
  readonly origin: Error;
}

/**
 * A clock that stands still until a test moves it: an hour of waiting takes a millisecond, and the order of
 * what happens is the same in each run.
 *
 * **Guarantees:** timers fire in the order of their deadlines, those with the same deadline in the order in
 * which they were started. Between two of them, promises and immediates settle, so that what one timer sets
 * off can start the next in time. No callback runs outside of {@link advance}, {@link advanceToNext} and
 * {@link runUntil}; an error it throws rejects the call.
 *
 * **Assumptions:** what is waited for between timers needs no real time. Sockets do: await what they bring
 * with `eventually`.
 */
export class VirtualClock implements Clock {
  readonly #startMs: number;
  readonly #timers = new TimerHeap<PendingTimer>();
  #elapsedMs = 0;
  #started = 0;
  #moving = false;

  constructor(options: VirtualClockOptions = {}) {
    this.#startMs = options.startMs ?? DEFAULT_START_MS;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs;
  }

  /** Virtual milliseconds since the clock was made. */
  monotonic(): number {
    return this.#elapsedMs;
  }

  /** As {@link Clock.timer}; whether a timer is unref'ed makes no difference here. */
  timer(ms: number, callback: () => void): Timer {
    this.#started += 1;
    const deadlineMs = this.#elapsedMs + Math.max(0, ms || 0);
    const timer = { deadlineMs, order: this.#started, callback, origin: new Error('started') };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.remove(timer) };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  /** How many timers and sleeps wait; sleeps of `Infinity` are not among them. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Moves the time by `ms` milliseconds and runs what falls due on the way, also timers that are started on
   * the way. 0 runs what is due now.
   *
   * @throws RangeError when `ms` is negative or not finite; Error when the clock is being moved already.
   */
  async advance(ms: number): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`cannot advance the clock by ${ms} ms: it must be 0 or more and finite`);
    await this.#move(async () => {
      const end = this.#elapsedMs + ms;
      for (let next = this.#next(); next !== undefined && next.deadlineMs <= end; next = this.#next())
        await this.#fire(next);
      this.#elapsedMs = end;
    });
  }

  /**
   * Moves the time to the next deadline and runs that one timer.
   * @returns false, and no time passes, when no timer is pending.
   */
  advanceToNext(): Promise<boolean> {
    return this.#move(async () => {
      const next = this.#next();
      if (next !== undefined) await this.#fire(next);
      return next !== undefined;
    });
  }

  /**
   * Moves from timer to timer until `condition` holds, which is asked before each step.
   * @throws Error that lists what was pending, when nothing is, or when `limitMs` would pass first.
   */
  runUntil(condition: () => boolean, options: RunUntilOptions = {}): Promise<void> {
    const limitMs = options.limitMs ?? DEFAULT_LIMIT_MS;
    return this.#move(async () => {
      const end = this.#elapsedMs + limitMs;
      while (!condition()) {
        const next = this.#next() ?? (await this.#idle(condition));
        if (condition()) return;
        if (next === undefined || next.deadlineMs > end)
          throw new Error(
            `cannot reach the condition within ${limitMs} ms of virtual time: ${this.#describe()}`,
          );
        await this.#fire(next);
      }
    });
  }

  async #move<T>(steps: () => Promise<T>): Promise<T> {
    if (this.#moving)
      throw new Error('cannot move the virtual clock: it is being moved already, await that first');
    this.#moving = true;
    try {
      await settle(SETTLE_TURNS);
      const result = await steps();
      await realTurn();
      return result;
    } finally {
      this.#moving = false;
    }
  }

  async #fire(timer: PendingTimer): Promise<void> {
    this.#timers.remove(timer);
    this.#elapsedMs = timer.deadlineMs;
    timer.callback();
    await settle(SETTLE_TURNS);
  }

  #next(): PendingTimer | undefined {
    const next = this.#timers.peek();
    return next?.deadlineMs === Infinity ? undefined : next;
  }

  async #idle(condition: () => boolean): Promise<PendingTimer | undefined> {
    for (let i = 0; i < IDLE_TURNS && this.#next() === undefined && !condition(); i += 1) await settle(1);
    for (let i = 0; i < IDLE_REAL_MS && this.#next() === undefined && !condition(); i += 1) await realTurn();
    return this.#next();
  }

  #describe(): string {
    if (this.#timers.size === 0) return 'no timer is pending';
    const shown = this.#timers.first(MOST_SHOWN).map((timer) => {
      const place = (timer.origin.stack ?? '')
        .split('\n')
        .slice(2)
        .find((line) => !OWN_FRAME.test(line));
      return `\n  in ${timer.deadlineMs - this.#elapsedMs} ms, started ${place?.trim() ?? 'nobody knows where'}`;
    });
    return `${this.#timers.size} timers are pending${shown.join('')}`;
  }
}

/** Lines of a stack between the one who waits and the timer. */
const OWN_FRAME = /virtual-clock\.[jt]s|clock\.[jt]s|at new Promise/;

/**
 * Lets timers of no delay run that others start on real time, as exponential-backoff does before each repeat:
 * those of one delay run in the order in which they were started.
 */
async function realTurn(): Promise<void> {
  await systemClock.sleep(1);
  await settle(SETTLE_TURNS);
}

async function settle(turns: number): Promise<void> {
  for (let i = 0; i < turns; i += 1)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}
