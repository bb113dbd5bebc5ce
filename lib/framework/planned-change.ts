import { type Context, contextKey } from '../../context/index.ts';
import type { ObjectKey } from '../object/kubernetes-object.ts';

/** What a dry run would have changed. */
export interface PlannedChange {
  /** The reconciled object. */
  readonly object: ObjectKey;
  /** The resource that asked for it; undefined: the framework itself. */
  readonly resource?: string;
  readonly verb: 'create' | 'update' | 'delete';
  /** `ConfigMap default/settings`, or what the resource calls it. */
  readonly target: string;
  /** Lines such as `~ spec.replicas: 1 → 3`, without secrets. May be empty. */
  readonly diff: string;
}

type PlanChange = (ctx: Context, change: Omit<PlannedChange, 'object' | 'resource'>) => void;

const key = contextKey<PlanChange>('plannedChanges');

/** Where a dry run's changes are told; the framework installs it together with `dryRun`. */
export const plannedChanges: {
  with(ctx: Context, plan: PlanChange): Context;
  /** No effect where nobody listens. */
  add(ctx: Context, change: Omit<PlannedChange, 'object' | 'resource'>): void;
} = {
  with: (ctx, plan) => ctx.withValue(key, plan),
  add: (ctx, change) => ctx.value(key)?.(ctx, change),
};
