import type { Context } from '../../../context/index.ts';
import type { EventInput } from '../../events/event-object.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { PauseMetrics } from '../../metrics.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import { type ConditionInput, findCondition } from '../../status/conditions.ts';
import { conditionsOf } from '../../status/status-change.ts';
import { isDeleting } from '../object-name.ts';
import { pausedBy } from './pause.ts';

/** The type of the condition that says so. */
const PAUSED = 'Paused';
const REASON = 'PausedByAnnotation';
const RESUMED = 'Resumed';

export interface PausesOptions {
  /** The framework's name. */
  readonly name: string;
  /** What {@link pauseAnnotations} made of `FrameworkConfig.pause`. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly metrics: PauseMetrics;
  /** Default: nobody is told but the log. */
  readonly recorder?: EventRecorder | undefined;
}

interface Pause {
  readonly uid: string | undefined;
  readonly deleting: boolean;
}

/**
 * Which objects are paused, and who is told of it: the log and an event when it begins, when a deletion comes to
 * wait for it, and when it ends. What the status says counts as told, so that a restart repeats nothing of objects
 * whose status is managed.
 *
 * Remembers objects only while they are paused; {@link forget} those that are gone.
 */
export class Pauses {
  readonly #options: PausesOptions;
  readonly #paused = new Map<ObjectKey, Pause>();

  constructor(options: PausesOptions) {
    this.#options = options;
    this.#count();
  }

  /** Whether the change pauses an object or lets it go on, which no predicate may hold back. */
  toggles(old: KubernetesObject | undefined, obj: KubernetesObject): boolean {
    const { annotations } = this.#options;
    return old !== undefined && pausedBy(old, annotations) !== pausedBy(obj, annotations);
  }

  /** Whether it is paused, or was when it was last seen. Nobody is told. */
  holds(obj: KubernetesObject): boolean {
    return pausedBy(obj, this.#options.annotations) !== undefined;
  }

  /** To be asked in each reconcile of an object that exists. @returns the annotation that pauses it. */
  check(ctx: Context, obj: KubernetesObject): string | undefined {
    const annotation = pausedBy(obj, this.#options.annotations);
    const key = keyOf(obj);
    const uid = obj.metadata?.uid;
    const known = this.#paused.get(key);
    const before = known?.uid === uid ? known : undefined;
    if (annotation === undefined) {
      this.forget(key);
      if (before !== undefined || isSaidPaused(obj)) this.#resumed(ctx, obj);
      return undefined;
    }
    const deleting = isDeleting(obj);
    this.#paused.set(key, { uid, deleting });
    this.#count();
    if (before === undefined && !isSaidPaused(obj)) this.#begun(ctx, obj, annotation);
    if (deleting && before?.deleting !== true) this.#holdsDeletion(ctx, obj, annotation);
    return annotation;
  }

  /** The object is gone. */
  forget(key: ObjectKey): void {
    if (this.#paused.delete(key)) this.#count();
  }

  #begun(ctx: Context, obj: KubernetesObject, annotation: string): void {
    ctx.logger.info('object is paused', { annotation });
    this.#tell(ctx, obj, {
      reason: PAUSED,
      note: `not reconciled: paused by annotation ${annotation}`,
      action: 'Pause',
    });
  }

  #resumed(ctx: Context, obj: KubernetesObject): void {
    ctx.logger.info('object is paused no more');
    this.#tell(ctx, obj, { reason: RESUMED, note: 'reconciled again: paused no more', action: 'Pause' });
  }

  #holdsDeletion(ctx: Context, obj: KubernetesObject, annotation: string): void {
    ctx.logger.warn('deletion waits, since the object is paused', { annotation });
    this.#tell(ctx, obj, {
      type: 'Warning',
      reason: 'PausedDeletion',
      note: `deletion waits: paused by annotation ${annotation}`,
      action: 'Pause',
    });
  }

  /** Events help people; what goes wrong with them fails nothing. */
  #tell(ctx: Context, obj: KubernetesObject, event: EventInput): void {
    try {
      this.#options.recorder?.record(obj, event);
    } catch (error) {
      ctx.logger.warn('event not recorded', { error });
    }
  }

  #count(): void {
    this.#options.metrics.paused.set({ controller: this.#options.name }, this.#paused.size);
  }
}

/** What the status is to say of an object that is paused; undefined where others say it. */
export function pausedCondition(obj: KubernetesObject, annotation: string): ConditionInput | undefined {
  const { reason = REASON } = findCondition(conditionsOf(obj), PAUSED) ?? {};
  if (reason !== REASON && reason !== RESUMED) return undefined;
  return { type: PAUSED, status: 'True', reason: REASON, message: `paused by annotation ${annotation}` };
}

/** What the status is to say of one that was; undefined where it says nothing of it so far, or others do. */
export function resumedCondition(obj: KubernetesObject): ConditionInput | undefined {
  return isSaidPaused(obj) ? { type: PAUSED, status: 'False', reason: RESUMED } : undefined;
}

/** Others may have a condition of this type; then the reason is theirs. */
function isSaidPaused(obj: KubernetesObject): boolean {
  const { status, reason } = findCondition(conditionsOf(obj), PAUSED) ?? {};
  return status === 'True' && reason === REASON;
}
