import type { Context } from '../../../context/index.ts';
import { isAbort, untilAborted } from '../../abort.ts';
import { type BackOff, exponentialBackOff } from '../../backoff.ts';
import { UnreachableError } from '../../client/errors.ts';
import { requireOption } from '../../errors.ts';
import { EventStream } from '../../informer/event-stream.ts';
import type { IndexQuery, Informer, InformerEvent, InformerHealth } from '../../informer/informer.ts';
import { SharedRun } from '../../informer/shared-run.ts';
import { Store } from '../../informer/store.ts';
import { Subscribers } from '../../informer/subscribers.ts';
import { fromClientNode } from '../../object/client-node.ts';
import { type Kind, type KubernetesObject, type ObjectKey, keyOf } from '../../object/kubernetes-object.ts';
import type { Wire } from '../../object/wire.ts';

/** What we use of client-node's `Informer`, of which any version that has it will do. */
export interface ClientNodeInformer<M extends object> {
  on(verb: 'add' | 'update' | 'delete', handler: (obj: M) => void): void;
  on(verb: 'error', handler: (error?: unknown) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes an {@link Informer} of wire objects of client-node's informer, so that an operator can keep the one it
 * has. Give a kind to get its type, and because client-node leaves out `apiVersion` and `kind` of listed
 * objects, which finalizers and events need.
 *
 * **Guarantees:** those of {@link Informer}, as far as client-node's informer keeps its own: it is started again
 * with backoff whenever it stops with an error. Registers its handlers at once, for good.
 *
 * **Assumptions:** nobody else calls `start` or `stop`. The informer notices by itself when its stream is dead.
 */
export function fromClientNodeInformer<T extends KubernetesObject, M extends object>(
  informer: ClientNodeInformer<M>,
  kind: Kind<T>,
): Informer<T>;
export function fromClientNodeInformer<M extends object>(
  informer: ClientNodeInformer<M>,
): Informer<Wire<M> & KubernetesObject>;
export function fromClientNodeInformer<M extends object>(
  informer: ClientNodeInformer<M>,
  kind?: Kind,
): unknown {
  return new AdaptedInformer(informer, kind);
}

class AdaptedInformer<M extends object> implements Informer {
  readonly #informer: ClientNodeInformer<M>;
  readonly #kind: Kind | undefined;
  readonly #store = new Store<KubernetesObject>();
  readonly #subscribers: Subscribers<KubernetesObject>;
  readonly #synced: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #run: SharedRun;
  readonly #counts = { lists: 0, watches: 0 };
  #isSynced = false;
  /** Between our first `start` and our `stop`: errors after that are only the echo of the stop. */
  #started = false;
  #connected = false;
  #error: { readonly error: unknown } | undefined;
  /** Wakes the loop, which waits for client-node's informer to stop. */
  #onStop: () => void = () => {};
  #onHandlerError: (error: unknown) => void = () => {};

  constructor(informer: ClientNodeInformer<M>, kind: Kind | undefined) {
    this.#informer = requireOption('fromClientNodeInformer.informer', informer);
    this.#kind = kind;
    this.#subscribers = new Subscribers((error) => this.#onHandlerError(error));
    this.#run = new SharedRun(async (ctx) => await this.#keepStarted(ctx));
    informer.on('add', (obj) => this.#take(obj, (object) => this.#changed(object)));
    informer.on('update', (obj) => this.#take(obj, (object) => this.#changed(object)));
    informer.on('delete', (obj) => this.#take(obj, (object) => this.#deleted(object)));
    informer.on('error', (error) => this.#failed(error));
  }

  async run(ctx: Context): Promise<void> {
    await this.#run.join(ctx);
  }

  subscribe(handler: (event: InformerEvent<KubernetesObject>) => void): Disposable {
    return this.#subscribers.add(handler, this.#replay());
  }

  async *events(ctx: Context): AsyncGenerator<InformerEvent<KubernetesObject>, void, undefined> {
    const stream = new EventStream<KubernetesObject>();
    using _ = this.subscribe((event) => stream.push(event));
    while (!ctx.signal.aborted) {
      const event = stream.take();
      if (event === undefined) await stream.wait(ctx.signal);
      else yield event;
    }
  }

  get(key: ObjectKey): KubernetesObject | undefined {
    return this.#store.get(key);
  }

  list(index?: IndexQuery): readonly KubernetesObject[] {
    return this.#store.list(index);
  }

  async whenSynced(ctx: Context): Promise<void> {
    await untilAborted(this.#synced.promise, ctx.signal);
  }

  health(): InformerHealth {
    return {
      synced: this.#isSynced,
      connected: this.#connected,
      running: this.#run.running,
      ...(this.#error === undefined ? {} : { error: this.#error.error }),
      ...this.#counts,
      size: this.#store.size,
    };
  }

  *#replay(): Generator<InformerEvent<KubernetesObject>, void, undefined> {
    for (const [, object] of this.#store.entries()) yield { type: 'update', object, initial: true };
  }

  async #keepStarted(ctx: Context): Promise<void> {
    this.#onHandlerError = (error) => ctx.logger.error('handler of an informer failed', { error });
    const backOff = exponentialBackOff({ initialMs: 1000, factor: 2, maxMs: 30_000 });
    this.#started = true;
    try {
      for (;;) {
        await this.#startOnce(ctx, backOff);
        await ctx.clock.sleep(backOff.next() ?? 0, ctx.signal);
      }
    } catch (error) {
      if (!isAbort(error, ctx.signal)) throw error;
    } finally {
      this.#started = false;
      this.#connected = false;
      await this.#informer.stop();
    }
  }

  /** Resolves when the informer has stopped with an error. */
  async #startOnce(ctx: Context, backOff: BackOff): Promise<void> {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    this.#onStop = resolve;
    this.#error = undefined;
    this.#counts.watches += 1;
    try {
      await untilAborted(this.#informer.start(), ctx.signal);
    } catch (error) {
      if (isAbort(error, ctx.signal)) throw error;
      this.#failed(error);
    }
    if (this.#error === undefined) {
      this.#isWatching();
      backOff.reset();
    }
    await untilAborted(stopped, ctx.signal);
  }

  #isWatching(): void {
    this.#connected = true;
    if (!this.#isSynced) this.#counts.lists += 1;
    this.#isSynced = true;
    this.#synced.resolve();
  }

  /** client-node calls this whenever it stops by itself; also when it is told to. */
  #failed(error: unknown): void {
    if (!this.#started) return;
    const known = error ?? new UnreachableError('cannot watch: the informer stopped without saying why');
    this.#connected = false;
    this.#error = { error: known };
    this.#subscribers.emit({ type: 'error', error: known });
    this.#onStop();
  }

  #take(model: object, use: (object: KubernetesObject) => void): void {
    try {
      use(this.#toWire(model));
    } catch (error) {
      this.#subscribers.emit({ type: 'error', error });
    }
  }

  #toWire(model: object): KubernetesObject {
    const object = fromClientNode(model) as KubernetesObject;
    const { managedFields: _, ...metadata } = object.metadata ?? {};
    const { apiVersion = this.#kind?.apiVersion, kind = this.#kind?.kind } = object;
    return {
      ...(apiVersion === undefined ? {} : { apiVersion }),
      ...(kind === undefined ? {} : { kind }),
      ...object,
      metadata,
    };
  }

  #changed(object: KubernetesObject): void {
    const key = keyOf(object);
    const old = this.#store.get(key);
    const initial = !this.#isSynced;
    if (old !== undefined && old.metadata?.uid !== object.metadata?.uid) {
      this.#store.delete(key);
      this.#subscribers.emit({ type: 'delete', object: old, stale: true });
      this.#store.set(key, object);
      this.#subscribers.emit({ type: 'update', object, initial });
      return;
    }
    this.#store.set(key, object);
    this.#subscribers.emit({ type: 'update', object, initial, ...(old && { old }) });
  }

  #deleted(object: KubernetesObject): void {
    this.#store.delete(keyOf(object));
    this.#subscribers.emit({ type: 'delete', object, stale: false });
  }
}
