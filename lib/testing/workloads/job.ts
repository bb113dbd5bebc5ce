import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isNotFound } from '../../client/errors.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import { Job, type Pod } from '../../object/kinds.ts';
import type { Container } from './container-status.ts';
import { COMPLETION_INDEX, type JobCounts, countJob, indexOf, isFinished, isIndexed } from './job-counts.ts';
import { type JobState, jobStateOf, jobStatus } from './job-status.ts';
import { newPod } from './new-pod.ts';
import { type OwnedObjects, refOf } from './owned-objects.ts';
import { uidOf } from './owner.ts';
import { writeStatus } from './status-writer.ts';

export interface JobOptions {
  readonly client: Client;
  readonly pods: OwnedObjects<Pod>;
}

/**
 * Runs a Job's Pods until enough of them have succeeded, or too many have failed. Differs from Kubernetes in
 * that failed Pods are followed by new ones at once, and in that Pods carry no finalizer: one that is deleted
 * while the Job runs does not count.
 *
 * @see kubernetes/kubernetes:pkg/controller/job/job_controller.go
 */
export class JobResource implements Resource<Job> {
  readonly name = 'completions';
  readonly #client: Client;
  readonly #pods: OwnedObjects<Pod>;

  constructor({ client, pods }: JobOptions) {
    this.#client = client;
    this.#pods = pods;
  }

  readonly ensureCreated = async (ctx: Context, job: Job): Promise<void> => {
    if (isFinished(job)) {
      await this.#expire(ctx, job);
      return;
    }
    const state = this.#stateOf(ctx, job);
    await this.#manage(ctx, job, state);
    const status = jobStatus(job, countJob(job, this.#pods.of(ctx, job)), { state, nowMs: ctx.clock.now() });
    await writeStatus(ctx, this.#client, { kind: Job, obj: job, status });
  };

  /** Its Pods are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  #stateOf(ctx: Context, job: Job): JobState {
    const nowMs = ctx.clock.now();
    const { startTime } = job.status ?? {};
    const startMs = startTime === undefined ? undefined : Date.parse(startTime);
    const state = jobStateOf(job, countJob(job, this.#pods.of(ctx, job)), { startMs, nowMs });
    const deadlineSeconds = job.spec?.activeDeadlineSeconds;
    if (state.is === 'running' && deadlineSeconds !== undefined)
      requeueAfter.set(ctx, Math.max(0, (startMs ?? nowMs) + deadlineSeconds * 1000 - nowMs));
    return state;
  }

  async #manage(ctx: Context, job: Job, state: JobState): Promise<void> {
    const counts = countJob(job, this.#pods.of(ctx, job));
    const wanted = state.is === 'running' ? wantedPods(job, counts) : 0;
    const doomed = counts.active.slice(Math.max(0, wanted));
    const created = newIndexes(job, counts, wanted - counts.active.length);
    await Promise.all([
      ...doomed.map(async (pod) => await this.#pods.delete(ctx, pod)),
      ...created.map(async (index) => await this.#pods.create(ctx, jobPod(job, index))),
    ]);
  }

  async #expire(ctx: Context, job: Job): Promise<void> {
    const { ttlSecondsAfterFinished } = job.spec ?? {};
    if (ttlSecondsAfterFinished === undefined) return;
    const end = job.status?.conditions?.find(({ type }) => type === 'Complete' || type === 'Failed');
    const leftMs =
      Date.parse(end?.lastTransitionTime ?? '') + ttlSecondsAfterFinished * 1000 - ctx.clock.now();
    if (leftMs > 0) {
      requeueAfter.set(ctx, leftMs);
      return;
    }
    const options = { propagationPolicy: 'Background', preconditions: { uid: uidOf(job) } } as const;
    try {
      await this.#client.delete(ctx, Job, refOf(job), options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** How many Pods are to be active at once. */
function wantedPods({ spec }: Job, { active, succeeded }: JobCounts): number {
  const parallelism = spec?.parallelism ?? 1;
  if (spec?.completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.min(parallelism, spec.completions - succeeded);
}

/** One entry for each Pod to create: its index, undefined where Pods have none. */
function newIndexes(job: Job, { active, done }: JobCounts, count: number): readonly (number | undefined)[] {
  if (count <= 0) return [];
  if (!isIndexed(job)) return Array.from({ length: count }, () => undefined);
  const taken = new Set([...active.map(indexOf), ...done]);
  const all = Array.from({ length: job.spec?.completions ?? 0 }, (_, index) => index);
  return all.filter((index) => !taken.has(index)).slice(0, count);
}

function jobPod(job: Job, index: number | undefined): Pod {
  const { name = '' } = job.metadata ?? {};
  const template = job.spec?.template ?? {};
  const labels = { 'batch.kubernetes.io/job-name': name, 'batch.kubernetes.io/controller-uid': uidOf(job) };
  if (index === undefined)
    return newPod({ kind: Job, owner: job, template }, { generateName: `${name}-`, labels });
  const text = String(index);
  const fieldPath = `metadata.labels['${COMPLETION_INDEX}']`;
  const env = { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef: { fieldPath } } };
  const containers = (template.spec?.containers ?? []).map((each) => withEnv(each, env));
  return newPod(
    { kind: Job, owner: job, template },
    {
      generateName: `${name}-${text}-`,
      labels: { ...labels, [COMPLETION_INDEX]: text },
      annotations: { [COMPLETION_INDEX]: text },
      spec: { containers, hostname: `${name}-${text}` },
    },
  );
}

type EnvironmentVariable = NonNullable<Container['env']>[number];

function withEnv(container: Container, variable: EnvironmentVariable): Container {
  return { ...container, env: [...(container.env ?? []), variable] };
}
