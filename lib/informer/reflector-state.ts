import type { Clock } from '../../context/index.ts';
import type { InformerMeter } from './informer-meter.ts';

/**
 * How one stream is doing, for those who decide what comes next and for the health.
 *
 * @internal
 */
export class ReflectorState {
  /** The first list is complete. */
  synced = false;
  /** The version is of no use, or there is none: everything must be listed. */
  mustList = true;
  /** Up to where the store is. */
  resourceVersion: string | undefined;
  lists = 0;
  watches = 0;
  /** Why the last attempt failed; undefined once one works again. */
  error: unknown;
  readonly #meter: InformerMeter;
  #connected = false;
  #heard: { readonly clock: Clock; readonly ms: number } | undefined;

  constructor(meter: InformerMeter) {
    this.#meter = meter;
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  set isConnected(connected: boolean) {
    if (connected !== this.#connected) this.#meter.connected(connected ? 1 : -1);
    this.#connected = connected;
  }

  /** Milliseconds since the server sent something; undefined before. */
  get silentMs(): number | undefined {
    return this.#heard === undefined ? undefined : this.#heard.clock.monotonic() - this.#heard.ms;
  }

  heard(clock: Clock): void {
    this.#heard = { clock, ms: clock.monotonic() };
  }
}
