/** What the conditions of all kinds have. */
export interface ConditionLike {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

/**
 * The conditions of a new status: `lastTransitionTime` moves only when a condition's status does, and
 * conditions that others wrote stay.
 */
export function mergeConditions<C extends ConditionLike>(
  before: readonly C[] = [],
  wanted: readonly C[],
  now: string,
): readonly C[] {
  const merged = wanted.map((condition) => dated(condition, findCondition(before, condition.type), now));
  const types = new Set(wanted.map(({ type }) => type));
  return [...merged, ...before.filter(({ type }) => !types.has(type))];
}

function dated<C extends ConditionLike>(condition: C, old: C | undefined, now: string): C {
  const isSame = old?.status === condition.status;
  return { ...condition, lastTransitionTime: isSame ? (old?.lastTransitionTime ?? now) : now };
}

export function findCondition<C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isTrue(conditions: readonly ConditionLike[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** A time as Kubernetes writes it: whole seconds. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
