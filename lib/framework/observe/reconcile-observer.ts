import { type Context, contextKey } from '../../../context/index.ts';
import type { KubernetesObject, ObjectKey } from '../../object/kubernetes-object.ts';

/** Why an object is reconciled. */
export interface Cause {
  readonly type:
    'initial' | 'created' | 'updated' | 'deleted' | 'secondary' | 'trigger' | 'resync' | 'retry' | 'requeue';
  /** What told of it, such as `ConfigMap default/settings`. Default nothing. */
  readonly detail?: string;
  /** When it was told of. */
  readonly at: Date;
}

export interface ReconcileStart {
  readonly key: ObjectKey;
  /** Counts the reconciles of this framework, from 1. */
  readonly loop: number;
  /** In order of arrival; the oldest ones are dropped past ten. */
  readonly causes: readonly Cause[];
  /** Milliseconds from the first cause until a worker took the key; of a delayed key, from its time. */
  readonly waitedMs: number;
}

export interface ReconcileEnd {
  readonly result: 'success' | 'requeue' | 'requeue_after' | 'error' | 'terminal' | 'aborted';
  readonly durationMs: number;
  /** As it was thrown, with whatever secrets it holds: show it by the `secretValues` of the context only. */
  readonly error?: unknown;
  /** Milliseconds until the next attempt; undefined: none before something changes, or a resync. */
  readonly nextMs?: number;
}

/** Why an object that told of itself is not reconciled, or not further. */
export interface Hold {
  readonly by:
    'pause' | 'invalid' | 'predicate' | 'no-resource-set' | 'canceled' | 'finalizers-kept' | 'finalizer';
  /** The annotation, the resource, the error: what a person looks for next. */
  readonly detail?: string;
}

/** One call of a resource. */
export interface ResourceRun {
  readonly resource: string;
  readonly step: 'ensureCreated' | 'ensureDeleted';
}

/**
 * Looks on at a framework's work: explanations and traces. Called synchronously on the way of each reconcile, so
 * everything must be quick; what it throws is logged and has no effect.
 */
export interface ReconcileObserver {
  /** A cause was put into the queue, or joined one that waits there. */
  queued?(key: ObjectKey, cause: Cause): void;
  /** Before anything else; the reconcile runs in what is returned, the argument or a descendant of it. */
  started?(ctx: Context, start: ReconcileStart): Context;
  /** What is reconciled, as soon as that is known. */
  found?(ctx: Context, key: ObjectKey, obj: KubernetesObject): void;
  held?(key: ObjectKey, hold: Hold): void;
  /** `ctx` is what `started` returned. */
  ended?(ctx: Context, key: ObjectKey, end: ReconcileEnd): void;
}

/** Runs a resource by `work`, once, and hands on how it ends. */
export type AroundResource = (
  ctx: Context,
  run: ResourceRun,
  work: (ctx: Context) => Promise<void>,
) => Promise<void>;

const key = contextKey<AroundResource>('resourceRuns');

/** Lets an observer look on at the resources that `processUpdate` and `processDelete` run in a context. */
export const resourceRuns: {
  /** A descendant in which `around` sees all runs; it stands inside those that were there before. */
  with(ctx: Context, around: AroundResource): Context;
  get(ctx: Context): AroundResource | undefined;
} = {
  with: (ctx, around) => {
    const outer = ctx.value(key);
    if (outer === undefined) return ctx.withValue(key, around);
    return ctx.withValue(
      key,
      async (at, run, work) => await outer(at, run, async (inner) => await around(inner, run, work)),
    );
  },
  get: (ctx) => ctx.value(key),
};
