import { causes, errorMessage } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { redactText } from '../../redaction.ts';
import type { SecretValues } from '../../secret-values.ts';
import { type ConditionInput, findCondition, isConditionReason } from '../../status/conditions.ts';
import { conditionsOf } from '../../status/status-change.ts';
import { StatusReport } from '../../status/status-report.ts';
import { summary } from '../../status/summary.ts';
import { isDeleting } from '../object-name.ts';
import { pausedCondition, resumedCondition } from '../pause/pauses.ts';
import { withRetryNote } from './retry-note.ts';
import type { StatusOptions } from './status-options.ts';

/** How much of an error's message a condition shows, in characters. */
const MOST_ERROR = 1024;

/** How a reconcile ended. */
export type ReconcileResult =
  /** Without an error; of an object that is being deleted: its deletion goes on. */
  | { readonly type: 'success' }
  | {
      readonly type: 'error';
      readonly error: unknown;
      /** Milliseconds until the next attempt; undefined: none before something changes. */
      readonly retryMs: number | undefined;
    }
  /** The object does not fit its schema, and is not tried again before it changes. */
  | { readonly type: 'invalid'; readonly error: unknown }
  /** Nothing was done, since the annotation holds it. */
  | { readonly type: 'paused'; readonly annotation: string };

export interface FinalStatusInput {
  /** As it was when it was reconciled. */
  readonly obj: KubernetesObject;
  /** What its resources said. */
  readonly report: StatusReport;
  readonly secrets: SecretValues | undefined;
  readonly result: ReconcileResult;
  readonly options: Required<StatusOptions>;
}

/**
 * What the status is to say after a reconcile: what was reported, and whether the object is ready. A failure is
 * the last word on that; after a success, what a resource said about it itself, else the summary of the
 * conditions that were reported. No message shows what the secrets hold. Of an object that is paused only this is
 * said: whether it is ready stays as it was.
 */
export function finalStatus({ obj, report, secrets, result, options }: FinalStatusInput): StatusReport {
  const final = new StatusReport();
  const redact = (text: string): string => secrets?.redact(text) ?? redactText(text);
  if (result.type === 'paused') {
    add(final, pausedCondition(obj, result.annotation));
    return final;
  }
  add(final, resumedCondition(obj));
  final.set(report.fields);
  const reported = report.conditions.map((condition) => redacted(condition, redact));
  for (const condition of reported) final.condition(condition);
  add(final, ready({ obj, result, options, reported, redact }));
  return final;
}

interface ReadyInput extends Pick<FinalStatusInput, 'obj' | 'options'> {
  readonly result: Exclude<ReconcileResult, { readonly type: 'paused' }>;
  readonly reported: readonly ConditionInput[];
  readonly redact: (text: string) => string;
}

function ready({ obj, result, options, reported, redact }: ReadyInput): ConditionInput | undefined {
  const { readyType: type, negative, showRetry } = options;
  if (result.type === 'success') return succeeded(obj, reported, type, negative);
  const failure = shortened(redact(errorMessage(result.error)));
  if (result.type === 'invalid') return { type, status: 'False', reason: 'Invalid', message: failure };
  const before = findCondition(conditionsOf(obj), type)?.message;
  const message = showRetry ? withRetryNote(failure, result.retryMs, before) : failure;
  return { type, status: 'False', reason: reasonOf(result.error), message };
}

/** Undefined: a resource has said it. */
function succeeded(
  obj: KubernetesObject,
  reported: readonly ConditionInput[],
  type: string,
  negative: readonly string[],
): ConditionInput | undefined {
  if (isDeleting(obj))
    return { type, status: 'False', reason: 'Deleting', message: 'the deletion is not complete' };
  if (reported.some((condition) => condition.type === type)) return undefined;
  const all = summary(reported, { type, negative });
  return all.status === 'True' ? { type, status: 'True', reason: 'Reconciled' } : all;
}

/** The text `kind` of the error, or of one of its causes, as operatorkit's errors have it. */
function reasonOf(error: unknown): string {
  for (const cause of causes(error)) {
    const { kind } = cause as { readonly kind?: unknown };
    if (typeof kind === 'string' && isConditionReason(kind)) return kind;
  }
  return 'ReconcileFailed';
}

function redacted(condition: ConditionInput, redact: (text: string) => string): ConditionInput {
  return condition.message === undefined ? condition : { ...condition, message: redact(condition.message) };
}

function shortened(text: string): string {
  return text.length <= MOST_ERROR ? text : `${text.slice(0, MOST_ERROR)}…`;
}

function add(to: StatusReport, condition: ConditionInput | undefined): void {
  if (condition !== undefined) to.condition(condition);
}
