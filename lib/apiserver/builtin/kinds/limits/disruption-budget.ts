import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause } from '../../../field-causes.ts';
import { at, listAt, objectAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { countCauses } from '../causes/count-causes.ts';
import { conditionsCauses } from '../causes/condition-causes.ts';
import { labelSelectorCauses, shownSelector } from '../causes/selector-causes.ts';
import { excessCauses, shareCauses } from '../causes/share-causes.ts';

const COUNTS = ['currentHealthy', 'desiredHealthy', 'disruptionsAllowed', 'expectedPods'];

function budgetCauses(budget: ApiObject): readonly StatusCause[] {
  const spec = objectAt(budget, 'spec');
  const shares = ['minAvailable', 'maxUnavailable'] as const;
  const isBoth = shares.every((name) => spec[name] !== undefined);
  const why = 'minAvailable and maxUnavailable cannot be both set';
  return [
    ...(isBoth ? [invalidCause('spec', shownSpec(budget), why)] : []),
    ...shares.flatMap((name) =>
      shareCauses(spec[name], `spec.${name}`).concat(excessCauses(spec[name], `spec.${name}`)),
    ),
    ...labelSelectorCauses(objectAt(spec, 'selector'), 'spec.selector'),
  ];
}

/** As Go shows it. */
function shownSpec(budget: ApiObject): unknown {
  const {
    minAvailable = null,
    maxUnavailable = null,
    unhealthyPodEvictionPolicy = null,
  } = objectAt(budget, 'spec');
  const selector = at(budget, 'spec', 'selector');
  return {
    MinAvailable: minAvailable,
    Selector: selector === undefined ? null : shownSelector(objectAt({ selector }, 'selector')),
    MaxUnavailable: maxUnavailable,
    UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy,
  };
}

function statusCauses(budget: ApiObject): readonly StatusCause[] {
  const status = objectAt(budget, 'status');
  return [
    ...countCauses(status, 'status', COUNTS),
    ...conditionsCauses(listAt(status, 'conditions'), 'status.conditions'),
  ];
}

/** @see kubernetes/kubernetes:pkg/apis/policy/validation/validation.go */
export const DISRUPTION_BUDGET_RULES: KindRules = {
  validate: budgetCauses,
  status: { validate: statusCauses },
};
