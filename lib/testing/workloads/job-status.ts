import type { Job } from '../../object/kinds.ts';
import { findCondition, mergeConditions, timeText } from './conditions.ts';
import { type JobCounts, isIndexed, rangesText } from './job-counts.ts';
import { nonZero } from './status-writer.ts';

type Status = NonNullable<Job['status']>;
type Condition = NonNullable<Status['conditions']>[number];

/** How a Job stands. */
export type JobState =
  | { readonly is: 'running' }
  | { readonly is: 'suspended' }
  | { readonly is: 'complete' }
  | { readonly is: 'failed'; readonly reason: string; readonly message: string };

const REACHED = { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' };

/** What a Job's Pods come to. @param startMs when it began to run, wall clock; undefined: it has not. */
export function jobStateOf(
  job: Job,
  counts: JobCounts,
  { startMs, nowMs }: { startMs: number | undefined; nowMs: number },
): JobState {
  const decided = decidedState(job);
  if (decided !== undefined) return decided;
  const { spec } = job;
  const failed = counts.failed + restarts(job, counts);
  const limit = spec?.backoffLimit ?? 6;
  if (failed > limit)
    return {
      is: 'failed',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    };
  const deadlineMs = (spec?.activeDeadlineSeconds ?? Infinity) * 1000;
  if (startMs !== undefined && nowMs - startMs >= deadlineMs)
    return {
      is: 'failed',
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
    };
  if (isEnough(job, counts)) return { is: 'complete' };
  return spec?.suspend === true ? { is: 'suspended' } : { is: 'running' };
}

/** What was decided stays so, also when the Pods that it was decided by are gone. */
function decidedState({ status }: Job): JobState | undefined {
  if (findCondition(status?.conditions, 'SuccessCriteriaMet')?.status === 'True') return { is: 'complete' };
  const failure = findCondition(status?.conditions, 'FailureTarget');
  if (failure?.status !== 'True') return undefined;
  return { is: 'failed', reason: failure.reason ?? '', message: failure.message ?? '' };
}

/** Containers that are started again where they are count as well. */
function restarts({ spec }: Job, { active }: JobCounts): number {
  if (spec?.template.spec?.restartPolicy !== 'OnFailure') return 0;
  const statuses = active.flatMap(({ status }) => status?.containerStatuses ?? []);
  return statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** Without a number of completions, one success means that the work is done. */
function isEnough({ spec }: Job, { succeeded, active }: JobCounts): boolean {
  if (spec?.completions === undefined) return succeeded > 0 && active.length === 0;
  return succeeded >= spec.completions;
}

/** Its Pods are all gone or done, so that what was decided may be told. */
function isAtRest({ active, terminating }: JobCounts): boolean {
  return active.length === 0 && terminating === 0;
}

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions */
export function jobStatus(
  job: Job,
  counts: JobCounts,
  { state, nowMs }: { state: JobState; nowMs: number },
): Status {
  const now = timeText(nowMs);
  const before = job.status;
  const hasEnded = (state.is === 'complete' || state.is === 'failed') && isAtRest(counts);
  const startTime = state.is === 'suspended' ? undefined : (before?.startTime ?? now);
  const wanted = conditionsOf(job, state, hasEnded).map((condition) => probed(condition, job, now));
  const conditions = mergeConditions(before?.conditions, wanted, now);
  return {
    ...(startTime === undefined ? {} : { startTime }),
    ...(conditions.length === 0 ? {} : { conditions }),
    ...nonZero({ active: counts.active.length, succeeded: counts.succeeded, failed: counts.failed }),
    ...(isIndexed(job) && counts.done.length > 0 ? { completedIndexes: rangesText(counts.done) } : {}),
    ready: counts.ready,
    terminating: counts.terminating,
    uncountedTerminatedPods: {},
    ...(hasEnded && state.is === 'complete' ? { completionTime: before?.completionTime ?? now } : {}),
  };
}

function conditionsOf(job: Job, state: JobState, hasEnded: boolean): readonly Condition[] {
  if (state.is === 'complete')
    return [holds('SuccessCriteriaMet', REACHED), ...(hasEnded ? [holds('Complete', REACHED)] : [])];
  if (state.is === 'failed')
    return [holds('FailureTarget', state), ...(hasEnded ? [holds('Failed', state)] : [])];
  if (state.is === 'suspended')
    return [holds('Suspended', { reason: 'JobSuspended', message: 'Job suspended' })];
  const wasSuspended = job.status?.conditions?.some(({ type }) => type === 'Suspended') ?? false;
  const resumed = holds('Suspended', { reason: 'JobResumed', message: 'Job resumed' });
  return wasSuspended ? [{ ...resumed, status: 'False' }] : [];
}

function probed(condition: Condition, { status }: Job, now: string): Condition {
  const old = findCondition(status?.conditions, condition.type);
  return { ...condition, lastProbeTime: old?.lastProbeTime ?? now };
}

function holds(
  type: string,
  { reason, message }: { readonly reason: string; readonly message: string },
): Condition {
  return { type, status: 'True', reason, message };
}
