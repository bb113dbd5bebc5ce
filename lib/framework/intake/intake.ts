import type { LogFields, Logger } from '../../../context/index.ts';
import type { InformerEvent } from '../../informer/informer.ts';
import type { FrameworkMetrics } from '../../metrics.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import { LOW_PRIORITY, type Queue } from '../../queue/queue.ts';
import type { Deletions } from '../deletion/deletions.ts';
import type { HeldObjects } from './held-objects.ts';
import { isDeleting } from '../object-name.ts';
import type { Observers } from '../observe/observers.ts';
import type { OwnWrites } from './own-writes.ts';
import type { Pauses } from '../pause/pauses.ts';
import { type ObjectChange, type Predicate, passes } from './predicates.ts';
import type { Cause } from '../observe/reconcile-observer.ts';
import type { SecondaryWatch } from './secondary-watch.ts';

export interface IntakeOptions<T extends KubernetesObject> {
  readonly name: string;
  readonly queue: Queue;
  readonly logger: Logger;
  readonly metrics: FrameworkMetrics;
  readonly held: HeldObjects<T>;
  readonly deletions: Deletions<T>;
  readonly ownWrites: OwnWrites<T>;
  readonly predicates: readonly Predicate<T>[];
  readonly observers: Observers;
  /** Undefined: nothing pauses an object. */
  readonly pauses: Pauses | undefined;
}

/**
 * The way into the queue: makes keys of whatever tells of changes. No method throws, whatever it is given; what
 * cannot be taken is logged and counted.
 */
export class Intake<T extends KubernetesObject> {
  readonly #options: IntakeOptions<T>;

  constructor(options: IntakeOptions<T>) {
    this.#options = options;
  }

  /** An event of the framework's own informer, whose store has the object. */
  readonly observed = (event: InformerEvent<T>): void => {
    this.#safely(() => {
      if (event.type === 'error') this.fail('informer failed', event.error);
      else if (event.type === 'delete') this.#gone(event.object);
      else this.#changed(event, event.initial ? LOW_PRIORITY : 0);
    });
  };

  /** An event of a stream that nobody but us holds the objects of. */
  readonly handedIn = (event: InformerEvent<T>): void => {
    this.#safely(() => {
      if (event.type === 'error') this.fail('event source failed', event.error);
      else if (event.type === 'delete') this.#takeDeleted(event.object);
      else this.#takeUpdated(event, event.initial ? LOW_PRIORITY : 0);
    });
  };

  /** For handlers that tell of one object, or of the old and the new one. */
  readonly updateFunc = (oldObj: T | undefined, newObj?: T): void => {
    this.#safely(() => {
      const object = newObj ?? oldObj;
      if (object === undefined || object === null)
        throw new TypeError('cannot take update: there is no object');
      this.#takeUpdated(newObj === undefined ? { object } : { old: oldObj ?? undefined, object }, 0);
    });
  };

  readonly deleteFunc = (obj: T): void => {
    this.#safely(() => this.#takeDeleted(obj));
  };

  readonly trigger = (key: ObjectKey): void => {
    this.#safely(() => this.#add(key, 0, { type: 'trigger' }));
  };

  /** A change that had to wait for the answer of a write of ours, and is not that write. */
  readonly deferred = (change: ObjectChange<T>): void => {
    this.#safely(() => this.#changed(change, 0));
  };

  /** The handler of a watch of another kind. */
  secondary(watch: SecondaryWatch): (event: InformerEvent<KubernetesObject>) => void {
    return (event) => this.#safely(() => this.#takeSecondary(watch, event));
  }

  /** Keys that are pending for a reason of our own, beside those of the informer's store. */
  *keys(): Generator<ObjectKey, void, undefined> {
    yield* this.#options.held.keys();
    yield* this.#options.deletions.keys();
  }

  #takeSecondary(watch: SecondaryWatch, event: InformerEvent<KubernetesObject>): void {
    if (event.type === 'error') return this.fail('informer of a secondary watch failed', event.error);
    const gone = event.type === 'delete';
    const [old, now] = gone ? [event.object, undefined] : [event.old, event.object];
    if (!gone && !this.#passes(watch.predicates ?? [], event)) return undefined;
    const priority = event.type === 'update' && event.initial ? LOW_PRIORITY : 0;
    const cause = { type: 'secondary', detail: nameOf(event.object) } as const;
    for (const key of new Set(watch.map(old, now))) this.#add(key, priority, cause);
    return undefined;
  }

  #takeUpdated(change: ObjectChange<T>, priority: number): void {
    if (!this.#isNews(change)) return;
    this.#options.held.hold(change.object);
    this.#add(keyOf(change.object), priority, causeOf(change, priority));
  }

  #changed(change: ObjectChange<T>, priority: number): void {
    if (this.#options.ownWrites.defers(change)) return;
    if (this.#isNews(change)) this.#add(keyOf(change.object), priority, causeOf(change, priority));
  }

  #isNews(change: ObjectChange<T>): boolean {
    const { ownWrites, predicates, observers, pauses } = this.#options;
    if (ownWrites.take(change.object)) return false;
    const passed = pauses?.toggles(change.old, change.object) === true || this.#passes(predicates, change);
    if (!passed) observers.held(keyOf(change.object), { by: 'predicate' });
    return passed;
  }

  /** Some sources call an object deleted as soon as its deletion has begun; it is still there then. */
  #takeDeleted(obj: T): void {
    const finalizers = obj.metadata?.finalizers ?? [];
    if (isDeleting(obj) && finalizers.length > 0) this.#takeUpdated({ object: obj }, 0);
    else this.#gone(obj);
  }

  #gone(obj: T): void {
    const { held, deletions, ownWrites, pauses } = this.#options;
    const key = keyOf(obj);
    ownWrites.forget(key);
    pauses?.forget(key);
    held.forget(key, obj.metadata?.uid);
    deletions.add(obj);
    this.#add(key, 0, { type: 'deleted' });
  }

  #passes<S extends KubernetesObject>(predicates: readonly Predicate<S>[], change: ObjectChange<S>): boolean {
    return passes(predicates, change, (error) => this.fail('predicate failed', error));
  }

  #add(key: ObjectKey, priority: number, cause: Omit<Cause, 'at'>): void {
    if (typeof key !== 'string' || key === '') throw new TypeError('cannot queue object: it has no name');
    // First, since a worker that waits takes the key at once.
    this.#options.observers.queued(key, cause);
    this.#options.queue.add(key, { priority });
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail('event not taken', error);
    }
  }

  /** Logs and counts what kept us from hearing of changes. */
  fail(message: string, error: unknown, fields: LogFields = {}): void {
    const { name, metrics, logger } = this.#options;
    metrics.eventErrors.inc({ controller: name });
    logger.warn(message, { ...fields, error });
  }
}

function causeOf<T extends KubernetesObject>(change: ObjectChange<T>, priority: number): Omit<Cause, 'at'> {
  if (priority === LOW_PRIORITY) return { type: 'initial' };
  return { type: change.old === undefined ? 'created' : 'updated' };
}

function nameOf(obj: KubernetesObject): string {
  return `${obj.kind ?? 'object'} ${keyOf(obj)}`;
}
