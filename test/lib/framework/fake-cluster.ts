import type { Context } from '../../../context/index.ts';
import { untilAborted } from '../../../lib/abort.ts';
import type { Client, KindRef, PatchBody } from '../../../lib/client/client.ts';
import { ApiError } from '../../../lib/client/errors.ts';
import { EventStream } from '../../../lib/informer/event-stream.ts';
import type { Informer, InformerEvent, InformerHealth } from '../../../lib/informer/informer.ts';
import type { ConfigMap, Event } from '../../../lib/object/kinds.ts';
import {
  type KubernetesObject,
  type ObjectKey,
  type ObjectRef,
  keyOf,
  keyOfRef,
} from '../../../lib/object/kubernetes-object.ts';

/** A refusal of the API server. */
export function apiError(code: number, reason: string): ApiError {
  return new ApiError(`refused: ${reason}`, {
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    reason,
    code,
  });
}

/** An informer that tells what the test says, at once. */
export class FakeInformer<T extends KubernetesObject> implements Informer<T> {
  readonly store = new Map<ObjectKey, T>();
  readonly #handlers = new Set<(event: InformerEvent<T>) => void>();
  readonly #synced = Promise.withResolvers<void>();
  runs = 0;
  healthNow: Partial<InformerHealth> = {};
  /** Hears of no changes for now. */
  lags = false;
  #running = false;
  #isSynced = false;

  constructor(options: { readonly synced?: boolean } = {}) {
    if (options.synced ?? true) this.sync();
  }

  sync(): void {
    this.#isSynced = true;
    this.#synced.resolve();
  }

  async run(ctx: Context): Promise<void> {
    this.runs += 1;
    this.#running = true;
    await ctx.clock.sleep(Infinity, ctx.signal).catch(() => {});
    this.#running = false;
  }

  subscribe(handler: (event: InformerEvent<T>) => void): Disposable {
    for (const object of this.store.values()) handler({ type: 'update', object, initial: true });
    this.#handlers.add(handler);
    return { [Symbol.dispose]: () => void this.#handlers.delete(handler) };
  }

  get subscribers(): number {
    return this.#handlers.size;
  }

  events(): AsyncIterable<InformerEvent<T>> {
    throw new Error('cannot stream: the framework subscribes');
  }

  /** What the handlers hear, as a stream. */
  async *stream(signal: AbortSignal): AsyncGenerator<InformerEvent<T>, void, undefined> {
    const stream = new EventStream<T>();
    using _ = this.subscribe((event) => stream.push(event));
    while (!signal.aborted) {
      const event = stream.take();
      if (event === undefined) await stream.wait(signal);
      else yield event;
    }
  }

  get(key: ObjectKey): T | undefined {
    return this.store.get(key);
  }

  list(): readonly T[] {
    return [...this.store.values()];
  }

  async whenSynced(ctx: Context): Promise<void> {
    await untilAborted(this.#synced.promise, ctx.signal);
  }

  health(): InformerHealth {
    return {
      synced: this.#isSynced,
      connected: this.#running,
      running: this.#running,
      lists: 1,
      watches: 1,
      size: this.store.size,
      ...this.healthNow,
    };
  }

  emit(event: InformerEvent<T>): void {
    for (const handler of this.#handlers) handler(event);
  }

  /** The store moves, then the handlers hear. */
  changed(object: T, initial = false): void {
    if (this.lags) return;
    const old = this.store.get(keyOf(object));
    this.store.set(keyOf(object), object);
    this.emit({ type: 'update', object, initial, ...(old && { old }) });
  }

  deleted(object: T, stale = false): void {
    this.store.delete(keyOf(object));
    this.emit({ type: 'delete', object, stale });
  }
}

/** ConfigMaps in memory, with an informer that hears of each write at once, and a client. */
export class FakeCluster {
  readonly informer = new FakeInformer<ConfigMap>();
  /** What the client wrote: `patch default/a`. */
  readonly writes: string[] = [];
  readonly events: Event[] = [];
  /** The next writes fail with these, one after another. */
  readonly refusals: unknown[] = [];
  /** Called before each patch is applied: what others do meanwhile. */
  beforePatch: (key: ObjectKey) => void = () => {};
  readonly #objects = new Map<ObjectKey, ConfigMap>();
  #version = 0;
  #uids = 0;

  get client(): Client {
    const { informer: _, ...methods } = this.#methods();
    return methods as unknown as Client;
  }

  get(key: ObjectKey): ConfigMap | undefined {
    return this.#objects.get(key);
  }

  create(name: string, metadata: ConfigMap['metadata'] = {}): ConfigMap {
    this.#uids += 1;
    const uid = `uid-${this.#uids}`;
    return this.#store({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default', uid, ...metadata },
    });
  }

  /** Someone else's write. */
  change(key: ObjectKey, metadata: ConfigMap['metadata'] = {}): ConfigMap {
    const obj = this.#objects.get(key)!;
    return this.#store({ ...obj, metadata: { ...obj.metadata, ...metadata } });
  }

  /** What `kubectl delete` does. */
  delete(key: ObjectKey): void {
    const obj = this.#objects.get(key)!;
    if ((obj.metadata?.finalizers ?? []).length === 0) this.vanish(key);
    else this.change(key, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  }

  /** The object goes, finalizers or not. */
  vanish(key: ObjectKey): void {
    const obj = this.#objects.get(key)!;
    this.#objects.delete(key);
    this.informer.deleted(obj);
  }

  #store(obj: ConfigMap): ConfigMap {
    this.#version += 1;
    const stored = { ...obj, metadata: { ...obj.metadata, resourceVersion: String(this.#version) } };
    const gone =
      stored.metadata.deletionTimestamp !== undefined && (stored.metadata.finalizers ?? []).length === 0;
    if (gone) {
      // As a real server does it, the last event shows the finalizers from before their removal.
      const { finalizers = [] } = this.#objects.get(keyOf(stored))?.metadata ?? {};
      this.#objects.delete(keyOf(stored));
      this.informer.deleted({ ...stored, metadata: { ...stored.metadata, finalizers } });
    } else {
      this.#objects.set(keyOf(stored), stored);
      this.informer.changed(stored);
    }
    return stored;
  }

  #refuse(): void {
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw refusal as Error;
  }

  #methods(): Pick<Client, 'patch' | 'tryGet' | 'create'> & { readonly informer: undefined } {
    return {
      informer: undefined,
      tryGet: async <T extends KubernetesObject>(_ctx: Context, _kind: KindRef<T>, ref: ObjectRef) =>
        this.#objects.get(keyOfRef(ref)) as T | undefined,
      create: async <T extends KubernetesObject>(_ctx: Context, _kind: KindRef<T>, obj: T) => {
        this.#refuse();
        if (this.events.some((event) => keyOf(event) === keyOf(obj))) throw apiError(409, 'AlreadyExists');
        this.events.push(obj as KubernetesObject as Event);
        return obj;
      },
      patch: async <T extends KubernetesObject>(
        _ctx: Context,
        _kind: KindRef<T>,
        ref: ObjectRef,
        patch: PatchBody,
      ) => {
        const key = keyOfRef(ref);
        this.writes.push(`patch ${key}`);
        this.#refuse();
        this.beforePatch(key);
        const obj = this.#objects.get(key);
        if (obj === undefined) throw apiError(404, 'NotFound');
        return this.#store(patched(obj, patch)) as KubernetesObject as T;
      },
    };
  }
}

/** As much of patches as finalizers need. */
function patched(obj: ConfigMap, patch: PatchBody): ConfigMap {
  const { finalizers = [], resourceVersion, uid, deletionTimestamp } = obj.metadata ?? {};
  if (patch.type === 'merge') {
    const { metadata } = patch.value as ConfigMap;
    if (metadata?.resourceVersion !== resourceVersion) throw apiError(409, 'Conflict');
    if (deletionTimestamp !== undefined) throw apiError(422, 'Invalid');
    return { ...obj, metadata: { ...obj.metadata, ...metadata } };
  }
  if (patch.type !== 'json') throw apiError(415, 'UnsupportedMediaType');
  const left = [...finalizers];
  for (const operation of patch.operations) {
    const index = Number(operation.path.split('/').at(-1));
    const at = operation.path === '/metadata/uid' ? uid : left[index];
    if (operation.op === 'test' && operation.value !== at) throw apiError(422, 'Invalid');
    if (operation.op === 'remove') left.splice(index, 1);
  }
  return { ...obj, metadata: { ...obj.metadata, finalizers: left } };
}
