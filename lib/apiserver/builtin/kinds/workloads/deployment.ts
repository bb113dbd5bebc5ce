import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, notSupportedCause } from '../../../field-causes.ts';
import { at, numberAt, objectAt, textAt, withAt, withObjectAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { countCauses } from '../causes/count-causes.ts';
import { isSameSpec, workloadWarnings } from './workload-warnings.ts';
import { collisionCauses, replicaStatusCauses, type ReplicaStatus } from './replica-status-causes.ts';
import { inferRolling, shownStrategy } from './rolling-strategy.ts';
import { amountOf, excessCauses, shareCauses } from '../causes/share-causes.ts';
import { overlookedTemplate, withPodSpec, withTemplate, workloadCauses } from './workloads.ts';

const STRATEGY = 'spec.strategy';
const TYPES = ['Recreate', 'RollingUpdate'];

function inferDeployment(obj: ApiObject): ApiObject {
  return inferRolling(withObjectAt(withPodSpec(obj), 'spec', 'strategy'), 'strategy');
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
    ...workloadCauses(obj, old),
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
  if (!TYPES.includes(type)) return [notSupportedCause(STRATEGY, shownStrategy(type, rolling), TYPES)];
  const why = "may not be specified when strategy `type` is 'Recreate'";
  return rolling === undefined ? [] : [forbiddenCause(`${STRATEGY}.rollingUpdate`, why)];
}

function rollingCauses({ maxUnavailable = 0, maxSurge = 0 }: JsonObject): readonly StatusCause[] {
  const path = `${STRATEGY}.rollingUpdate`;
  const unavailable = `${path}.maxUnavailable`;
  return [
    ...shareCauses(maxUnavailable, unavailable),
    ...shareCauses(maxSurge, `${path}.maxSurge`),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [invalidCause(unavailable, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...excessCauses(maxUnavailable, unavailable),
  ];
}

const STATUS: ReplicaStatus = {
  counts: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

/** @see kubernetes/kubernetes:pkg/apis/apps/validation/validation.go (ValidateDeploymentStatusUpdate) */
function statusCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [...replicaStatusCauses(obj, STATUS), ...collisionCauses(obj, old)];
}

/** Whether a change is one for the controller. */
function isSame(obj: ApiObject, old: ApiObject): boolean {
  return (
    isSameSpec(obj, old) && isDeepStrictEqual(obj.metadata.annotations ?? {}, old.metadata.annotations ?? {})
  );
}

export const DEPLOYMENT_RULES: KindRules = {
  infer: inferDeployment,
  complete: (obj) => rollingDeployment(withTemplate(obj)),
  validate: deploymentCauses,
  overlooks: overlookedTemplate,
  warnings: (obj, old) => workloadWarnings(obj, old, { isSame }),
  status: {
    // Labels are written with the object.
    update: (obj, old) => withAt(obj, ['metadata', 'labels'], at(old, 'metadata', 'labels')),
    validate: statusCauses,
  },
};
