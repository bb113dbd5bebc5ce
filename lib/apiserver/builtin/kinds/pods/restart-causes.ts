import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { requiredCause, tooManyCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];
const MOST_RULES = 20;
const MOST_EXIT_CODES = 255;

/**
 * Causes of when a container is started again.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateContainerRestartPolicy)
 */
export function restartCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const [policy, rules] = [at(container, 'restartPolicy'), listAt(container, 'restartPolicyRules')];
  const [field, rulesField] = [`${path}.restartPolicy`, `${path}.restartPolicyRules`];
  return [
    ...(policy === undefined && rules.length > 0
      ? [requiredCause(field, 'must specify restartPolicy when restart rules are used')]
      : []),
    ...unsupportedCauses(field, policy, POLICIES),
    ...(rules.length > MOST_RULES ? [tooManyCause(rulesField, rules.length, MOST_RULES)] : []),
    ...rules.flatMap((rule, index) => ruleCauses(rule, `${rulesField}[${index}]`)),
  ];
}

function ruleCauses(rule: JsonValue, path: string): readonly StatusCause[] {
  const actionCauses = unsupportedCauses(`${path}.action`, textAt(rule, 'action'), ACTIONS);
  const field = `${path}.exitCodes`;
  if (at(rule, 'exitCodes') === undefined)
    return [...actionCauses, requiredCause(field, 'must be specified')];
  const count = listAt(rule, 'exitCodes', 'values').length;
  return [
    ...actionCauses,
    ...unsupportedCauses(`${field}.operator`, textAt(rule, 'exitCodes', 'operator'), OPERATORS),
    ...(count > MOST_EXIT_CODES ? [tooManyCause(`${field}.values`, count, MOST_EXIT_CODES)] : []),
  ];
}
