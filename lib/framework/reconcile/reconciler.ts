import { type Context, dryRun } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { ExecutionFailedError, isNoResourceSet } from '../../errors.ts';
import type { FrameworkMetrics } from '../../metrics.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import type { Deletions } from '../deletion/deletions.ts';
import { type Finalizer, carriesFinalizer, finalizerName } from '../deletion/finalizer.ts';
import type { FrameworkConfig } from '../framework-config.ts';
import type { HeldObjects } from '../intake/held-objects.ts';
import { isDeleting } from '../object-name.ts';
import { reportOrphanedFinalizer } from '../deletion/orphaned-finalizer.ts';
import type { Observers } from '../observe/observers.ts';
import type { OwnWrites } from '../intake/own-writes.ts';
import type { ManagedStatus } from '../status/managed-status.ts';
import type { ParsedObjects } from './object-schema.ts';
import type { Pauses } from '../pause/pauses.ts';
import type { Outcome } from '../resources/process.ts';
import { ResourceRunner } from './resource-runner.ts';
import type { ResourceSet } from '../resources/resource-set.ts';

/** What becomes of a key whose reconcile ended without an error. */
export type Verdict =
  /** Nothing more until something changes. */
  | 'done'
  /** Once more, with backoff: a deletion is not complete. */
  | 'retry'
  /** Once more, after a time that a resource asked for. */
  | { readonly afterMs: number };

export interface ReconcilerOptions<T extends KubernetesObject> {
  readonly config: Pick<
    FrameworkConfig<T>,
    'name' | 'informer' | 'resourceRouter' | 'initCtx' | 'client' | 'finalizer'
  >;
  readonly metrics: FrameworkMetrics;
  readonly held: HeldObjects<T>;
  readonly deletions: Deletions<T>;
  readonly ownWrites: OwnWrites<T>;
  readonly observers: Observers;
  readonly parsed: ParsedObjects<T>;
  /** Undefined: nothing pauses an object. */
  readonly pauses: Pauses | undefined;
  /** Undefined: the status is the resources' affair. */
  readonly status: ManagedStatus<T> | undefined;
  /** Undefined without a client. */
  readonly finalizer: Finalizer<T> | undefined;
}

/**
 * Reconciles one key: first the deletions of objects that had this name and are gone, then the object that has
 * it now. Rejects with the first error.
 *
 * **Assumptions:** never called twice at once for one key; the queue sees to that.
 */
export class Reconciler<T extends KubernetesObject> {
  readonly #config: ReconcilerOptions<T>['config'];
  readonly #options: ReconcilerOptions<T>;
  readonly #finalizerName: string;
  readonly #guarded: boolean;
  readonly #runner: ResourceRunner<T>;

  constructor(options: ReconcilerOptions<T>) {
    this.#options = options;
    this.#config = options.config;
    this.#finalizerName = finalizerName(options.config.name);
    this.#guarded = options.config.finalizer ?? true;
    this.#runner = new ResourceRunner<T>({ ...options, initCtx: options.config.initCtx });
  }

  async reconcile(ctx: Context, key: ObjectKey): Promise<Verdict> {
    const { held, deletions, ownWrites, observers } = this.#options;
    let lastGone: string | undefined;
    for (const gone of deletions.pending(key)) {
      const verdict = await this.#reconcileGone(ctx, gone);
      if (verdict !== 'done') return verdict;
      held.forget(key, gone.metadata?.uid);
      lastGone = gone.metadata?.uid ?? '';
    }
    const heldNow = held.get(key);
    const obj = held.pick(key, ownWrites.latest(key, this.#config.informer.get(key)));
    if (obj === undefined || obj.metadata?.uid === lastGone) return 'done';
    observers.found(ctx, key, obj);
    const verdict = await this.#reconcileObject(ctx, obj);
    if (verdict === 'done') held.release(key, heldNow);
    return verdict;
  }

  async #reconcileGone(ctx: Context, gone: T): Promise<Verdict> {
    const { deletions, pauses } = this.#options;
    if (pauses?.holds(gone) === true) {
      deletions.finish(gone);
      return 'done';
    }
    const obj = this.#options.parsed.of(ctx, gone);
    const set = this.#route(obj);
    if (set !== undefined) {
      deletions.start(obj);
      const verdict = deletionVerdict(await this.#runner.delete(ctx, obj, set));
      if (verdict !== 'done') return verdict;
    }
    deletions.finish(obj);
    return 'done';
  }

  async #reconcileObject(outer: Context, obj: T): Promise<Verdict> {
    if (this.#isOthersDeletion(obj)) return 'done';
    const { status, pauses } = this.#options;
    const ctx = status?.start(outer, obj) ?? outer;
    const { set, failure } = this.#find(ctx, obj);
    const paused = set === undefined && failure === undefined ? undefined : pauses?.check(ctx, obj);
    if (paused !== undefined) return await this.#reconcilePaused(ctx, obj, paused);
    if (failure !== undefined) throw failure.error;
    if (!this.#guarded && this.#options.finalizer === undefined && this.#carries(obj))
      this.#failUnreleasable(obj);
    if (set === undefined) return await this.#reconcileUnhandled(ctx, obj);
    return isDeleting(obj)
      ? await this.#reconcileDeletion(ctx, obj, set)
      : await this.#reconcileUpdate(ctx, obj, set);
  }

  async #reconcileUnhandled(ctx: Context, obj: T): Promise<Verdict> {
    this.#options.observers.held(keyOf(obj), { by: 'no-resource-set' });
    this.#options.status?.forget(keyOf(obj));
    if (!this.#carries(obj) || this.#options.deletions.isFinished(obj)) return 'done';
    if (!this.#guarded) await this.#options.finalizer?.remove(ctx, obj);
    else if (isDeleting(obj)) await this.#failOrphaned(ctx, obj);
    return 'done';
  }

  async #reconcileUpdate(outer: Context, obj: T, set: ResourceSet<T>): Promise<Verdict> {
    const { status, parsed } = this.#options;
    const guardedObj = this.#isGuarded(obj) ? obj : await this.#guard(outer, obj);
    if (guardedObj === undefined) {
      outer.logger.debug('object is being deleted or gone meanwhile');
      status?.forget(keyOf(obj));
      return 'done';
    }
    const ctx = status?.start(outer, guardedObj) ?? outer;
    const { requeueAfterMs } = await this.#runner.update(ctx, parsed.of(ctx, guardedObj), set);
    if (status !== undefined) await status.end(ctx, keyOf(obj), { type: 'success' });
    return requeueAfterMs === undefined ? 'done' : { afterMs: requeueAfterMs };
  }

  /** Whether it carries our finalizer, or does not where that is switched off. */
  #isGuarded(obj: T): boolean {
    return this.#options.finalizer === undefined || this.#carries(obj) === this.#guarded;
  }

  /** Sees to it that {@link #isGuarded}. */
  async #guard(ctx: Context, obj: T): Promise<T | undefined> {
    const { finalizer, ownWrites, held } = this.#options;
    if (finalizer === undefined) return obj;
    const write = async (): Promise<T | undefined> =>
      this.#guarded ? await finalizer.add(ctx, obj) : await finalizer.remove(ctx, obj);
    if (dryRun.isSet(ctx)) return await write();
    const written = await ownWrites.during(keyOf(obj), write);
    if (written !== undefined) held.replace(obj, written);
    return written;
  }

  async #reconcileDeletion(ctx: Context, obj: T, set: ResourceSet<T>): Promise<Verdict> {
    const { deletions, finalizer, status, parsed } = this.#options;
    const key = keyOf(obj);
    if (deletions.isFinished(obj)) {
      status?.forget(key);
      return 'done';
    }
    deletions.start(obj);
    const verdict = deletionVerdict(await this.#runner.delete(ctx, parsed.of(ctx, obj), set));
    if (verdict !== 'done') {
      await status?.end(ctx, key, { type: 'success' });
      return verdict;
    }
    if (this.#carries(obj)) await finalizer?.remove(ctx, obj);
    deletions.finish(obj);
    status?.forget(key);
    return 'done';
  }

  /** The set that handles the object; that it cannot be told is a failure only if nothing else holds the object. */
  #find(
    ctx: Context,
    obj: T,
  ): { readonly set?: ResourceSet<T> | undefined; readonly failure?: { readonly error: unknown } } {
    try {
      return { set: this.#route(this.#options.parsed.of(ctx, obj)) };
    } catch (error) {
      return { failure: { error } };
    }
  }

  async #reconcilePaused(ctx: Context, obj: T, annotation: string): Promise<Verdict> {
    const { status, observers } = this.#options;
    const key = keyOf(obj);
    observers.held(key, { by: 'pause', detail: annotation });
    await status?.end(ctx, key, { type: 'paused', annotation });
    return 'done';
  }

  /** Without our finalizer it was never ours, or our part is done; unless someone tore it off meanwhile. */
  #isOthersDeletion(obj: T): boolean {
    return isDeleting(obj) && this.#guarded && !this.#carries(obj) && !this.#options.deletions.isStarted(obj);
  }

  #route(obj: T): ResourceSet<T> | undefined {
    try {
      return this.#config.resourceRouter.resourceSet(obj);
    } catch (error) {
      if (isNoResourceSet(error)) return undefined;
      throw error;
    }
  }

  #carries(obj: T): boolean {
    return carriesFinalizer(obj, this.#finalizerName);
  }

  async #failOrphaned(ctx: Context, obj: T): Promise<never> {
    const { client } = this.#config;
    this.#options.metrics.orphanedFinalizers.inc({ controller: this.#config.name });
    if (client !== undefined) await this.#report(ctx, client, obj);
    throw new ExecutionFailedError(
      `cannot delete object ${keyOf(obj)}: it carries finalizer ${this.#finalizerName}, but no resource set handles it; let a set handle it, or remove the finalizer by hand`,
    );
  }

  async #report(ctx: Context, client: Client, obj: T): Promise<void> {
    await reportOrphanedFinalizer(ctx, client, this.#config.name, obj);
  }

  #failUnreleasable(obj: T): never {
    this.#options.metrics.orphanedFinalizers.inc({ controller: this.#config.name });
    throw new ExecutionFailedError(
      `cannot release object ${keyOf(obj)}: it carries finalizer ${this.#finalizerName}, which is switched off; give FrameworkConfig.client, so that it can be removed`,
    );
  }
}

/** A deletion is complete when nothing keeps the finalizer; else it is tried again. */
function deletionVerdict({ canceled, finalizersKept, requeueAfterMs }: Outcome): Verdict {
  if (!canceled && !finalizersKept) return 'done';
  return requeueAfterMs === undefined ? 'retry' : { afterMs: requeueAfterMs };
}
