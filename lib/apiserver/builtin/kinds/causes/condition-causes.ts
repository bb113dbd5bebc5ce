import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import {
  duplicateCause,
  invalidCause,
  requiredCause,
  tooLongCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, numberAt, textAt } from '../../../fields.ts';
import { qualifiedName } from '../../../objects/names.ts';
import { repeated } from './repeated.ts';
import { textCauses } from './text-causes.ts';

const STATUSES = ['False', 'True', 'Unknown'];
const LONGEST_REASON = 1024;
const LONGEST_MESSAGE = 32_768;
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const REASON_PATTERN = new RegExp(`^${REASON}$`, 'u');
const REASON_RULE = `a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '${REASON}')`;

/** Causes of conditions that are none, or of a type that another is of. */
export function conditionsCauses(conditions: readonly JsonValue[], field: string): readonly StatusCause[] {
  const types = conditions.map((condition) => textAt(condition, 'type'));
  const second = repeated(types);
  return conditions.flatMap((condition, index) => {
    return [
      ...(second.has(index) ? [duplicateCause(`${field}[${index}].type`, types[index])] : []),
      ...conditionCauses(condition, `${field}[${index}]`),
    ];
  });
}

/**
 * Causes of a condition that is none.
 *
 * @see kubernetes/apimachinery:pkg/apis/meta/v1/validation/validation.go (ValidateCondition)
 */
function conditionCauses(condition: JsonValue, field: string): readonly StatusCause[] {
  const generation = numberAt(condition, 'observedGeneration');
  const isDated = (at(condition, 'lastTransitionTime') ?? null) !== null;
  return [
    ...textCauses(`${field}.type`, textAt(condition, 'type'), qualifiedName),
    ...unsupportedCauses(`${field}.status`, textAt(condition, 'status'), STATUSES),
    ...(generation < 0
      ? [invalidCause(`${field}.observedGeneration`, generation, 'must be greater than or equal to zero')]
      : []),
    ...(isDated ? [] : [requiredCause(`${field}.lastTransitionTime`)]),
    ...reasonCauses(textAt(condition, 'reason'), `${field}.reason`),
    ...(Buffer.byteLength(textAt(condition, 'message')) > LONGEST_MESSAGE
      ? [tooLongCause(`${field}.message`, LONGEST_MESSAGE)]
      : []),
  ];
}

function reasonCauses(reason: string, field: string): readonly StatusCause[] {
  if (reason === '') return [requiredCause(field)];
  return [
    ...(REASON_PATTERN.test(reason) ? [] : [invalidCause(field, reason, REASON_RULE)]),
    ...(Buffer.byteLength(reason) > LONGEST_REASON ? [tooLongCause(field, LONGEST_REASON)] : []),
  ];
}
