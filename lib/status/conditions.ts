import { InvalidConfigError } from '../errors.ts';
import type { Condition } from '../object/kinds.ts';

/** What is said about one aspect of an object; the rest of a condition follows from the moment. */
export interface ConditionInput {
  /** `Ready`, `DatabaseAvailable`: unique within the object. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word in CamelCase. */
  readonly reason: string;
  /** For people. Default empty. */
  readonly message?: string;
}

export interface MergeConditionsOptions {
  /** The `metadata.generation` that the conditions speak of. Default: none, as for kinds without one. */
  readonly observedGeneration?: number | undefined;
  /** Milliseconds since the epoch; `ctx.clock.now()`. */
  readonly now: number;
}

// As the schema of metav1.Condition has them.
// @see kubernetes/apimachinery:pkg/apis/meta/v1/types.go (Condition)
const TYPE =
  /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const MOST_TYPE = 316;
const MOST_REASON = 1024;
const MOST_MESSAGE = 32_768;
const STATUSES: readonly string[] = ['True', 'False', 'Unknown'];

/**
 * The conditions of an object once the inputs hold: those that exist keep their places and new ones follow, in
 * the order of the inputs; of two inputs of one type the last one counts. `lastTransitionTime` moves only when
 * the status does. Conditions that no input names are the same values as before. Messages are cut after 32,768
 * characters.
 *
 * @throws InvalidConfigError for an input that metav1.Condition's schema does not take.
 */
export function mergeConditions(
  existing: readonly Condition[] | undefined,
  inputs: readonly ConditionInput[],
  options: MergeConditionsOptions,
): readonly Condition[] {
  for (const input of inputs) checkCondition(input);
  const wanted = new Map(inputs.map((input) => [input.type, input]));
  const merged: Condition[] = [];
  for (const condition of existing ?? []) {
    const input = wanted.get(condition.type);
    if (input === undefined) merged.push(condition);
    else if (findCondition(merged, condition.type) === undefined)
      merged.push(next(condition, input, options));
  }
  for (const input of wanted.values())
    if (findCondition(merged, input.type) === undefined) merged.push(next(undefined, input, options));
  return merged;
}

/** The condition of this type. */
export function findCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether there is a condition of this type with the status `True`. */
export function isConditionTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Whether this may be a condition's `reason`: one word in CamelCase. */
export function isConditionReason(text: string): boolean {
  return text.length <= MOST_REASON && REASON.test(text);
}

/** @throws InvalidConfigError when this may not be a condition's `type`. */
export function checkConditionType(path: string, type: string): void {
  if (typeof type === 'string' && type.length <= MOST_TYPE && TYPE.test(type)) return;
  throw new InvalidConfigError(
    `${path} must be letters, digits, '-', '_' and '.', at most ${MOST_TYPE}, such as Ready; got ${JSON.stringify(type)}`,
  );
}

/** @throws InvalidConfigError for what metav1.Condition's schema does not take. */
export function checkCondition({ type, status, reason, message }: ConditionInput): void {
  checkConditionType('ConditionInput.type', type);
  const path = `ConditionInput ${type}`;
  if (!STATUSES.includes(status))
    throw new InvalidConfigError(
      `${path}.status must be one of ${STATUSES.join(', ')}; got ${JSON.stringify(status)}`,
    );
  if (typeof reason !== 'string' || !isConditionReason(reason))
    throw new InvalidConfigError(
      `${path}.reason must be one word of letters and digits in CamelCase, such as ImageMissing; got ${JSON.stringify(reason)}`,
    );
  if (message !== undefined && typeof message !== 'string')
    throw new InvalidConfigError(`${path}.message must be a text; got ${JSON.stringify(message)}`);
}

/** Keeps what others put into the condition beside the fields that the schema knows. */
function next(
  existing: Condition | undefined,
  { type, status, reason, message = '' }: ConditionInput,
  { observedGeneration, now }: MergeConditionsOptions,
): Condition {
  const { observedGeneration: _, ...rest } = existing ?? {};
  const since = existing?.status === status ? existing.lastTransitionTime : undefined;
  return {
    ...rest,
    type,
    status,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    lastTransitionTime: since ?? secondTime(now),
    reason,
    message: cut(message),
  };
}

/** Never cuts a character in two. */
function cut(message: string): string {
  if (message.length <= MOST_MESSAGE) return message;
  return `${message.slice(0, MOST_MESSAGE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** As the wire has times of conditions. */
function secondTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
