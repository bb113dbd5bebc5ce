import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, numberAt, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { podSpecCauses } from './pod-causes.ts';
import { completeTemplate } from './pod-spec.ts';
import { immutableCauses } from './selector-causes.ts';

const POLICY = 'spec.template.spec.restartPolicy';

/** One completion, unless it is a work queue: parallelism without completions. */
function completeJob(job: ApiObject): ApiObject {
  const template = completeTemplate(objectAt(job, 'spec', 'template'));
  const failurePolicy = at(job, 'spec', 'podFailurePolicy') !== undefined;
  const podReplacementPolicy = failurePolicy ? 'Failed' : 'TerminatingOrFailed';
  const counted = at(job, 'spec', 'completions') === undefined && numberAt(job, 'spec', 'parallelism') === 1;
  const completions = counted ? { completions: 1 } : {};
  return { ...job, spec: { podReplacementPolicy, ...completions, ...objectAt(job, 'spec'), template } };
}

function ownLabels(job: ApiObject): JsonObject {
  const { name, uid } = job.metadata;
  return {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
}

/** A new Job selects its own pods by labels that carry its uid; they are its own too, where it has none. */
function createJob(job: ApiObject): ApiObject {
  if (at(job, 'spec', 'manualSelector') === true) return job;
  const template = objectAt(job, 'spec', 'template');
  const labels = { ...objectAt(template, 'metadata', 'labels'), ...ownLabels(job) };
  const isLabelled = Object.keys(job.metadata.labels ?? {}).length > 0;
  const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': job.metadata.uid } };
  return {
    ...job,
    metadata: {
      ...job.metadata,
      labels: (isLabelled ? job.metadata.labels : labels) as Record<string, string>,
    },
    spec: { ...objectAt(job, 'spec'), selector, template: withAt(template, ['metadata', 'labels'], labels) },
  };
}

/** Causes of a template whose pods would never end. */
function restartCauses(policy: string, field: string): readonly StatusCause[] {
  if (policy === 'Always') return [requiredCause(field, 'valid values: "OnFailure", "Never"')];
  if (policy === 'OnFailure' || policy === 'Never') return [];
  return [notSupportedCause(field, policy, ['OnFailure', 'Never'])];
}

function countCauses(job: ApiObject): readonly StatusCause[] {
  return ['parallelism', 'completions', 'backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished']
    .filter((name) => numberAt(job, 'spec', name) < 0)
    .map((name) => invalidCause(`spec.${name}`, at(job, 'spec', name), 'must be greater than or equal to 0'));
}

function changeCauses(job: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [
    ...immutableCauses(job, old, 'spec', 'completions'),
    ...immutableCauses(job, old, 'spec', 'selector'),
    ...(at(old, 'spec', 'suspend') === true ? [] : immutableCauses(job, old, 'spec', 'template')),
    ...immutableCauses(job, old, 'spec', 'completionMode'),
    ...immutableCauses(job, old, 'spec', 'podFailurePolicy'),
    ...immutableCauses(job, old, 'spec', 'backoffLimitPerIndex'),
  ];
}

export const JOB_RULES: KindRules = {
  complete: completeJob,
  create: createJob,
  validate: (job, old) => [
    ...countCauses(job),
    ...podSpecCauses(objectAt(job, 'spec', 'template', 'spec'), 'spec.template.spec'),
    ...restartCauses(textAt(job, ...POLICY.split('.')), POLICY),
    ...changeCauses(job, old),
  ],
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
