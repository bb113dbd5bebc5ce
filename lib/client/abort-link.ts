/**
 * The signal of one request: aborted with its context's, or by a deadline of ours. It lets go of the context's
 * signal when the request has ended; `AbortSignal.any` would hold on to whoever forgot to remove a listener for
 * as long as the context lives, which is mostly the process.
 */
export class AbortLink {
  readonly #parent: AbortSignal;
  readonly #controller = new AbortController();
  readonly #forward = (): void => this.#controller.abort(this.#parent.reason);

  /** @throws the parent's reason when that is aborted already. */
  constructor(parent: AbortSignal) {
    parent.throwIfAborted();
    this.#parent = parent;
    parent.addEventListener('abort', this.#forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Idempotent. The signal stays as it is then. */
  end(): void {
    this.#parent.removeEventListener('abort', this.#forward);
  }
}
