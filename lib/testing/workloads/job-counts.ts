import type { Job, Pod } from '../../object/kinds.ts';
import { isActive, isReady } from './pod-state.ts';
import { isDeleting } from '../../framework/object-name.ts';
import { isTrue } from './conditions.ts';

/** Numbers the Pods of an indexed Job, from 0. Both a label and an annotation. */
export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';

export interface JobCounts {
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Pods that are being deleted and have not ended yet. */
  readonly terminating: number;
  /** Of an indexed Job: the indexes that are done, in order. */
  readonly done: readonly number[];
}

/** What has become of a Job's Pods. What is deleted afterwards does not count any more. */
export function countJob(job: Job, pods: readonly Pod[]): JobCounts {
  const active = pods.filter(isActive);
  const succeeded = pods.filter((pod) => pod.status?.phase === 'Succeeded');
  const completions = job.spec?.completions ?? Infinity;
  const done = [...new Set(succeeded.map(indexOf))].filter((index) => index >= 0 && index < completions);
  return {
    active,
    ready: active.filter(isReady).length,
    succeeded: isIndexed(job) ? done.length : succeeded.length,
    failed: pods.filter((pod) => pod.status?.phase === 'Failed').length,
    terminating: pods.filter(
      (pod) => isDeleting(pod) && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed',
    ).length,
    done: done.toSorted((a, b) => a - b),
  };
}

export function isIndexed({ spec }: Job): boolean {
  return spec?.completionMode === 'Indexed';
}

export function indexOf({ metadata }: Pod): number {
  const text = metadata?.annotations?.[COMPLETION_INDEX];
  return text === undefined ? -1 : Number(text);
}

export function isFinished({ status }: Job): boolean {
  return isTrue(status?.conditions, 'Complete') || isTrue(status?.conditions, 'Failed');
}

/** `0-2,4,5` for 0, 1, 2, 4 and 5: two neighbours make no range yet, as in Kubernetes. */
export function rangesText(sorted: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const each of sorted) {
    const last = ranges.at(-1);
    if (last?.[1] === each - 1) last[1] = each;
    else ranges.push([each, each]);
  }
  return ranges.map(([from, to]) => rangeText(from, to)).join(',');
}

function rangeText(from: number, to: number): string {
  if (from === to) return `${from}`;
  return to - from === 1 ? `${from},${to}` : `${from}-${to}`;
}
