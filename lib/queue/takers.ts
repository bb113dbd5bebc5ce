import type { ObjectKey } from '../object/kubernetes-object.ts';

interface Taker {
  readonly signal: AbortSignal;
  readonly resolve: (key: ObjectKey) => void;
  readonly reject: (error: Error) => void;
}

interface Watched {
  /** Takers with this signal. */
  waiting: number;
  readonly stop: () => void;
}

/**
 * Those who wait for a key, in order of arrival.
 *
 * Workers wait again and again with one signal, and a listener costs more than all else: so there is one for each
 * signal, which stays when nobody waits with it until another signal comes. Hence at most one signal holds on to
 * a queue in which nobody waits, until {@link close}.
 */
export class Takers {
  readonly #takers = new Set<Taker>();
  readonly #watched = new Map<AbortSignal, Watched>();

  /** Rejects with the signal's reason, which must not be aborted yet. */
  wait(signal: AbortSignal): Promise<ObjectKey> {
    return new Promise((resolve, reject) => {
      this.#takers.add({ signal, resolve, reject });
      const watched = this.#watched.get(signal) ?? this.#watch(signal);
      watched.waiting += 1;
    });
  }

  /** Gives keys to those who wait, until there are none of the one or the other. */
  serve(next: () => ObjectKey | undefined): void {
    for (const taker of this.#takers) {
      const key = next();
      if (key === undefined) return;
      this.#takers.delete(taker);
      const watched = this.#watched.get(taker.signal);
      if (watched !== undefined) watched.waiting -= 1;
      taker.resolve(key);
    }
  }

  /** Lets go of signals with which nobody waits. Others wait on. */
  close(): void {
    for (const [signal, { waiting, stop }] of this.#watched) {
      if (waiting > 0) continue;
      stop();
      this.#watched.delete(signal);
    }
  }

  #watch(signal: AbortSignal): Watched {
    this.close();
    const abort = (): void => this.#abort(signal);
    signal.addEventListener('abort', abort, { once: true });
    const watched = { waiting: 0, stop: () => signal.removeEventListener('abort', abort) };
    this.#watched.set(signal, watched);
    return watched;
  }

  #abort(signal: AbortSignal): void {
    this.#watched.delete(signal);
    for (const taker of this.#takers) {
      if (taker.signal !== signal) continue;
      this.#takers.delete(taker);
      taker.reject(signal.reason as Error);
    }
  }
}
