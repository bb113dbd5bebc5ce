import { SharedLines } from './shared-lines.ts';
import type { WatchStream } from './watch-stream.ts';

/** The watches that are open: what they share, and how whoever must can end them. */
export class WatchHub {
  readonly lines: SharedLines = new SharedLines();
  readonly #open = new Map<WatchStream, string>();

  get size(): number {
    return this.#open.size;
  }

  add(stream: WatchStream, collection: string): void {
    this.#open.set(stream, collection);
  }

  remove(stream: WatchStream): void {
    this.#open.delete(stream);
  }

  /** Ends all watches, or those of one collection. */
  end(collection?: string): void {
    for (const [stream, its] of this.#open) if (collection === undefined || its === collection) stream.end();
  }
}
