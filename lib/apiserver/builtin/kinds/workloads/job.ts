import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, objectAt, withAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { jobCauses, jobStatusCauses } from './job-causes.ts';
import { overlookedIn } from '../pods/pod-causes.ts';
import { completeTemplate } from '../pods/pod-spec.ts';
import { jobWarnings } from './workload-warnings.ts';
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
  overlooks: () => overlookedIn('spec.template.spec'),
  warnings: jobWarnings,
  // Who writes the status writes the labels that follow from the spec as it was sent, not as it is.
  status: { sent: withLabels, complete: completeJob, update: withLabels, validate: jobStatusCauses },
};
