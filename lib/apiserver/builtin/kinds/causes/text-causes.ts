import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import type { NameRule } from '../../../objects/names.ts';

/** A cause of each way in which a text breaks a rule; what is no text breaks none. */
export function textCauses(
  field: string,
  value: JsonValue | undefined,
  rule: NameRule,
): readonly StatusCause[] {
  if (typeof value !== 'string') return [];
  return rule(value).map((problem) => invalidCause(field, value, problem));
}

/** The same, but that an empty text lacks. */
export function requiredTextCauses(field: string, value: string, rule: NameRule): readonly StatusCause[] {
  return value === '' ? [requiredCause(field)] : textCauses(field, value, rule);
}

/** The same, but that an empty text is fine. */
export function optionalTextCauses(
  field: string,
  value: JsonValue | undefined,
  rule: NameRule,
): readonly StatusCause[] {
  return value === '' ? [] : textCauses(field, value, rule);
}
