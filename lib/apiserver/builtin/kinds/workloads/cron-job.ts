import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { parseCronSchedule } from '../../../cron/cron-schedule.ts';
import { TimeZone } from '../../../time-zone.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../../field-causes.ts';
import { at, objectAt, textAt, withAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { countCauses } from '../causes/count-causes.ts';
import { templateCauses } from './job-causes.ts';
import { overlookedIn } from '../pods/pod-causes.ts';
import { completeTemplate } from '../pods/pod-spec.ts';
import { jobSpecWarnings, workloadWarnings } from './workload-warnings.ts';

const JOB_SPEC = ['spec', 'jobTemplate', 'spec'] as const;

/** What a Job's name gets at its end takes 11 letters of the 63 that a label may have. */
const LONGEST_NAME = 52;

const CHECKS: Pick<KindRules, 'validate' | 'overlooks'> = {
  validate: cronJobCauses,
  overlooks: () => overlookedIn([...JOB_SPEC, 'template.spec'].join('.')),
};

export const CRON_JOB_RULES: KindRules = {
  complete: (obj) =>
    withAt(obj, [...JOB_SPEC, 'template'], completeTemplate(objectAt(obj, ...JOB_SPEC, 'template'))),
  ...CHECKS,
  warnings: cronJobWarnings,
  status: CHECKS,
};

function cronJobCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [
    ...scheduleCauses(obj, old),
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['startingDeadlineSeconds']),
    ...zoneCauses(obj, old),
    ...templateCauses(objectAt(obj, ...JOB_SPEC), JOB_SPEC.join('.')),
    ...selectionCauses(obj),
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']),
    ...(old === undefined ? nameCauses(obj) : []),
  ];
}

/** @see kubernetes/kubernetes:pkg/registry/batch/cronjob/strategy.go */
function cronJobWarnings(obj: ApiObject, old: ApiObject | undefined): readonly string[] {
  const isZoned = old !== undefined && textAt(obj, 'spec', 'schedule').includes('TZ');
  return [
    ...workloadWarnings(obj, old, {
      tell: (one) => jobSpecWarnings(objectAt(one, ...JOB_SPEC), JOB_SPEC.join('.')),
    }),
    ...(isZoned
      ? [
          'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
        ]
      : []),
  ];
}

/** A schedule may name a zone only where the old one did, from the time before there was a field for it. */
function scheduleCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const field = 'spec.schedule';
  const schedule = textAt(obj, 'spec', 'schedule');
  if (schedule === '') return [requiredCause(field)];
  const wrong = scheduleProblem(schedule);
  const causes = wrong === undefined ? [] : [invalidCause(field, schedule, wrong)];
  if (!schedule.includes('TZ')) return causes;
  if (!textAt(old, 'spec', 'schedule').includes('TZ'))
    return [
      ...causes,
      invalidCause(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    ];
  if (at(obj, 'spec', 'timeZone') === undefined) return causes;
  return [
    ...causes,
    invalidCause(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'),
  ];
}

function scheduleProblem(schedule: string): string | undefined {
  try {
    parseCronSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

const ZONE_PART = /^[A-Za-z.\-_0-9+]{1,14}$/u;

function zoneCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const field = 'spec.timeZone';
  const zone = at(obj, 'spec', 'timeZone');
  if (typeof zone !== 'string' || (old !== undefined && at(old, 'spec', 'timeZone') === zone)) return [];
  if (zone === '') return [invalidCause(field, zone, 'timeZone must be nil or non-empty string')];
  const unknown = invalidCause(field, zone, `unknown time zone ${zone}`);
  const isNamed = zone
    .split('/')
    .every((part) => ZONE_PART.test(part) && !part.startsWith('-') && part !== '.' && part !== '..');
  if (!isNamed) return [unknown];
  const isLocal = zone.toLowerCase() === 'local';
  const why = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  return [
    ...(isLocal ? [invalidCause(field, zone, why)] : []),
    ...(zone === 'Local' || TimeZone.named(zone) !== undefined ? [] : [unknown]),
  ];
}

/** What makes its Jobs gives each a selector of its own. */
function selectionCauses(obj: ApiObject): readonly StatusCause[] {
  const path = JOB_SPEC.join('.');
  const selector = at(obj, ...JOB_SPEC, 'selector');
  const isManual = at(obj, ...JOB_SPEC, 'manualSelector') === true;
  return [
    ...(selector === undefined
      ? []
      : [invalidCause(`${path}.selector`, selector, '`selector` will be auto-generated')]),
    ...(isManual ? [notSupportedCause(`${path}.manualSelector`, true, ['nil', 'false'])] : []),
  ];
}

function nameCauses({ metadata: { name } }: ApiObject): readonly StatusCause[] {
  if (name.length <= LONGEST_NAME) return [];
  return [invalidCause('metadata.name', name, `must be no more than ${LONGEST_NAME} characters`)];
}
