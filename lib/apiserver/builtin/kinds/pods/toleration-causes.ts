import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, notSupportedCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, textAt } from '../../../fields.ts';
import { labelValue, qualifiedName } from '../../../objects/names.ts';
import { optionalTextCauses } from '../causes/text-causes.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Causes of tolerations, one by one. */
export function tolerationsCauses(tolerations: readonly JsonValue[], path: string): readonly StatusCause[] {
  return tolerations.flatMap((one, index) => tolerationCauses(one, `${path}[${index}]`));
}

/**
 * Causes of a toleration that tolerates nothing that could be.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateTolerations)
 */
function tolerationCauses(toleration: JsonValue, path: string): readonly StatusCause[] {
  const key = textAt(toleration, 'key');
  const operator = textAt(toleration, 'operator');
  const effect = textAt(toleration, 'effect');
  const isForever = at(toleration, 'tolerationSeconds') === undefined;
  const field = `${path}.operator`;
  const whatever = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
  return [
    ...optionalTextCauses(`${path}.key`, key, qualifiedName),
    ...(key === '' && operator !== 'Exists' ? [invalidCause(field, operator, whatever)] : []),
    ...(isForever || effect === 'NoExecute'
      ? []
      : [
          invalidCause(
            `${path}.effect`,
            effect,
            "effect must be 'NoExecute' when `tolerationSeconds` is set",
          ),
        ]),
    ...operatorCauses(operator, textAt(toleration, 'value'), field),
    ...(effect === '' ? [] : unsupportedCauses(`${path}.effect`, effect, EFFECTS)),
  ];
}

function operatorCauses(operator: string, value: string, field: string): readonly StatusCause[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = labelValue(value);
      return problems.length === 0 ? [] : [invalidCause(field, value, problems.join(';'))];
    }
    case 'Exists':
      return value === ''
        ? []
        : [invalidCause(field, value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      return [notSupportedCause(field, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupportedCause(field, operator, ['Equal', 'Exists'])];
  }
}
