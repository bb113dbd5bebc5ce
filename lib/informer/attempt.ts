import type { Context } from '../../context/index.ts';
import type { ReflectorState } from './reflector-state.ts';
import { StreamGuard } from './stream-guard.ts';
import type { TurnBudget } from './turn-budget.ts';

export interface AttemptOptions {
  readonly state: ReflectorState;
  readonly budget: TurnBudget;
  readonly idleMs: number;
  readonly onTick: () => void;
}

/**
 * One list or one watch, and what came of it. Disposing it ends its requests.
 *
 * @internal
 */
export class Attempt implements Disposable {
  readonly budget: TurnBudget;
  /** The server said yes. */
  opened = false;
  /** Something came that made sense. */
  progressed = false;
  readonly #parent: AbortSignal;
  readonly #guard: StreamGuard;
  readonly #state: ReflectorState;

  constructor(ctx: Context, options: AttemptOptions) {
    this.budget = options.budget;
    this.#state = options.state;
    this.#parent = ctx.signal;
    this.#guard = new StreamGuard(ctx, options);
  }

  /** Aborted when the attempt is over, for whatever reason. */
  get ctx(): Context {
    return this.#guard.ctx;
  }

  /** Whether the run is over. Asked for each event, so it looks at one signal, not at a chain of them. */
  get isStopped(): boolean {
    return this.#parent.aborted;
  }

  get ageMs(): number {
    return this.#guard.ageMs;
  }

  /** The head of an answer came. */
  open(): void {
    this.opened = true;
    this.#state.isConnected = true;
    this.heard();
  }

  heard(): void {
    this.#guard.heard();
    this.#state.heard(this.ctx.clock);
  }

  /** @see StreamGuard.limit */
  limit(ms: number): void {
    this.#guard.limit(ms);
  }

  [Symbol.dispose](): void {
    this.#guard[Symbol.dispose]();
  }
}
