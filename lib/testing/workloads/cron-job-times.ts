import { type CronSchedule, parseCronSchedule } from '../../apiserver/cron/cron-schedule.ts';
import { TimeZone } from '../../apiserver/time-zone.ts';
import type { CronJob } from '../../object/kinds.ts';

/** When a CronJob is due, in milliseconds since 1970. */
export interface CronJobTimes {
  /** The last time that it was to run, and has not; undefined when there is none, or it is too late for it. */
  readonly due: number | undefined;
  /** The time after that, or after now; undefined when there is none. */
  readonly next: number | undefined;
}

/**
 * Looks for what a CronJob has missed since it ran last, or since it was created.
 *
 * @throws RangeError when it has no schedule, which the server refuses.
 * @see kubernetes/kubernetes:pkg/controller/cronjob/utils.go (mostRecentScheduleTime)
 */
export function cronJobTimes(cronJob: CronJob, nowMs: number): CronJobTimes {
  const { timeZone, startingDeadlineSeconds } = cronJob.spec ?? {};
  const schedule = parseCronSchedule(cronJob.spec?.schedule ?? '', timeZone ?? 'UTC');
  const since = cronJob.status?.lastScheduleTime ?? cronJob.metadata?.creationTimestamp;
  const sinceMs = since === undefined ? nowMs : Date.parse(since);
  const deadlineMs =
    startingDeadlineSeconds === undefined ? -Infinity : nowMs - startingDeadlineSeconds * 1000;
  const due = latest(schedule, Math.max(sinceMs, deadlineMs), nowMs);
  if (due !== undefined) return { due, next: schedule.next(due) };
  // What recurs after some time counts from when it ran last.
  const first = schedule.next(sinceMs);
  return { due, next: first !== undefined && first <= nowMs ? schedule.next(nowMs) : first };
}

/** The last time after one, up to another. Jumps over those that were missed, however many. */
function latest(schedule: CronSchedule, afterMs: number, nowMs: number): number | undefined {
  const first = schedule.next(afterMs);
  if (first === undefined || first > nowMs) return undefined;
  const second = schedule.next(first);
  if (second === undefined || second > nowMs) return first;
  const missed = Math.floor((nowMs - first) / (second - first));
  let found: number | undefined;
  let time = schedule.next(first + (missed - 1) * (second - first));
  while (time !== undefined && time <= nowMs) {
    found = time;
    time = schedule.next(time);
  }
  return found;
}

/** RFC 3339, as clocks in the zone show it. */
export function zonedTimeText(ms: number, timeZone: string = 'UTC'): string {
  const wallMs = TimeZone.named(timeZone)?.wallTime(ms) ?? ms;
  const text = new Date(wallMs).toISOString().slice(0, 19);
  const minutes = Math.round((wallMs - ms) / 60_000);
  if (minutes === 0) return `${text}Z`;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${text}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
