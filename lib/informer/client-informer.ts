import type { Context } from '../../context/index.ts';
import { untilAborted } from '../abort.ts';
import type { BackOff } from '../backoff.ts';
import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import type { CacheSource } from './cache-source.ts';
import { EventStream } from './event-stream.ts';
import type { FailureLog } from './failure-log.ts';
import { informerHealth } from './informer-health.ts';
import type { InformerMeter } from './informer-meter.ts';
import type { IndexQuery, Informer, InformerEvent, InformerHealth } from './informer.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';
import type { Scope } from './scope.ts';
import { SharedRun } from './shared-run.ts';
import type { Store } from './store.ts';
import type { Subscribers } from './subscribers.ts';

/** The settings of the loop of each stream. */
export interface Reflection extends Pick<
  ReflectorOptions<KubernetesObject>,
  'pageSize' | 'useWatchList' | 'idleMs'
> {
  readonly backOffFactory: () => BackOff;
}

export interface ClientInformerParts<T extends KubernetesObject> extends Pick<
  CacheSource<T>,
  'kind' | 'namespaces' | 'metadataOnly'
> {
  readonly store: Store<T>;
  readonly subscribers: Subscribers<T>;
  readonly failures: FailureLog;
  readonly meter: InformerMeter;
  /** One per stream. */
  readonly scopes: readonly Omit<Scope<T>, 'onListed'>[];
  readonly reflection: Reflection;
}

/**
 * One store, one or several streams that fill it, and those who read it.
 *
 * @internal
 */
export class ClientInformer<T extends KubernetesObject> implements Informer<T>, CacheSource<T> {
  readonly kind: CacheSource<T>['kind'];
  readonly namespaces: CacheSource<T>['namespaces'];
  readonly metadataOnly: boolean;
  readonly #parts: ClientInformerParts<T>;
  readonly #reflectors: readonly Reflector<T>[];
  readonly #synced: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #run: SharedRun;

  constructor(parts: ClientInformerParts<T>) {
    this.kind = parts.kind;
    this.namespaces = parts.namespaces;
    this.metadataOnly = parts.metadataOnly;
    this.#parts = parts;
    this.#reflectors = parts.scopes.map((scope) => this.#newReflector(scope));
    this.#run = new SharedRun(async (ctx) => await this.#reflect(ctx));
  }

  async run(ctx: Context): Promise<void> {
    await this.#run.join(ctx);
  }

  subscribe(handler: (event: InformerEvent<T>) => void): Disposable {
    return this.#parts.subscribers.add(handler, this.#replay());
  }

  async *events(ctx: Context): AsyncGenerator<InformerEvent<T>, void, undefined> {
    const stream = new EventStream<T>();
    using _ = this.subscribe((event) => stream.push(event));
    while (!ctx.signal.aborted) {
      const event = stream.take();
      if (event === undefined) await stream.wait(ctx.signal);
      else yield event;
    }
  }

  get(key: ObjectKey): T | undefined {
    return this.#parts.store.get(key);
  }

  list(index?: IndexQuery): readonly T[] {
    return this.#parts.store.list(index);
  }

  async whenSynced(ctx: Context): Promise<void> {
    await untilAborted(this.#synced.promise, ctx.signal);
  }

  health(): InformerHealth {
    const states = this.#parts.scopes.map(({ state }) => state);
    return informerHealth(states, { running: this.#run.running, size: this.#parts.store.size });
  }

  *#replay(): Generator<InformerEvent<T>, void, undefined> {
    for (const [, object] of this.#parts.store.entries()) yield { type: 'update', object, initial: true };
  }

  #newReflector(scope: Omit<Scope<T>, 'onListed'>): Reflector<T> {
    const { subscribers, meter, store, reflection } = this.#parts;
    return new Reflector({
      ...reflection,
      scope: { ...scope, onListed: () => this.#listed() },
      backOff: reflection.backOffFactory(),
      onFailure: (error) => subscribers.emit({ type: 'error', error }),
      onBatch: () => meter.flush(store.size),
    });
  }

  async #reflect(ctx: Context): Promise<void> {
    this.#parts.failures.logger = ctx.logger;
    await Promise.all(this.#reflectors.map(async (reflector) => await reflector.run(ctx)));
  }

  #listed(): void {
    if (this.#parts.scopes.every(({ state }) => state.synced)) this.#synced.resolve();
  }
}
