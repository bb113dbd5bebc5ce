import { isDeepStrictEqual } from 'node:util';

import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, objectAt, textAt, withAt, withObjectAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { countCauses } from '../causes/count-causes.ts';
import { completeTemplate } from '../pods/pod-spec.ts';
import { overlookedIn } from '../pods/pod-causes.ts';
import { podTemplateCauses } from '../pods/pod-template-causes.ts';
import { podTemplateWarnings } from '../pods/pod-warnings.ts';
import { controllerWarnings, workloadWarnings } from './workload-warnings.ts';
import { replicaStatusCauses, type ReplicaStatus } from './replica-status-causes.ts';
import {
  immutableCauses,
  labelSelectorCauses,
  mismatchCauses,
  selectsAll,
  shownSelector,
} from '../causes/selector-causes.ts';

/** What pods are made of has its defaults even where it is not said. */
export function withPodSpec(obj: ApiObject): ApiObject {
  return withObjectAt(obj, 'spec', 'template', 'spec');
}

/** With what follows from the rest of its template. */
export function withTemplate(obj: ApiObject): ApiObject {
  return withAt(obj, ['spec', 'template'], completeTemplate(objectAt(obj, 'spec', 'template')));
}

/** Kept for others to copy; nobody acts on it. */
export const POD_TEMPLATE_RULES: KindRules = {
  complete: (obj) => withAt(obj, ['template'], completeTemplate(objectAt(obj, 'template'))),
  validate: (obj) => podTemplateCauses(objectAt(obj, 'template'), 'template'),
  overlooks: () => overlookedIn('template.spec'),
  warnings: (obj, old) =>
    isDeepStrictEqual(at(obj, 'template'), at(old, 'template'))
      ? []
      : podTemplateWarnings(objectAt(obj, 'template'), 'template.'),
};

/** Causes of a template whose pods would end, although they are replaced when they do. `owner` as messages name it. */
export function endingCauses(obj: ApiObject, owner: string): readonly StatusCause[] {
  const path = 'spec.template.spec';
  const policy = textAt(obj, 'spec', 'template', 'spec', 'restartPolicy');
  const deadline = at(obj, 'spec', 'template', 'spec', 'activeDeadlineSeconds');
  const why = `activeDeadlineSeconds in ${owner} is not Supported`;
  return [
    ...unsupportedCauses(`${path}.restartPolicy`, policy, ['Always']),
    ...(deadline === undefined ? [] : [forbiddenCause(`${path}.activeDeadlineSeconds`, why)]),
  ];
}

/** The cause of a selector that selects every pod. `kind` as messages name it. */
export function openSelectorCauses(obj: ApiObject, kind: string): readonly StatusCause[] {
  if (!selectsAll(at(obj, 'spec', 'selector'))) return [];
  const selector = objectAt(obj, 'spec', 'selector');
  return [invalidCause('spec.selector', selector, `empty selector is invalid for ${kind}`)];
}

/** A template waits for a selector that is one. */
export function overlookedTemplate(causes: readonly StatusCause[]): readonly string[] {
  return causes.some(({ field = '' }) => field.startsWith('spec.selector.'))
    ? ['spec.template']
    : overlookedIn('spec.template.spec');
}

/** Causes of the selector and of the template, which is not looked at where the selector is none. */
function selectionCauses(obj: ApiObject): readonly StatusCause[] {
  const selector = objectAt(obj, 'spec', 'selector');
  const malformed = labelSelectorCauses(selector, 'spec.selector');
  if (malformed.length > 0)
    return [...malformed, invalidCause('spec.selector', shownSelector(selector), 'invalid label selector')];
  return [
    ...(at(obj, 'spec', 'selector') === undefined ? [requiredCause('spec.selector')] : []),
    ...openSelectorCauses(obj, 'deployment'),
    ...mismatchCauses(obj),
    ...podTemplateCauses(objectAt(obj, 'spec', 'template'), 'spec.template'),
    ...endingCauses(obj, 'ReplicaSet'),
  ];
}

/** What ReplicaSets ask for, and Deployments, which make them. */
export function workloadCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['replicas', 'minReadySeconds', 'revisionHistoryLimit']),
    ...selectionCauses(obj),
    ...immutableCauses(obj, old, 'spec', 'selector'),
  ];
}

const STATUS: ReplicaStatus = {
  counts: [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

export const REPLICA_SET_RULES: KindRules = {
  infer: withPodSpec,
  complete: withTemplate,
  validate: workloadCauses,
  overlooks: overlookedTemplate,
  warnings: (obj, old) => workloadWarnings(obj, old),
  status: { validate: (obj) => replicaStatusCauses(obj, STATUS) },
};

/** Selector and labels of a ReplicationController are its template's, unless it says otherwise. */
function completeController(obj: ApiObject): ApiObject {
  const complete = withTemplate(obj);
  const labels = at(complete, 'spec', 'template', 'metadata', 'labels');
  const selected = at(complete, 'spec', 'selector') ?? labels;
  const own = complete.metadata.labels ?? labels;
  return withAt(withAt(complete, ['spec', 'selector'], selected), ['metadata', 'labels'], own);
}

export const REPLICATION_CONTROLLER_RULES: KindRules = {
  complete: completeController,
  validate: (obj) => [
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['replicas', 'minReadySeconds']),
    ...(Object.keys(objectAt(obj, 'spec', 'selector')).length === 0 ? [requiredCause('spec.selector')] : []),
    ...podTemplateCauses(objectAt(obj, 'spec', 'template'), 'spec.template'),
    ...endingCauses(obj, 'ReplicationController'),
  ],
  overlooks: () => overlookedIn('spec.template.spec'),
  warnings: controllerWarnings,
};
