import type { Context } from '../../context/index.ts';
import { isAbort, untilAborted } from '../../lib/abort.ts';
import type { Client } from '../../lib/client/client.ts';
import { isNotFound } from '../../lib/client/errors.ts';
import type { CacheSource } from '../../lib/informer/cache-source.ts';
import type { IndexQuery, Informer, InformerEvent, InformerHealth } from '../../lib/informer/informer.ts';
import type { KubernetesObject, ObjectKey } from '../../lib/object/kubernetes-object.ts';

export interface OptionalInformerOptions<T extends KubernetesObject> {
  readonly client: Client;
  readonly informer: Informer<T> & CacheSource<T>;
  /** Milliseconds between two looks for a kind that is absent. */
  readonly lookEveryMs: number;
}

/**
 * An informer of a kind that the cluster may lack: it then holds nothing, and counts as synced. Looks for the kind
 * until it is there, and is an informer like any other from then on.
 */
export class OptionalInformer<T extends KubernetesObject> implements Informer<T>, CacheSource<T> {
  readonly kind: CacheSource<T>['kind'];
  readonly namespaces: CacheSource<T>['namespaces'];
  readonly metadataOnly: boolean;
  readonly #options: OptionalInformerOptions<T>;
  /** Resolves when it is known whether the kind is there. */
  readonly #looked: PromiseWithResolvers<void> = Promise.withResolvers();
  #isServed = false;
  #isMissing = false;
  #runs = 0;

  constructor(options: OptionalInformerOptions<T>) {
    this.#options = options;
    ({ kind: this.kind, namespaces: this.namespaces, metadataOnly: this.metadataOnly } = options.informer);
  }

  /** Whether the server lacks the kind, as far as is known. */
  get isAbsent(): boolean {
    const { synced, error } = this.#options.informer.health();
    return this.#isServed ? error !== undefined && isNotFound(error) : this.#isMissing && !synced;
  }

  async run(ctx: Context): Promise<void> {
    this.#runs += 1;
    try {
      await this.#untilServed(ctx);
      await this.#options.informer.run(ctx);
    } catch (error) {
      if (!isAbort(error, ctx.signal)) throw error;
    } finally {
      this.#runs -= 1;
    }
  }

  subscribe(handler: (event: InformerEvent<T>) => void): Disposable {
    return this.#options.informer.subscribe(handler);
  }

  events(ctx: Context): AsyncIterable<InformerEvent<T>> {
    return this.#options.informer.events(ctx);
  }

  get(key: ObjectKey): T | undefined {
    return this.#options.informer.get(key);
  }

  list(index?: IndexQuery): readonly T[] {
    return this.#options.informer.list(index);
  }

  /** Resolves also when the kind is absent. */
  async whenSynced(ctx: Context): Promise<void> {
    await untilAborted(this.#looked.promise, ctx.signal);
    if (!this.isAbsent) await this.#options.informer.whenSynced(ctx);
  }

  /** Silence of an absent kind is no sign of anything. */
  health(): InformerHealth {
    const health = this.#options.informer.health();
    const running = this.#runs > 0;
    if (!this.isAbsent) return { ...health, running };
    const { silentMs: _s, error: _e, ...rest } = health;
    return { ...rest, running, synced: true };
  }

  async #untilServed(ctx: Context): Promise<void> {
    while (!(await this.#look(ctx))) await ctx.clock.sleep(this.#options.lookEveryMs, ctx.signal);
  }

  /** A failure to look is no answer. */
  async #look(ctx: Context): Promise<boolean> {
    const { apiVersion, kind } = this.kind;
    try {
      await this.#options.client.resolve(ctx, { apiVersion, kind });
      this.#isServed = true;
      this.#isMissing = false;
    } catch (error) {
      ctx.signal.throwIfAborted();
      if (!isNotFound(error)) {
        ctx.logger.warn('cannot look for an optional kind', { apiVersion, kind, error });
        return false;
      }
      if (!this.#isMissing) ctx.logger.info('optional kind is absent', { apiVersion, kind });
      this.#isMissing = true;
    }
    this.#looked.resolve();
    return this.#isServed;
  }
}
