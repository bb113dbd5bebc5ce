/**
 * The least that a keyed queue must do, as people write it around client-node's informer: a key waits once, and
 * is not handed out again while it runs. No priorities, no backoff, no metrics.
 */
export class MinimalQueue {
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  /** Added while they ran. */
  readonly #again = new Set<string>();
  /** In order; those before the head were taken. */
  #order: string[] = [];
  #head = 0;
  readonly #takers: ((key: string) => void)[] = [];

  get size(): number {
    return this.#waiting.size;
  }

  add(key: string): void {
    if (this.#running.has(key)) this.#again.add(key);
    else if (!this.#waiting.has(key)) this.#place(key);
  }

  async take(): Promise<string> {
    const key = this.#next();
    if (key !== undefined) return key;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#takers.push(resolve);
    return await promise;
  }

  done(key: string): void {
    this.#running.delete(key);
    if (this.#again.delete(key)) this.#place(key);
  }

  #place(key: string): void {
    const taker = this.#takers.shift();
    if (taker === undefined) {
      this.#waiting.add(key);
      this.#order.push(key);
      return;
    }
    this.#running.add(key);
    taker(key);
  }

  #next(): string | undefined {
    const key = this.#order[this.#head];
    if (key === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#order.length) {
      this.#order = [];
      this.#head = 0;
    }
    this.#waiting.delete(key);
    this.#running.add(key);
    return key;
  }
}
