import type { Clock, Context, Timer } from '../../context/index.ts';
import { TimeoutError } from '../errors.ts';

export interface StreamGuardOptions {
  /** Milliseconds of silence after which the stream is given up. */
  readonly idleMs: number;
  /** Called from time to time while the stream lives, for the metrics. */
  readonly onTick: () => void;
}

const TICK_MS = 15_000;

/**
 * Ends a stream from which nothing comes any more: a half-open connection looks alive for ever. Disposing it
 * ends whatever is left of the attempt.
 *
 * @internal
 */
export class StreamGuard implements Disposable {
  /** Of this attempt: aborted with a {@link TimeoutError} for silence, or when the parent is. */
  readonly ctx: Context;
  readonly #controller = new AbortController();
  readonly #idleMs: number;
  readonly #onTick: () => void;
  readonly #clock: Clock;
  readonly #startedMs: number;
  #deadlineMs = Infinity;
  #heardMs: number;
  #timer: Timer;

  constructor(parent: Context, options: StreamGuardOptions) {
    this.ctx = parent.withSignal(this.#controller.signal);
    this.#idleMs = options.idleMs;
    this.#onTick = options.onTick;
    this.#clock = parent.clock;
    this.#startedMs = this.#clock.monotonic();
    this.#heardMs = this.#startedMs;
    this.#timer = this.#nextTick(this.#startedMs);
  }

  /** Milliseconds since the attempt began. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#startedMs;
  }

  /** Something came. */
  heard(): void {
    this.#heardMs = this.#clock.monotonic();
  }

  /**
   * Gives it up in any case, so many milliseconds after its beginning; `Infinity` takes that back.
   */
  limit(ms: number): void {
    this.#deadlineMs = this.#startedMs + ms;
    this.#timer.cancel();
    this.#timer = this.#nextTick(this.#clock.monotonic());
  }

  [Symbol.dispose](): void {
    this.#timer.cancel();
    this.#controller.abort(new Error('the attempt is over'));
  }

  #nextTick(nowMs: number): Timer {
    const dueMs = Math.min(nowMs + TICK_MS, this.#heardMs + this.#idleMs, this.#deadlineMs);
    return this.#clock.timer(dueMs - nowMs, () => this.#tick());
  }

  #tick(): void {
    const nowMs = this.#clock.monotonic();
    this.#onTick();
    if (nowMs >= this.#heardMs + this.#idleMs) {
      this.#controller.abort(new TimeoutError(`cannot hear the API server: silent for ${this.#idleMs} ms`));
    } else if (nowMs >= this.#deadlineMs) {
      this.#controller.abort(new TimeoutError('cannot wait any longer for the end of the initial events'));
    } else {
      this.#timer = this.#nextTick(nowMs);
    }
  }
}
