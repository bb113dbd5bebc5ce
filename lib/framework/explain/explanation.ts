import type { ObjectKey } from '../../object/kubernetes-object.ts';
import type { Cause, Hold, ReconcileEnd, ResourceRun } from '../observe/reconcile-observer.ts';

/** A moment: `2026-01-31T12:00:00.000Z`. */
export type Moment = string;

/** As of {@link Cause}. */
export interface ExplainedCause {
  readonly type: Cause['type'];
  readonly detail?: string;
  readonly at: Moment;
}

/** As of {@link Hold}. */
export interface ExplainedHold {
  readonly by: Hold['by'];
  readonly detail?: string;
  readonly at: Moment;
}

/** One call of a resource. */
export interface ExplainedRun {
  readonly resource: string;
  readonly step: ResourceRun['step'];
  /** Undefined while it runs. */
  readonly durationMs?: number;
  readonly error?: string;
}

/** A write to the API server. */
export interface ExplainedWrite {
  /** The resource that made it; undefined: the framework itself. */
  readonly resource?: string;
  readonly verb: 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deletecollection';
  /** `ConfigMap default/settings`, `ConfigMap default/settings (status)`. */
  readonly target: string;
  readonly dryRun: boolean;
  readonly durationMs: number;
  readonly error?: string;
  /** Lines such as `~ spec.replicas: 1 → 3`; empty where nothing changed, and of deletions. */
  readonly diff: string;
}

export interface ExplainedReconcile {
  /** As of the log lines. */
  readonly loop: number;
  readonly startedAt: Moment;
  readonly causes: readonly ExplainedCause[];
  /** From the first cause until it started; of a delayed one, from its time. */
  readonly waitedMs: number;
  /** Undefined while it runs, and so are the next two. */
  readonly result?: ReconcileEnd['result'];
  readonly durationMs?: number;
  /** Milliseconds from its end to the next attempt. */
  readonly nextMs?: number;
  readonly error?: string;
  /** In the order in which they began. */
  readonly resources: readonly ExplainedRun[];
  /** In the order in which they ended. */
  readonly writes: readonly ExplainedWrite[];
  /** Writes that are not kept. */
  readonly writesLeftOut: number;
}

/** What is known of one object: plain data, for JSON. Texts are without secrets. */
export interface Explanation {
  readonly key: ObjectKey;
  /** `Website of example.com/v1`; undefined until it was reconciled. */
  readonly kind?: string;
  /** What told of the object since its last reconcile began. */
  readonly waiting: readonly ExplainedCause[];
  /** What holds it back, since its last reconcile began. */
  readonly hold?: ExplainedHold;
  /** When it is tried again, or looked at again as a resource wished; undefined: not before something happens. */
  readonly nextAt?: Moment;
  /** How many reconciles failed since one succeeded. */
  readonly failures: number;
  /** Of the latest failure, even when it has succeeded since. */
  readonly lastError?: { readonly message: string; readonly at: Moment };
  /** The newest first. Those in which nothing happened are dropped before others. */
  readonly reconciles: readonly ExplainedReconcile[];
}

/** Explains an object, if anything is known of it. */
export type Explain = (key: ObjectKey) => Explanation | undefined;
