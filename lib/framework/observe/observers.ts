import type { Clock, Context, Logger } from '../../../context/index.ts';
import type { KubernetesObject, ObjectKey } from '../../object/kubernetes-object.ts';
import { Causes } from './causes.ts';
import type { Cause, Hold, ReconcileEnd, ReconcileObserver } from './reconcile-observer.ts';

/**
 * The observers of a framework as one: each is called in order, and one that throws is logged and passed over.
 * Without any, nothing is kept.
 */
export class Observers {
  readonly #observers: readonly ReconcileObserver[];
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #causes: Causes;

  constructor(observers: readonly ReconcileObserver[], clock: Clock, logger: Logger) {
    this.#observers = observers;
    this.#clock = clock;
    this.#logger = logger;
    this.#causes = new Causes(clock);
  }

  /** @param afterMs the delay after which the key may run. */
  queued(key: ObjectKey, reason: Omit<Cause, 'at'>, afterMs = 0): void {
    if (this.#observers.length === 0) return;
    const cause = { ...reason, at: new Date(this.#clock.now()) };
    this.#causes.add(key, cause, afterMs);
    this.#each((observer) => observer.queued?.(key, cause));
  }

  /** @returns what the reconcile runs in. */
  started(ctx: Context, key: ObjectKey, loop: number): Context {
    if (this.#observers.length === 0) return ctx;
    const start = { key, loop, ...this.#causes.take(key) };
    let at = ctx;
    this.#each((observer) => {
      const made = observer.started?.(at, start);
      if (made?.descendsFrom(at) === true) at = made;
    });
    return at;
  }

  found(ctx: Context, key: ObjectKey, obj: KubernetesObject): void {
    this.#each((observer) => observer.found?.(ctx, key, obj));
  }

  held(key: ObjectKey, hold: Hold): void {
    this.#each((observer) => observer.held?.(key, hold));
  }

  ended(ctx: Context, key: ObjectKey, end: ReconcileEnd): void {
    this.#each((observer) => observer.ended?.(ctx, key, end));
  }

  #each(tell: (observer: ReconcileObserver) => void): void {
    for (const observer of this.#observers) {
      try {
        tell(observer);
      } catch (error) {
        this.#logger.warn('observer failed', { error });
      }
    }
  }
}
