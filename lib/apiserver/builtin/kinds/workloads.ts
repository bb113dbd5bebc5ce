import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, numberAt, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { podSpecCauses } from './pod-causes.ts';
import { completeTemplate } from './pod-spec.ts';
import { immutableCauses, labelCauses, selectorCauses } from './selector-causes.ts';

const NOT_NEGATIVE = 'must be greater than or equal to 0';

function withTemplate(obj: ApiObject): ApiObject {
  return withAt(obj, ['spec', 'template'], completeTemplate(objectAt(obj, 'spec', 'template')));
}

/** Kept for others to copy; nobody acts on it. */
export const POD_TEMPLATE_RULES: KindRules = {
  complete: (obj) => withAt(obj, ['template'], completeTemplate(objectAt(obj, 'template'))),
  validate: (obj) => podSpecCauses(objectAt(obj, 'template', 'spec'), 'template.spec'),
};

function countCauses(obj: ApiObject, ...names: readonly string[]): readonly StatusCause[] {
  return names
    .filter((name) => numberAt(obj, 'spec', name) < 0)
    .map((name) => invalidCause(`spec.${name}`, at(obj, 'spec', name), NOT_NEGATIVE));
}

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

/** What all workloads ask for. `kind` as messages name it. */
function workloadCauses(obj: ApiObject, old: ApiObject | undefined, kind: string): readonly StatusCause[] {
  return [
    ...countCauses(obj, 'replicas', 'minReadySeconds', 'revisionHistoryLimit'),
    ...selectorCauses(obj, kind),
    ...templateCauses(obj),
    ...immutableCauses(obj, old, 'spec', 'selector'),
  ];
}

function rollingDeployment(obj: ApiObject): ApiObject {
  const strategy = objectAt(obj, 'spec', 'strategy');
  if (textAt(strategy, 'type') !== 'RollingUpdate') return obj;
  const rollingUpdate = { maxUnavailable: '25%', maxSurge: '25%', ...objectAt(strategy, 'rollingUpdate') };
  return withAt(obj, ['spec', 'strategy', 'rollingUpdate'], rollingUpdate);
}

function rolling(defaults: JsonObject): (obj: ApiObject) => ApiObject {
  return (obj) => {
    const strategy = objectAt(obj, 'spec', 'updateStrategy');
    if (textAt(strategy, 'type') !== 'RollingUpdate') return obj;
    const rollingUpdate = { ...defaults, ...objectAt(strategy, 'rollingUpdate') };
    return withAt(obj, ['spec', 'updateStrategy', 'rollingUpdate'], rollingUpdate);
  };
}

function deploymentCauses(obj: ApiObject): readonly StatusCause[] {
  const strategy = objectAt(obj, 'spec', 'strategy');
  const deadline = at(obj, 'spec', 'progressDeadlineSeconds');
  return [
    ...(textAt(strategy, 'type') === 'Recreate' && at(strategy, 'rollingUpdate') !== undefined
      ? [
          forbiddenCause(
            'spec.strategy.rollingUpdate',
            "may not be specified when strategy `type` is 'Recreate'",
          ),
        ]
      : []),
    ...(typeof deadline === 'number' && deadline <= numberAt(obj, 'spec', 'minReadySeconds')
      ? [invalidCause('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')]
      : []),
  ];
}

export const DEPLOYMENT_RULES: KindRules = {
  complete: (obj) => rollingDeployment(withTemplate(obj)),
  validate: (obj, old) => [...workloadCauses(obj, old, 'deployment'), ...deploymentCauses(obj)],
};

export const REPLICA_SET_RULES: KindRules = {
  complete: withTemplate,
  validate: (obj, old) => workloadCauses(obj, old, 'replicaset'),
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
    ...countCauses(obj, 'replicas', 'minReadySeconds'),
    ...(Object.keys(objectAt(obj, 'spec', 'selector')).length === 0 ? [requiredCause('spec.selector')] : []),
    ...templateCauses(obj),
  ],
};
