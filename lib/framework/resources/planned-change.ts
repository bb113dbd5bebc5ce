import { type Context, contextKey } from '../../../context/index.ts';
import { diffObjects } from '../../object/diff.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import { redact } from '../../redaction.ts';
import { secretValues } from '../../secret-values.ts';
import type { Patch } from './patch.ts';

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

/** Tells of the parts of a patch, in the order in which they would be applied. */
export function planPatch(
  ctx: Context,
  target: string,
  { createChange, updateChange, deleteChange }: Patch<unknown, unknown, unknown>,
): void {
  const parts = { create: createChange, update: updateChange, delete: deleteChange };
  for (const [verb, change] of Object.entries(parts))
    if (change !== undefined)
      plannedChanges.add(ctx, { verb: verb as keyof typeof parts, target, diff: shown(ctx, change.value) });
}

/** A change as a resource made it: an object, a list of them, a text. */
function shown(ctx: Context, change: unknown): string {
  const hide = (text: string): string => secretValues.redact(ctx, text);
  const plain = redact(change);
  return diffObjects(undefined, typeof plain === 'object' && plain !== null ? plain : { value: plain }, {
    redact: hide,
  });
}

/** The change as lines for people, ended by a line break. */
export function describePlannedChange({ object, resource, verb, target, diff }: PlannedChange): string {
  const by = resource === undefined ? '' : ` by ${resource}`;
  const lines = diff.split('\n').filter((line) => line !== '');
  return [`${object}${by}: would ${verb} ${target}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}
