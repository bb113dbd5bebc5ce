import type { Context } from '../../context/index.ts';
import type { JsonObject } from '../object/json.ts';
import type { Condition } from '../object/kinds.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { mergeConditions } from './conditions.ts';
import { asJson } from './status-patch.ts';
import { StatusReport } from './status-report.ts';

/** What the status of such an object is made of. */
export type StatusOf<T> = T extends { readonly status?: infer S }
  ? unknown extends S
    ? Readonly<Record<string, unknown>>
    : Partial<NonNullable<S>>
  : Readonly<Record<string, unknown>>;

/**
 * What to make of a status: what a report says, and the rest as it is; or a function from the whole status to
 * the whole status. The function may be called several times, with what others have written meanwhile, and must
 * not change its argument.
 */
export type StatusChange<T> = StatusReport | ((status: StatusOf<T>) => StatusOf<T>);

export interface ChangedStatusOptions {
  /** Sets `observedGeneration` beside what is changed. Default false. */
  readonly observedGeneration?: boolean;
}

/** The status of an object; empty where it has none. */
export function statusOf(obj: KubernetesObject): JsonObject {
  return (obj as KubernetesObject & { readonly status?: JsonObject }).status ?? {};
}

/** The conditions of an object; none where its status has something else under that name. */
export function conditionsOf(obj: KubernetesObject): readonly Condition[] {
  const { conditions } = statusOf(obj);
  return Array.isArray(conditions) ? (conditions as readonly Condition[]) : [];
}

/**
 * The whole status once the change is made.
 *
 * @param obj whose generation was observed.
 * @param at whose status is changed: the same object, or a newer version.
 * @throws InvalidConfigError for a wrong condition.
 */
export function changedStatus<T extends KubernetesObject>(
  ctx: Context,
  obj: T,
  at: T,
  change: StatusChange<T>,
  { observedGeneration = false }: ChangedStatusOptions = {},
): JsonObject {
  const status = statusOf(at);
  const changed =
    change instanceof StatusReport ? reported(ctx, obj, at, change) : change(status as StatusOf<T>);
  const generation = obj.metadata?.generation;
  const observed = observedGeneration && generation !== undefined ? { observedGeneration: generation } : {};
  return asJson({ ...changed, ...observed });
}

function reported(ctx: Context, obj: KubernetesObject, at: KubernetesObject, report: StatusReport): object {
  const { fields, conditions } = report;
  const made = { ...statusOf(at), ...fields };
  if (conditions.length === 0) return made;
  const options = { observedGeneration: obj.metadata?.generation, now: ctx.clock.now() };
  return { ...made, conditions: mergeConditions(conditionsOf(at), conditions, options) };
}
