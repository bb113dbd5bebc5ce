import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { withUsualBehavior } from './autoscaler-behavior.ts';
import { behaviorCauses } from './autoscaler-behavior-causes.ts';
import { metricCauses } from './autoscaler-metric-causes.ts';
import { referenceCauses } from './autoscaler-reference-causes.ts';
import { countCauses } from '../causes/count-causes.ts';

/** Metrics of what is there without pods. */
const OUTSIDE_PODS: ReadonlySet<string> = new Set(['Object', 'External']);

function replicasCauses(scaler: ApiObject): readonly StatusCause[] {
  const minimum = at(scaler, 'spec', 'minReplicas');
  const maximum = numberAt(scaler, 'spec', 'maxReplicas');
  const cause = (why: string): StatusCause => invalidCause('spec.maxReplicas', maximum, why);
  return [
    ...(typeof minimum === 'number' && minimum < 1
      ? [invalidCause('spec.minReplicas', minimum, 'must be greater than or equal to 1')]
      : []),
    ...(maximum === 0 ? [requiredCause('spec.maxReplicas', 'must be set and greater than 0')] : []),
    ...(maximum < 0 ? [cause('must be greater than or equal to 1')] : []),
    ...(typeof minimum === 'number' && minimum > maximum
      ? [cause('must be greater than or equal to `minReplicas`')]
      : []),
  ];
}

function metricsCauses(scaler: ApiObject): readonly StatusCause[] {
  const metrics = listAt(scaler, 'spec', 'metrics');
  const isBlind =
    at(scaler, 'spec', 'minReplicas') === 0 &&
    !metrics.some((metric) => OUTSIDE_PODS.has(textAt(metric, 'type')));
  const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [
    ...metrics.flatMap((metric, index) => metricCauses(metric, `spec.metrics[${index}]`)),
    ...(isBlind ? [forbiddenCause('spec.metrics', why)] : []),
  ];
}

/** A ReplicationController is the one kind of the core group that scales. */
function targetCauses(scaler: ApiObject): readonly StatusCause[] {
  const target = at(scaler, 'spec', 'scaleTargetRef');
  const groups = textAt(target, 'kind') === 'ReplicationController' ? 'any group' : 'named group';
  return referenceCauses(target, 'spec.scaleTargetRef', groups);
}

function scalerCauses(scaler: ApiObject): readonly StatusCause[] {
  return [
    ...replicasCauses(scaler),
    ...targetCauses(scaler),
    ...metricsCauses(scaler),
    ...behaviorCauses(at(scaler, 'spec', 'behavior'), 'spec.behavior'),
  ];
}

function statusCauses(scaler: ApiObject): readonly StatusCause[] {
  return countCauses(objectAt(scaler, 'status'), 'status', ['currentReplicas', 'desiredReplicas']);
}

/** @see kubernetes/kubernetes:pkg/apis/autoscaling/validation/validation.go */
export const AUTOSCALER_RULES: KindRules = {
  infer: withUsualBehavior,
  validate: scalerCauses,
  // These rules say all there is to say of it.
  overlooks: () => ['spec'],
  status: { validate: statusCauses },
};
