import { setImmediate } from 'node:timers/promises';

import type { Logger } from '../../../context/index.ts';

/** So many keys are worked on before requests get a turn. */
const KEYS_PER_TURN = 100;

/**
 * Works on keys after whoever added them is done, each once however often it was added meanwhile. Work is
 * synchronous; one that throws is logged, and comes again with the next change.
 */
export class BackgroundWork implements AsyncDisposable {
  readonly #name: string;
  readonly #work: (key: string) => void;
  readonly #logger: Logger;
  readonly #keys = new Set<string>();
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(name: string, logger: Logger, work: (key: string) => void) {
    this.#name = name;
    this.#logger = logger;
    this.#work = work;
  }

  add(key: string): void {
    if (this.#closed) return;
    this.#keys.add(key);
    this.#running ??= this.#run();
  }

  /** Resolves when there is nothing left to do. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#keys.clear();
    await this.idle();
  }

  async #run(): Promise<void> {
    while (this.#keys.size > 0) {
      await setImmediate();
      for (const key of [...this.#keys].slice(0, KEYS_PER_TURN)) {
        this.#keys.delete(key);
        this.#try(key);
      }
    }
    this.#running = undefined;
  }

  #try(key: string): void {
    try {
      this.#work(key);
    } catch (error) {
      this.#logger.error('cannot finish background work', { controller: this.#name, key, error });
    }
  }
}
