import type { ApiObject } from '../../api-object.ts';
import { humanDuration } from '../../age.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { labelsText, selectorText } from '../../label-selector-text.ts';
import { containerCells, orElse, sinceCell, type Cell, type Cells } from './cell.ts';

const TEMPLATE_CONTAINERS = ['spec', 'template', 'spec', 'containers'] as const;

function statusCount(name: string): Cell {
  return (obj) => numberAt(obj, 'status', name);
}

const specReplicas: Cell = (obj) => numberAt(obj, 'spec', 'replicas');
const readyOfWanted: Cell = (obj) =>
  `${numberAt(obj, 'status', 'readyReplicas')}/${numberAt(obj, 'spec', 'replicas')}`;
const selector: Cell = (obj) => orElse(selectorText(objectAt(obj, 'spec', 'selector')), '<none>');

export const DEPLOYMENT_CELLS: Cells = {
  Ready: readyOfWanted,
  'Up-to-date': statusCount('updatedReplicas'),
  Available: statusCount('availableReplicas'),
  ...containerCells(...TEMPLATE_CONTAINERS),
  Selector: (obj) => selectorText(objectAt(obj, 'spec', 'selector')),
};

export const REPLICA_SET_CELLS: Cells = {
  Desired: specReplicas,
  Current: statusCount('replicas'),
  Ready: statusCount('readyReplicas'),
  ...containerCells(...TEMPLATE_CONTAINERS),
  Selector: selector,
};

export const REPLICATION_CONTROLLER_CELLS: Cells = {
  ...REPLICA_SET_CELLS,
  Selector: (obj) => labelsText(objectAt(obj, 'spec', 'selector')),
};

export const STATEFUL_SET_CELLS: Cells = { Ready: readyOfWanted, ...containerCells(...TEMPLATE_CONTAINERS) };

export const DAEMON_SET_CELLS: Cells = {
  Desired: statusCount('desiredNumberScheduled'),
  Current: statusCount('currentNumberScheduled'),
  Ready: statusCount('numberReady'),
  'Up-to-date': statusCount('updatedNumberScheduled'),
  Available: statusCount('numberAvailable'),
  'Node Selector': (obj) => labelsText(objectAt(obj, 'spec', 'template', 'spec', 'nodeSelector')),
  ...containerCells(...TEMPLATE_CONTAINERS),
  Selector: selector,
};

const JOB_CONDITIONS = ['Complete', 'Failed', 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'] as const;

function jobStatus(job: ApiObject): string {
  const first = JOB_CONDITIONS.find((type) =>
    listAt(job, 'status', 'conditions').some(
      (one) => textAt(one, 'type') === type && textAt(one, 'status') === 'True',
    ),
  );
  if (first === 'Complete' || first === 'Failed') return first;
  return job.metadata.deletionTimestamp === undefined ? (first ?? 'Running') : 'Terminating';
}

function jobCompletions(job: ApiObject): string {
  const succeeded = numberAt(job, 'status', 'succeeded');
  const wanted = at(job, 'spec', 'completions');
  if (typeof wanted === 'number') return `${succeeded}/${wanted}`;
  const parallelism = numberAt(job, 'spec', 'parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration(job: ApiObject): (nowMs: number) => string {
  const start = textAt(job, 'status', 'startTime');
  const end = textAt(job, 'status', 'completionTime');
  return (nowMs) =>
    start === '' ? '' : humanDuration((end === '' ? nowMs : Date.parse(end)) - Date.parse(start));
}

export const JOB_CELLS: Cells = {
  Status: jobStatus,
  Completions: jobCompletions,
  Duration: jobDuration,
  ...containerCells(...TEMPLATE_CONTAINERS),
  Selector: selector,
};

export const CRON_JOB_CELLS: Cells = {
  Schedule: (obj) => textAt(obj, 'spec', 'schedule'),
  Timezone: (obj) => orElse(textAt(obj, 'spec', 'timeZone'), '<none>'),
  Suspend: (obj) => (at(obj, 'spec', 'suspend') === true ? 'True' : 'False'),
  Active: (obj) => listAt(obj, 'status', 'active').length,
  'Last Schedule': (obj) => {
    const last = at(obj, 'status', 'lastScheduleTime');
    return last === undefined ? '<none>' : sinceCell(last);
  },
  ...containerCells('spec', 'jobTemplate', ...TEMPLATE_CONTAINERS),
  Selector: (obj) => orElse(selectorText(objectAt(obj, 'spec', 'jobTemplate', 'spec', 'selector')), '<none>'),
};

export const POD_TEMPLATE_CELLS: Cells = {
  ...containerCells('template', 'spec', 'containers'),
  'Pod Labels': (obj) => labelsText(objectAt(obj, 'template', 'metadata', 'labels')),
};

export const CONTROLLER_REVISION_CELLS: Cells = {
  Controller: (obj) => {
    const owner = listAt(obj, 'metadata', 'ownerReferences').find((one) => at(one, 'controller') === true);
    if (owner === undefined) return '<none>';
    const group = textAt(owner, 'apiVersion').split('/').slice(0, -1).join('');
    const kind = textAt(owner, 'kind').toLowerCase();
    return `${group === '' ? kind : `${kind}.${group}`}/${textAt(owner, 'name')}`;
  },
  Revision: (obj) => numberAt(obj, 'revision'),
};

export const DISRUPTION_BUDGET_CELLS: Cells = {
  'Min Available': (obj) => orElse(textAt(obj, 'spec', 'minAvailable'), 'N/A'),
  'Max Unavailable': (obj) => orElse(textAt(obj, 'spec', 'maxUnavailable'), 'N/A'),
  'Allowed Disruptions': statusCount('disruptionsAllowed'),
};

/** Targets show what metrics ask for; what they are is the metrics server's to say. */
export const AUTOSCALER_CELLS: Cells = {
  Reference: (obj) =>
    `${textAt(obj, 'spec', 'scaleTargetRef', 'kind')}/${textAt(obj, 'spec', 'scaleTargetRef', 'name')}`,
  Targets: (obj) => {
    const targets = listAt(obj, 'spec', 'metrics').map((metric) => {
      const name = textAt(metric, 'resource', 'name');
      const wanted = objectAt(metric, 'resource', 'target');
      const percent = textAt(wanted, 'averageUtilization');
      return `${name}: <unknown>/${percent === '' ? textAt(wanted, 'averageValue') : `${percent}%`}`;
    });
    return orElse(targets.join(', '), '<none>');
  },
  MinPods: (obj) => orElse(textAt(obj, 'spec', 'minReplicas'), '<unset>'),
  MaxPods: (obj) => numberAt(obj, 'spec', 'maxReplicas'),
  Replicas: statusCount('currentReplicas'),
};
