import type { SharedLines } from './shared-lines.ts';

/** Options of {@link WatchStream}. */
export interface WatchStreamOptions {
  /** What comes before everything that is pushed, made when it is asked for. */
  readonly initial: Iterable<Buffer>;
  /** Puts together what waits. */
  readonly shared: SharedLines;
  /** How much may wait to be read once {@link WatchStream.bound} was called. */
  readonly limitBytes: number;
  /** Called once, whoever ends the stream. */
  readonly onEnd: () => void;
}

const BATCH_BYTES = 64 * 1024;

/**
 * The lines of one watch, on their way to one reader. Lines that wait are handed over together, so that a
 * reader who falls behind catches up in few steps.
 *
 * **Guarantees.** Each chunk ends with a whole line. A reader who lets more than the limit pile up loses the
 * stream, not lines in it: it ends, as the API server ends watches that do not keep up.
 */
export class WatchStream implements AsyncIterable<Buffer> {
  readonly #options: WatchStreamOptions;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #bounded = false;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Adds a line. Does nothing after the end. */
  push(line: Buffer): void {
    if (this.#ended) return;
    if (this.#bounded && this.#waitingBytes + line.length > this.#options.limitBytes) {
      this.#waiting = [];
      this.end();
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    this.#wake?.();
  }

  /** From now on, what waits is limited: the replay of the past, which comes at once, is over. */
  bound(): void {
    this.#bounded = true;
  }

  /** Ends the stream after what was pushed so far. Idempotent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#wake?.();
    this.#options.onEnd();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (const batch of batches(this.#options.initial)) {
        yield batch;
        if (this.#ended) return;
      }
      for (;;) {
        while (this.#waiting.length > 0) yield this.#take();
        if (this.#ended) return;
        await this.#somethingNew();
      }
    } finally {
      this.end();
    }
  }

  #take(): Buffer {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return this.#options.shared.join(lines);
  }

  #somethingNew(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }
}

function* batches(lines: Iterable<Buffer>): Generator<Buffer, void, undefined> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (const line of lines) {
    batch.push(line);
    bytes += line.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield Buffer.concat(batch);
}
