import type { JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { textAt } from '../../fields.ts';
import { qualifiedName } from '../../objects/names.ts';

const STATUSES = ['False', 'True', 'Unknown'];

/**
 * Causes of a condition that is none.
 *
 * @see kubernetes/apimachinery:pkg/apis/meta/v1/validation/validation.go (ValidateCondition)
 */
export function conditionCauses(condition: JsonValue, field: string): readonly StatusCause[] {
  const [type, status, reason] = ['type', 'status', 'reason'].map((name) => textAt(condition, name));
  return [
    ...qualifiedName(type!).map((problem) => invalidCause(`${field}.type`, type, problem)),
    ...(STATUSES.includes(status!) ? [] : [notSupportedCause(`${field}.status`, status, STATUSES)]),
    ...(reason === '' ? [requiredCause(`${field}.reason`)] : []),
  ];
}
