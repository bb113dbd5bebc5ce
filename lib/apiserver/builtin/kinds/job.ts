import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, requiredCause } from '../../field-causes.ts';
import { at, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { jobCauses, jobStatusCauses, restartCauses } from './job-causes.ts';
import { podSpecCauses } from './pod-causes.ts';
import { completeTemplate } from './pod-spec.ts';
import { nameWarnings, templateWarnings } from './pod-warnings.ts';
import { withPodSpec } from './workloads.ts';

/** One completion, unless it is a work queue: parallelism without completions. */
function inferJob(job: ApiObject): ApiObject {
  const isSaid = ['completions', 'parallelism'].some((name) => at(job, 'spec', name) !== undefined);
  return withPodSpec(isSaid ? job : withAt(job, ['spec', 'completions'], 1));
}

function completeJob(job: ApiObject): ApiObject {
  const template = completeTemplate(objectAt(job, 'spec', 'template'));
  const failurePolicy = at(job, 'spec', 'podFailurePolicy') !== undefined;
  const podReplacementPolicy = failurePolicy ? 'Failed' : 'TerminatingOrFailed';
  return { ...job, spec: { podReplacementPolicy, ...objectAt(job, 'spec'), template } };
}

/** A Job has its pods' labels, where it has none of its own: then both are the same object. */
function withLabels<T extends JsonObject>(job: T): T {
  const labels = at(job, 'spec', 'template', 'metadata', 'labels');
  return labels === undefined || hasLabels(job) ? job : withAt(job, ['metadata', 'labels'], labels);
}

function hasLabels(job: JsonObject): boolean {
  return Object.keys(objectAt(job, 'metadata', 'labels')).length > 0;
}

/** Labels of a Job's pods, by which the Job finds them; each in an old spelling, too. */
function ownLabels(job: ApiObject): Record<string, string> {
  const { name, uid } = job.metadata;
  return {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
}

const BY_UID = 'batch.kubernetes.io/controller-uid';

/**
 * A new Job selects its own pods by labels that carry its uid; they are its own too, where it has none.
 *
 * @see kubernetes/kubernetes:pkg/registry/batch/job/strategy.go (generateSelector)
 */
function createJob(job: ApiObject): ApiObject {
  if (at(job, 'spec', 'manualSelector') === true) return job;
  const given = at(job, 'spec', 'template', 'metadata', 'labels');
  const labels = { ...ownLabels(job), ...objectAt({ given }, 'given') };
  const matchLabels = { [BY_UID]: job.metadata.uid, ...objectAt(job, 'spec', 'selector', 'matchLabels') };
  const shared = !hasLabels(job) || at(job, 'metadata', 'labels') === given;
  const labelled = withAt(job, ['spec', 'template', 'metadata', 'labels'], labels);
  const selecting = withAt(labelled, ['spec', 'selector', 'matchLabels'], matchLabels);
  return shared ? withAt(selecting, ['metadata', 'labels'], labels) : selecting;
}

export const JOB_RULES: KindRules = {
  infer: inferJob,
  complete: (job) => withLabels(completeJob(job)),
  create: createJob,
  validate: jobCauses,
  warnings: (job, old) => {
    if (old === undefined) return [...nameWarnings(job, 'Pod names and hostnames'), ...templateWarnings(job)];
    return isDeepStrictEqual(at(job, 'spec'), at(old, 'spec')) ? [] : templateWarnings(job);
  },
  // Who writes the status writes the labels that follow from the spec as it was sent, not as it is.
  status: { sent: withLabels, complete: completeJob, update: withLabels, validate: jobStatusCauses },
};

const JOB_TEMPLATE = ['spec', 'jobTemplate', 'spec', 'template'] as const;

function scheduleCauses(schedule: string): readonly StatusCause[] {
  if (schedule === '') return [requiredCause('spec.schedule')];
  const fields = schedule.trim().split(/\s+/u);
  if (fields[0]?.startsWith('@') === true || fields.length === 5) return [];
  const why = `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  return [invalidCause('spec.schedule', schedule, why)];
}

export const CRON_JOB_RULES: KindRules = {
  complete: (obj) => withAt(obj, JOB_TEMPLATE, completeTemplate(objectAt(obj, ...JOB_TEMPLATE))),
  validate: (obj) => {
    const spec = objectAt(obj, ...JOB_TEMPLATE, 'spec');
    const path = `${JOB_TEMPLATE.join('.')}.spec`;
    return [
      ...scheduleCauses(textAt(obj, 'spec', 'schedule')),
      ...podSpecCauses(spec, path),
      ...restartCauses(textAt(spec, 'restartPolicy'), `${path}.restartPolicy`),
    ];
  },
};
