import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, numberAt, textAt } from '../../../fields.ts';
import { exactQuantity } from '../../quantity.ts';
import { NOT_NEGATIVE } from '../causes/count-causes.ts';

const LONGEST_PERIOD = 1800;
const LONGEST_WINDOW = 3600;
const POLICY_TYPES = ['Percent', 'Pods'];
const SELECTIONS = ['Disabled', 'Max', 'Min'];

/**
 * Causes of how fast an autoscaler may scale.
 *
 * @see kubernetes/kubernetes:pkg/apis/autoscaling/validation/validation.go (validateBehavior)
 */
export function behaviorCauses(behavior: JsonValue | undefined, field: string): readonly StatusCause[] {
  return ['scaleUp', 'scaleDown'].flatMap((direction) => {
    const rules = at(behavior, direction);
    return rules === undefined ? [] : rulesCauses(rules, `${field}.${direction}`);
  });
}

function rulesCauses(rules: JsonValue, field: string): readonly StatusCause[] {
  const policies = listAt(rules, 'policies');
  const tolerance = textAt(rules, 'tolerance');
  return [
    ...windowCauses(numberAt(rules, 'stabilizationWindowSeconds'), `${field}.stabilizationWindowSeconds`),
    ...unsupportedCauses(`${field}.selectPolicy`, at(rules, 'selectPolicy'), SELECTIONS),
    ...(policies.length === 0
      ? [requiredCause(`${field}.policies`, 'must specify at least one Policy')]
      : []),
    ...policies.flatMap((policy, index) => policyCauses(policy, `${field}.policies[${index}]`)),
    ...((exactQuantity(tolerance) ?? 0n) < 0n
      ? [invalidCause(`${field}.tolerance`, tolerance, NOT_NEGATIVE)]
      : []),
  ];
}

function windowCauses(seconds: number, field: string): readonly StatusCause[] {
  if (seconds < 0) return [invalidCause(field, seconds, 'must be greater than or equal to zero')];
  return tooLongCauses(seconds, LONGEST_WINDOW, field);
}

function policyCauses(policy: JsonValue, field: string): readonly StatusCause[] {
  const period = numberAt(policy, 'periodSeconds');
  return [
    ...unsupportedCauses(`${field}.type`, textAt(policy, 'type'), POLICY_TYPES),
    ...noneCauses(numberAt(policy, 'value'), `${field}.value`),
    ...noneCauses(period, `${field}.periodSeconds`),
    ...tooLongCauses(period, LONGEST_PERIOD, `${field}.periodSeconds`),
  ];
}

function noneCauses(value: number, field: string): readonly StatusCause[] {
  return value > 0 ? [] : [invalidCause(field, value, 'must be greater than zero')];
}

function tooLongCauses(seconds: number, longest: number, field: string): readonly StatusCause[] {
  return seconds > longest ? [invalidCause(field, seconds, `must be less than or equal to ${longest}`)] : [];
}
