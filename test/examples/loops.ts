import type { Context } from '../../context/index.ts';
import type {
  Cause,
  ReconcileEnd,
  ReconcileObserver,
  ReconcileStart,
} from '../../lib/framework/observe/reconcile-observer.ts';
import type { ObjectKey } from '../../lib/object/kubernetes-object.ts';

interface Loop {
  readonly key: ObjectKey;
  readonly causes: readonly Cause[];
  result?: ReconcileEnd['result'];
}

/** Counts a framework's reconciles. */
export class Loops implements ReconcileObserver {
  readonly #all: Loop[] = [];
  readonly #running = new Map<ObjectKey, Loop>();

  started(ctx: Context, { key, causes }: ReconcileStart): Context {
    const loop = { key, causes };
    this.#all.push(loop);
    this.#running.set(key, loop);
    return ctx;
  }

  ended(_ctx: Context, key: ObjectKey, { result }: ReconcileEnd): void {
    const loop = this.#running.get(key);
    if (loop !== undefined) loop.result = result;
    this.#running.delete(key);
  }

  /** Of all objects that were reconciled. */
  get keys(): readonly ObjectKey[] {
    return [...new Set(this.#all.map(({ key }) => key))];
  }

  /** Those that have begun. */
  of(key: ObjectKey): number {
    return this.#all.filter((loop) => loop.key === key).length;
  }

  /** Those that have ended, because of a trigger among others. */
  triggered(key: ObjectKey): number {
    return this.endedOf(key).filter(({ causes }) => causes.some(isTrigger)).length;
  }

  /** How often an object of another kind was among the causes: `Secret default/a`. */
  because(key: ObjectKey, detail: string): number {
    const causes = this.#all.filter((loop) => loop.key === key).flatMap((loop) => loop.causes);
    return causes.filter((cause) => cause.detail === detail).length;
  }

  failed(key: ObjectKey): number {
    return this.endedOf(key).filter(({ result }) => result === 'error' || result === 'terminal').length;
  }

  /** Those that have ended. */
  endedOf(key: ObjectKey): readonly Loop[] {
    return this.#all.filter((loop) => loop.key === key && loop.result !== undefined);
  }
}

function isTrigger({ type }: Cause): boolean {
  return type === 'trigger';
}
