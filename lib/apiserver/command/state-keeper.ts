import type { Clock } from '../../../context/index.ts';
import type { Storage } from '../storage.ts';
import { writeDataFile } from './data-file.ts';
import { slept } from './slept.ts';

/** The shortest time between two saves. */
const PAUSE_MS = 1000;
/** At most a twentieth of the time goes into saving, however much there is to save. */
const PAUSES_PER_SAVE = 20;

/** Options of {@link StateKeeper}. */
export interface StateKeeperOptions {
  readonly path: string;
  readonly storage: Storage;
  readonly clock: Clock;
  /** Told of a save that failed; the next one is tried in its time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps a server's state in a file.
 *
 * **Guarantees.** What was written is in the file a second later, or after twenty times the time that a save takes
 * where that is longer. A process that is killed loses at most that; one that ends in good order loses nothing. The
 * file is whole at any moment.
 */
export class StateKeeper {
  readonly #options: StateKeeperOptions;
  #saved = -1;

  constructor(options: StateKeeperOptions) {
    this.#options = options;
  }

  /** Saves now and then, until aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, onError } = this.#options;
    let pause = PAUSE_MS;
    while (await slept(clock, pause, signal)) {
      const start = clock.monotonic();
      try {
        await this.#save(false);
      } catch (error) {
        onError(error);
      }
      pause = Math.max(PAUSE_MS, (clock.monotonic() - start) * PAUSES_PER_SAVE);
    }
  }

  /** Saves for the last time: nothing may be written afterwards. */
  async finish(): Promise<void> {
    this.#saved = -1;
    await this.#save(true);
  }

  async #save(clean: boolean): Promise<void> {
    const { path, storage } = this.#options;
    const state = storage.state();
    if (state.revision === this.#saved) return;
    await writeDataFile(path, state, clean);
    this.#saved = state.revision;
  }
}
