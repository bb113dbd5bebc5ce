import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Clock } from '../../context/index.ts';

/** Far below the 50 ms that a stall may take, since what runs between two looks at the clock comes on top. */
const BUDGET_MS = 10;

/**
 * Keeps long synchronous work from stopping the event loop: probes, lease renewals and sockets wait for it.
 *
 * Takes a turn of the loop, which is no wait in time; so it is setImmediate, not the clock. Under a clock that
 * stands still the budget is never spent.
 */
export class TurnBudget {
  readonly #clock: Clock;
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.monotonic();
  }

  /** Whether others should have a turn. */
  get spent(): boolean {
    return this.#clock.monotonic() - this.#since > BUDGET_MS;
  }

  async turn(): Promise<void> {
    await nextTurn();
    this.#since = this.#clock.monotonic();
  }
}
