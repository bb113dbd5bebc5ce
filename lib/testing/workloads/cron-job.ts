import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import { CronJob, Job } from '../../object/kinds.ts';
import { isTrue, timeText } from './conditions.ts';
import { type CronJobTimes, cronJobTimes, zonedTimeText } from './cron-job-times.ts';
import { isFinished } from './job-counts.ts';
import type { OwnedObjects } from './owned-objects.ts';
import { controllerRef, uidOf } from './owner.ts';
import { writeStatus } from './status-writer.ts';

export interface CronJobOptions {
  readonly client: Client;
  readonly jobs: OwnedObjects<Job>;
}

type CronJobStatus = NonNullable<CronJob['status']>;

/**
 * Makes a Job whenever a CronJob is due, as its concurrency policy allows, and removes Jobs beyond its history.
 *
 * @see kubernetes/kubernetes:pkg/controller/cronjob/cronjob_controllerv2.go
 */
export class CronJobResource implements Resource<CronJob> {
  readonly name = 'jobs';
  readonly #client: Client;
  readonly #jobs: OwnedObjects<Job>;

  constructor({ client, jobs }: CronJobOptions) {
    this.#client = client;
    this.#jobs = jobs;
  }

  readonly ensureCreated = async (ctx: Context, cronJob: CronJob): Promise<void> => {
    const started = cronJob.spec?.suspend === true ? undefined : await this.#start(ctx, cronJob);
    await this.#forget(ctx, cronJob);
    const status = this.#statusOf(ctx, cronJob, started);
    await writeStatus(ctx, this.#client, { kind: CronJob, obj: cronJob, status });
  };

  /** Its Jobs are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  /** Starts what is due, and looks again when more is. @returns the time for which it was started. */
  async #start(ctx: Context, cronJob: CronJob): Promise<number | undefined> {
    const nowMs = ctx.clock.now();
    const { due, next }: CronJobTimes = cronJobTimes(cronJob, nowMs);
    if (next !== undefined) requeueAfter.set(ctx, Math.max(0, next - nowMs));
    if (due === undefined || this.#isStarted(ctx, cronJob, due)) return due;
    const active = this.#active(ctx, cronJob);
    const policy = cronJob.spec?.concurrencyPolicy;
    if (policy === 'Forbid' && active.length > 0) return undefined;
    if (policy === 'Replace') await Promise.all(active.map(async (job) => await this.#jobs.delete(ctx, job)));
    await this.#jobs.create(ctx, jobOf(cronJob, due));
    return due;
  }

  /** It was started, though the status could not be written. */
  #isStarted(ctx: Context, cronJob: CronJob, due: number): boolean {
    const name = jobName(cronJob, due);
    return this.#jobs.of(ctx, cronJob).some(({ metadata }) => metadata?.name === name);
  }

  #active(ctx: Context, cronJob: CronJob): readonly Job[] {
    return this.#jobs.of(ctx, cronJob).filter((job) => !isFinished(job) && !isDeleting(job));
  }

  /** Removes the oldest of the Jobs that have ended. */
  async #forget(ctx: Context, cronJob: CronJob): Promise<void> {
    const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = cronJob.spec ?? {};
    const jobs = this.#jobs.of(ctx, cronJob).filter((job) => !isDeleting(job));
    const surplus = [
      ...beyond(jobs, 'Complete', successfulJobsHistoryLimit),
      ...beyond(jobs, 'Failed', failedJobsHistoryLimit),
    ];
    await Promise.all(surplus.map(async (job) => await this.#jobs.delete(ctx, job)));
  }

  #statusOf(ctx: Context, cronJob: CronJob, started: number | undefined): CronJobStatus {
    const ends = this.#jobs
      .of(ctx, cronJob)
      .filter(({ status }) => isTrue(status?.conditions, 'Complete'))
      .map(({ status }) => status?.completionTime);
    const before = cronJob.status ?? {};
    const lastSuccessfulTime = [before.lastSuccessfulTime, ...ends]
      .filter((time) => time !== undefined)
      .toSorted()
      .at(-1);
    const lastScheduleTime = started === undefined ? before.lastScheduleTime : timeText(started);
    const active = this.#active(ctx, cronJob).map(referenceTo);
    return {
      ...(active.length === 0 ? {} : { active }),
      ...(lastScheduleTime === undefined ? {} : { lastScheduleTime }),
      ...(lastSuccessfulTime === undefined ? {} : { lastSuccessfulTime }),
    };
  }
}

/** Those that ended so, without the newest. */
function beyond(jobs: readonly Job[], condition: 'Complete' | 'Failed', limit: number): readonly Job[] {
  const ended = jobs
    .filter(({ status }) => isTrue(status?.conditions, condition))
    .toSorted((a, b) => startText(a).localeCompare(startText(b)));
  return ended.slice(0, Math.max(0, ended.length - limit));
}

function startText({ status, metadata }: Job): string {
  return `${status?.startTime ?? ''} ${metadata?.name ?? ''}`;
}

/** The same time makes the same name, so nothing is started twice. */
function jobName({ metadata }: CronJob, dueMs: number): string {
  return `${metadata?.name ?? ''}-${Math.floor(dueMs / 60_000)}`;
}

function jobOf(cronJob: CronJob, dueMs: number): Job {
  const { jobTemplate, timeZone } = cronJob.spec ?? {};
  const { namespace } = cronJob.metadata ?? {};
  const { labels, annotations } = jobTemplate?.metadata ?? {};
  const scheduled = zonedTimeText(dueMs, timeZone);
  return {
    metadata: {
      name: jobName(cronJob, dueMs),
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      annotations: { ...annotations, 'batch.kubernetes.io/cronjob-scheduled-timestamp': scheduled },
      ownerReferences: [controllerRef(CronJob, cronJob)],
    },
    ...(jobTemplate?.spec === undefined ? {} : { spec: jobTemplate.spec }),
  };
}

function referenceTo(job: Job): NonNullable<CronJobStatus['active']>[number] {
  const { name, namespace, resourceVersion } = job.metadata ?? {};
  return {
    apiVersion: Job.apiVersion,
    kind: Job.kind,
    uid: uidOf(job),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}
