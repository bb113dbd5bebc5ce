import { type Clock, type Context, contextKey, systemClock } from '../../../context/index.ts';
import { clientCalls } from '../../client/client-call.ts';
import { checkNumber } from '../../errors.ts';
import type { KubernetesObject, ObjectKey } from '../../object/kubernetes-object.ts';
import {
  type Cause,
  type Hold,
  type ReconcileEnd,
  type ReconcileObserver,
  type ReconcileStart,
  resourceRuns,
} from '../observe/reconcile-observer.ts';
import type { Explanation } from './explanation.ts';
import { ObjectHistory } from './object-history.ts';
import { momentOf, ReconcileRecord } from './reconcile-record.ts';
import type { LookBefore } from './seen-objects.ts';

export interface JournalOptions {
  /** Of how many objects notes are kept; of more, those that nothing was heard of for longest go. Default 1000. */
  readonly maxObjects?: number;
  /** Reconciles of one object. Default 10. */
  readonly maxReconciles?: number;
  /** Writes of one reconcile; more are counted. Default 50. */
  readonly maxWrites?: number;
  /** What all writes of one reconcile show of their differences, about. Default 8000. */
  readonly maxDiffCharacters?: number;
  /**
   * An object as informers know it, for what a write changed in it. Default: only what the reconcile has read or
   * written itself is known.
   */
  readonly before?: LookBefore;
  /** Default the real one. */
  readonly clock?: Clock;
}

/** Where a reconcile's notes go, even if the journal has dropped its object meanwhile. */
const recordKey = contextKey<{ readonly record: ReconcileRecord; readonly history: ObjectHistory }>(
  'journal',
);

/**
 * Takes notes of what a framework does to each object, and why: causes, waits, resources, writes with what they
 * changed, errors, what holds it back. One journal per framework.
 *
 * **Guarantees:** bounded, whatever happens; a few kilobytes for an object that is often written to. Secrets are
 * taken out of every text before it is kept: those of the reconcile's `secretValues`, data of Secrets, what is
 * named like a password, credentials that are recognised by their form.
 */
export class Journal implements ReconcileObserver {
  readonly #histories = new Map<ObjectKey, ObjectHistory>();
  readonly #clock: Clock;
  readonly #maxObjects: number;
  readonly #maxReconciles: number;
  readonly #recordOptions: ConstructorParameters<typeof ReconcileRecord>[2];

  /** @throws InvalidConfigError when a number is out of its range. */
  constructor(options: JournalOptions = {}) {
    const { maxObjects = 1000, maxReconciles = 10, maxWrites = 50, maxDiffCharacters = 8000 } = options;
    checkNumber('JournalOptions.maxObjects', maxObjects, { min: 1, integer: true });
    checkNumber('JournalOptions.maxReconciles', maxReconciles, { min: 1, integer: true });
    checkNumber('JournalOptions.maxWrites', maxWrites, { integer: true });
    checkNumber('JournalOptions.maxDiffCharacters', maxDiffCharacters, { integer: true });
    this.#clock = options.clock ?? systemClock;
    this.#maxObjects = maxObjects;
    this.#maxReconciles = maxReconciles;
    this.#recordOptions = { before: options.before, maxWrites, maxDiffCharacters };
  }

  /** What is known of an object; undefined: nothing, or nothing any more. May be handed on as it is. */
  readonly explain = (key: ObjectKey): Explanation | undefined => this.#histories.get(key)?.explained();

  /** All objects of which something is known, the one heard of last first. May be handed on as it is. */
  readonly keys = (): readonly ObjectKey[] => [...this.#histories.keys()].toReversed();

  queued(key: ObjectKey, cause: Cause): void {
    this.#touch(key).queued(cause);
  }

  started(ctx: Context, start: ReconcileStart): Context {
    const history = this.#touch(start.key);
    const record = new ReconcileRecord(ctx, start, this.#recordOptions);
    history.started(record, this.#maxReconciles);
    const noted = ctx.withValue(recordKey, { record, history });
    return clientCalls.with(resourceRuns.with(noted, record.aroundResource), record.aroundCall);
  }

  found(ctx: Context, _key: ObjectKey, obj: KubernetesObject): void {
    const { record, history } = ctx.value(recordKey) ?? {};
    record?.found(ctx, obj);
    history?.found(obj);
  }

  held(key: ObjectKey, hold: Hold): void {
    this.#touch(key).held(hold, momentOf(this.#clock.now()));
  }

  ended(ctx: Context, key: ObjectKey, end: ReconcileEnd): void {
    const { record, history } = ctx.value(recordKey) ?? {};
    if (record === undefined || history === undefined) return;
    history.ended(record, end, ctx.clock.now());
    this.#touch(key, history);
  }

  /** Makes it the one heard of last. */
  #touch(key: ObjectKey, known: ObjectHistory | undefined = this.#histories.get(key)): ObjectHistory {
    const history = known ?? new ObjectHistory(key);
    this.#histories.delete(key);
    this.#histories.set(key, history);
    for (const oldest of this.#histories.keys()) {
      if (this.#histories.size <= this.#maxObjects) break;
      this.#histories.delete(oldest);
    }
    return history;
  }
}
