import type { InformerEvent } from './informer.ts';

type Handler<T> = (event: InformerEvent<T>) => void;

interface Subscription<T> {
  readonly handler: Handler<T>;
}

/**
 * Those who hear of events: synchronously, in the order of their subscriptions. What a handler throws, or what
 * the promise of an async handler is rejected with, goes to `onError`, and the others still hear.
 *
 * @internal
 */
export class Subscribers<T> {
  /** Never changed, only replaced: who comes during an event does not hear of it twice, who left not at all. */
  #subscriptions: readonly Subscription<T>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** @param replay what the handler hears before it is among the others. */
  add(handler: Handler<T>, replay: Iterable<InformerEvent<T>>): Disposable {
    const subscription = { handler };
    for (const event of replay) this.#call(handler, event);
    this.#subscriptions = [...this.#subscriptions, subscription];
    return { [Symbol.dispose]: () => this.#remove(subscription) };
  }

  emit(event: InformerEvent<T>): void {
    const all = this.#subscriptions;
    for (const subscription of all) {
      if (all === this.#subscriptions || this.#subscriptions.includes(subscription))
        this.#call(subscription.handler, event);
    }
  }

  #remove(subscription: Subscription<T>): void {
    this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
  }

  #call(handler: Handler<T>, event: InformerEvent<T>): void {
    try {
      // An async function passes for a handler, and its rejection would end the process.
      const result: unknown = handler(event);
      if (result instanceof Promise) result.catch(this.#onError);
    } catch (error) {
      this.#onError(error);
    }
  }
}
