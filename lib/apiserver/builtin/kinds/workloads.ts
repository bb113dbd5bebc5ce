import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, objectAt, textAt, withAt, withObjectAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { countCauses } from './count-causes.ts';
import { podSpecCauses } from './pod-causes.ts';
import { completeTemplate } from './pod-spec.ts';
import {
  immutableCauses,
  labelCauses,
  labelSelectorCauses,
  mismatchCauses,
  selectsAll,
  shownSelector,
} from './selector-causes.ts';

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
  validate: (obj) => podSpecCauses(objectAt(obj, 'template', 'spec'), 'template.spec'),
};

/** What a template that is replaced when its pods end must be. */
function templateCauses(obj: ApiObject): readonly StatusCause[] {
  const policy = textAt(obj, 'spec', 'template', 'spec', 'restartPolicy');
  return [
    ...labelCauses(objectAt(obj, 'spec', 'template', 'metadata', 'labels'), 'spec.template.labels'),
    ...podSpecCauses(objectAt(obj, 'spec', 'template', 'spec'), 'spec.template.spec'),
    ...(policy === 'Always'
      ? []
      : [notSupportedCause('spec.template.spec.restartPolicy', policy, ['Always'])]),
  ];
}

const NO_SELECTOR = 'invalid label selector';

/** A template waits for a selector that is one. */
export function overlookedTemplate(causes: readonly StatusCause[]): readonly string[] {
  return causes.some(({ message = '' }) => message.endsWith(NO_SELECTOR)) ? ['spec.template'] : [];
}

/** Causes of the selector and of the template, which is not looked at where the selector is none. `kind` as messages name it. */
function selectionCauses(obj: ApiObject, kind: string): readonly StatusCause[] {
  const selector = at(obj, 'spec', 'selector');
  const shown = objectAt(obj, 'spec', 'selector');
  const malformed = labelSelectorCauses(shown, 'spec.selector');
  if (malformed.length > 0)
    return [...malformed, invalidCause('spec.selector', shownSelector(shown), NO_SELECTOR)];
  const isOpen = selectsAll(selector);
  return [
    ...(selector === undefined ? [requiredCause('spec.selector')] : []),
    ...(isOpen ? [invalidCause('spec.selector', shown, `empty selector is invalid for ${kind}`)] : []),
    ...(isOpen ? [] : mismatchCauses(obj)),
    ...templateCauses(obj),
  ];
}

/** What all workloads ask for. `kind` as messages name it. */
export function workloadCauses(
  obj: ApiObject,
  old: ApiObject | undefined,
  kind: string,
): readonly StatusCause[] {
  return [
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['replicas', 'minReadySeconds', 'revisionHistoryLimit']),
    ...selectionCauses(obj, kind),
    ...immutableCauses(obj, old, 'spec', 'selector'),
  ];
}

function rolling(defaults: JsonObject): (obj: ApiObject) => ApiObject {
  return (obj) => {
    const strategy = objectAt(obj, 'spec', 'updateStrategy');
    if (textAt(strategy, 'type') !== 'RollingUpdate') return obj;
    const rollingUpdate = { ...defaults, ...objectAt(strategy, 'rollingUpdate') };
    return withAt(obj, ['spec', 'updateStrategy', 'rollingUpdate'], rollingUpdate);
  };
}

export const REPLICA_SET_RULES: KindRules = {
  infer: withPodSpec,
  complete: withTemplate,
  validate: (obj, old) => workloadCauses(obj, old, 'deployment'),
  overlooks: overlookedTemplate,
};

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Counts the templates that a DaemonSet had, in an annotation. */
function countTemplate(obj: ApiObject, old: ApiObject | undefined): ApiObject {
  const before = Number(old?.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  const same = isDeepStrictEqual(at(obj, 'spec', 'template'), at(old, 'spec', 'template'));
  const annotations = {
    ...obj.metadata.annotations,
    [TEMPLATE_GENERATION]: String(same ? before : before + 1),
  };
  return { ...obj, metadata: { ...obj.metadata, annotations } };
}

/** The annotation counts as its writer's, who may not know of it. */
function withCount(obj: ApiObject): ApiObject {
  const annotations = { [TEMPLATE_GENERATION]: '0', ...obj.metadata.annotations };
  return { ...obj, metadata: { ...obj.metadata, annotations } };
}

export const DAEMON_SET_RULES: KindRules = {
  create: (obj) => countTemplate(obj, undefined),
  update: countTemplate,
  complete: (obj) => withCount(rolling({ maxUnavailable: 1, maxSurge: 0 })(withTemplate(obj))),
  validate: (obj, old) => workloadCauses(obj, old, 'daemonset'),
  overlooks: overlookedTemplate,
};

const MUTABLE_STATEFUL: readonly string[] = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

function fixedPart(obj: ApiObject): JsonObject {
  const entries = Object.entries(objectAt(obj, 'spec')).filter(([name]) => !MUTABLE_STATEFUL.includes(name));
  return Object.fromEntries(entries);
}

function statefulChangeCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  if (old === undefined || isDeepStrictEqual(fixedPart(obj), fixedPart(old))) return [];
  const quoted = MUTABLE_STATEFUL.map((name) => `'${name}'`);
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
  return [forbiddenCause('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
}

export const STATEFUL_SET_RULES: KindRules = {
  complete: (obj) => rolling({ partition: 0 })(withTemplate(obj)),
  validate: (obj, old) => [
    ...workloadCauses(obj, undefined, 'statefulset'),
    ...statefulChangeCauses(obj, old),
  ],
  overlooks: overlookedTemplate,
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
    ...templateCauses(obj),
  ],
};
