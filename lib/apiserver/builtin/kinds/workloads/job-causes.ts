import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt, withAt } from '../../../fields.ts';
import { inNameOrder } from '../../../name-order.ts';
import { countCauses } from '../causes/count-causes.ts';
import { indexCauses } from './job-index-causes.ts';
import { podTemplateCauses } from '../pods/pod-template-causes.ts';
import { immutableCauses, labelSelectorCauses, mismatchCauses } from '../causes/selector-causes.ts';

/**
 * Causes of a Job that is none. An update looks at its spec twice.
 *
 * @see kubernetes/kubernetes:pkg/apis/batch/validation/validation.go (ValidateJobUpdate)
 */
export function jobCauses(job: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const spec = specCauses(job);
  const own = [...generatedCauses(job, old), ...spec];
  return old === undefined ? own : [...own, ...spec, ...changeCauses(job, old)];
}

function specCauses(job: ApiObject): readonly StatusCause[] {
  const selector = at(job, 'spec', 'selector');
  const malformed = labelSelectorCauses(objectAt(job, 'spec', 'selector'), 'spec.selector');
  return [
    ...templateCauses(objectAt(job, 'spec'), 'spec'),
    ...(selector === undefined ? [requiredCause('spec.selector')] : malformed),
    ...(malformed.length > 0 ? [] : mismatchCauses(job)),
  ];
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
];

/** Causes of the spec of a Job, but for its selector. */
export function templateCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...countCauses(spec, path, COUNTS),
    ...indexCauses(spec, path),
    ...podTemplateCauses(objectAt(spec, 'template'), `${path}.template`),
    ...restartCauses(
      textAt(spec, 'template', 'spec', 'restartPolicy'),
      `${path}.template.spec.restartPolicy`,
    ),
  ];
}

/** Causes of a template whose pods would never end. */
function restartCauses(policy: string, field: string): readonly StatusCause[] {
  if (policy === 'Always' || policy === '')
    return [requiredCause(field, 'valid values: "OnFailure", "Never"')];
  return unsupportedCauses(field, policy, ['OnFailure', 'Never']);
}

const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'];

/** A Job that selects by labels of the server's own must leave them alone. */
function generatedCauses(job: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  if (at(job, 'spec', 'manualSelector') === true || at(job, 'spec', 'selector') === undefined) return [];
  const before = objectAt(old, 'spec', 'template', 'metadata', 'labels');
  const isNew = old === undefined || [UID_LABELS[1]!, NAME_LABELS[1]!].every((name) => name in before);
  const names = [...UID_LABELS, ...NAME_LABELS].filter((name) => isNew || !name.includes('/'));
  const wanted = Object.fromEntries(
    names.map((name) => [name, UID_LABELS.includes(name) ? job.metadata.uid : job.metadata.name]),
  );
  const labels = objectAt(job, 'spec', 'template', 'metadata', 'labels');
  const missing = names.flatMap((name) => labelCause(labels, name, String(wanted[name])));
  const selected = Object.entries(objectAt(job, 'spec', 'selector', 'matchLabels'));
  if (selected.every(([name, value]) => wanted[name] === value)) return missing;
  const why = '`selector` not auto-generated';
  return [...missing, invalidCause('spec.selector', at(job, 'spec', 'selector'), why)];
}

function labelCause(labels: JsonObject, name: string, wanted: string): readonly StatusCause[] {
  const field = `spec.template.metadata.labels[${name}]`;
  const why = `must be '${wanted}'`;
  if (labels[name] === undefined) return [requiredCause(field, why)];
  return labels[name] === wanted ? [] : [invalidCause(field, inNameOrder(labels), why)];
}

function changeCauses(job: ApiObject, old: ApiObject): readonly StatusCause[] {
  const fixed = (name: string): readonly StatusCause[] => immutableCauses(job, old, 'spec', name);
  return [
    ...(textAt(job, 'spec', 'completionMode') === 'Indexed' ? [] : fixed('completions')),
    ...fixed('selector'),
    ...templateChangeCauses(job, old),
    ...fixed('completionMode'),
    ...fixed('podFailurePolicy'),
    ...fixed('backoffLimitPerIndex'),
    ...fixed('managedBy'),
    ...fixed('successPolicy'),
  ];
}

/** Where the pods go and what they need may change as long as there are none. */
function templateChangeCauses(job: ApiObject, old: ApiObject): readonly StatusCause[] {
  const isMutable =
    at(old, 'spec', 'suspend') === true &&
    at(old, 'status', 'startTime') === undefined &&
    numberAt(old, 'status', 'active') === 0;
  if (!isMutable) return immutableCauses(job, old, 'spec', 'template');
  const adopted = ['nodeSelector', 'tolerations', 'schedulingGates', 'affinity'].reduce(
    (rest, name) =>
      withAt(rest, ['spec', 'template', 'spec', name], at(job, 'spec', 'template', 'spec', name)),
    old,
  );
  const equal = ['containers', 'initContainers'].reduce(
    (rest, list) => withResources(rest, job, ['spec', 'template', 'spec', list]),
    adopted,
  );
  return immutableCauses(job, equal, 'spec', 'template', 'spec');
}

/** The containers of one, as far as they are those of the other, with its resources. */
function withResources(one: ApiObject, other: ApiObject, path: readonly string[]): ApiObject {
  const [own, others] = [listAt(one, ...path), listAt(other, ...path)];
  if (own.length === 0 || own.length !== others.length) return one;
  const changed = own.map((container, index): JsonValue => {
    if (textAt(container, 'name') !== textAt(others[index], 'name')) return container;
    return withAt(objectAt({ container }, 'container'), ['resources'], at(others[index], 'resources'));
  });
  return withAt(one, path, changed);
}

const STATUS_COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'];

/** @see kubernetes/kubernetes:pkg/apis/batch/validation/validation.go (ValidateJobStatusUpdate) */
export function jobStatusCauses(job: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const count = (name: string): number => numberAt(job, 'status', name);
  return [
    ...countCauses(objectAt(job, 'status'), 'status', STATUS_COUNTS),
    ...['failed', 'succeeded']
      .filter((name) => count(name) < numberAt(old, 'status', name))
      .map((name) => invalidCause(`status.${name}`, count(name), `cannot decrease the ${name} counter`)),
  ];
}
