import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, notSupportedCause } from '../../field-causes.ts';
import { at, numberAt, objectAt, textAt, withAt, withObjectAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { countCauses } from './count-causes.ts';
import { nameWarnings, templateWarnings } from './pod-warnings.ts';
import { excessCauses, isPercent, shareCauses } from './share-causes.ts';
import { overlookedTemplate, withPodSpec, withTemplate, workloadCauses } from './workloads.ts';

const STRATEGY = 'spec.strategy';
const TYPES = ['Recreate', 'RollingUpdate'];

const ROLLING = ['spec', 'strategy', 'rollingUpdate'] as const;

/** Only what rolls has defaults for that. */
function inferDeployment(obj: ApiObject): ApiObject {
  const complete = withObjectAt(withPodSpec(obj), 'spec', 'strategy');
  const type = textAt(obj, 'spec', 'strategy', 'type');
  if (type === '' || type === 'RollingUpdate' || at(obj, ...ROLLING) === undefined) return complete;
  return withAt(complete, ROLLING, { maxUnavailable: 0, maxSurge: 0, ...objectAt(obj, ...ROLLING) });
}

function rollingDeployment(obj: ApiObject): ApiObject {
  const strategy = objectAt(obj, 'spec', 'strategy');
  if (textAt(strategy, 'type') !== 'RollingUpdate') return obj;
  const rollingUpdate = { maxUnavailable: '25%', maxSurge: '25%', ...objectAt(strategy, 'rollingUpdate') };
  return withAt(obj, ['spec', 'strategy', 'rollingUpdate'], rollingUpdate);
}

/** @see kubernetes/kubernetes:pkg/apis/apps/validation/validation.go (ValidateDeploymentSpec) */
function deploymentCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const deadline = at(obj, 'spec', 'progressDeadlineSeconds');
  return [
    ...workloadCauses(obj, old, 'deployment'),
    ...strategyCauses(objectAt(obj, 'spec', 'strategy')),
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['progressDeadlineSeconds']),
    ...(typeof deadline === 'number' && deadline <= numberAt(obj, 'spec', 'minReadySeconds')
      ? [invalidCause('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')]
      : []),
  ];
}

function strategyCauses(strategy: JsonObject): readonly StatusCause[] {
  const type = textAt(strategy, 'type');
  const rolling = at(strategy, 'rollingUpdate');
  if (type === 'RollingUpdate') return rollingCauses(objectAt(strategy, 'rollingUpdate'));
  if (!TYPES.includes(type)) return [notSupportedCause(STRATEGY, asGoShows(type, rolling), TYPES)];
  const why = "may not be specified when strategy `type` is 'Recreate'";
  return rolling === undefined ? [] : [forbiddenCause(`${STRATEGY}.rollingUpdate`, why)];
}

/** The names are those of Go's struct. */
function asGoShows(type: string, rolling: JsonValue | undefined): JsonObject {
  const { maxUnavailable = 0, maxSurge = 0 } = isJsonObject(rolling) ? rolling : {};
  const shown = { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge };
  return { Type: type, RollingUpdate: rolling === undefined ? null : shown };
}

function rollingCauses({ maxUnavailable = 0, maxSurge = 0 }: JsonObject): readonly StatusCause[] {
  const path = `${STRATEGY}.rollingUpdate`;
  const unavailable = `${path}.maxUnavailable`;
  return [
    ...shareCauses(maxUnavailable, unavailable),
    ...shareCauses(maxSurge, `${path}.maxSurge`),
    ...(amount(maxUnavailable) === 0 && amount(maxSurge) === 0
      ? [invalidCause(unavailable, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...excessCauses(maxUnavailable, unavailable),
  ];
}

/** What is neither a number nor a share is none. */
function amount(share: JsonValue): number {
  if (typeof share === 'number') return share;
  const text = textAt({ share }, 'share');
  const digits = isPercent(share) ? text.slice(0, -1) : text;
  return /^[-+]?\d+$/u.test(digits) ? Number(digits) : 0;
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
];

/** @see kubernetes/kubernetes:pkg/apis/apps/validation/validation.go (ValidateDeploymentStatusUpdate) */
function statusCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const count = (name: string): number => numberAt(obj, 'status', name);
  const cause = (name: string, why: string): StatusCause => invalidCause(`status.${name}`, count(name), why);
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  return [
    ...countCauses(objectAt(obj, 'status'), 'status', COUNTS),
    ...parts
      .filter((name) => count(name) > count('replicas'))
      .map((name) => cause(name, 'cannot be greater than status.replicas')),
    ...(count('availableReplicas') > count('readyReplicas')
      ? [cause('availableReplicas', 'cannot be greater than readyReplicas')]
      : []),
    ...(count('collisionCount') < numberAt(old, 'status', 'collisionCount')
      ? [cause('collisionCount', 'cannot be decremented')]
      : []),
  ];
}

/** Whether a change is one for the controller. */
function isSame(obj: ApiObject, old: ApiObject): boolean {
  return (
    isDeepStrictEqual(at(obj, 'spec'), at(old, 'spec')) &&
    isDeepStrictEqual(obj.metadata.annotations ?? {}, old.metadata.annotations ?? {})
  );
}

export const DEPLOYMENT_RULES: KindRules = {
  infer: inferDeployment,
  complete: (obj) => rollingDeployment(withTemplate(obj)),
  validate: deploymentCauses,
  overlooks: overlookedTemplate,
  warnings: (obj, old) => {
    if (old === undefined) return [...nameWarnings(obj, 'Pod names and hostnames'), ...templateWarnings(obj)];
    return isSame(obj, old) ? [] : templateWarnings(obj);
  },
  status: {
    // Labels are written with the object.
    update: (obj, old) => withAt(obj, ['metadata', 'labels'], at(old, 'metadata', 'labels')),
    validate: statusCauses,
  },
};
