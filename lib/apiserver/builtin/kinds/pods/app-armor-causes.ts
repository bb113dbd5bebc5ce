import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause, tooLongCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, textAt } from '../../../fields.ts';

const TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const LONGEST_NAME = 4095;
const NO_NAME = 'must be set when AppArmor type is Localhost';

/**
 * Causes of an AppArmor profile, where there is one.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateAppArmorProfileField)
 */
export function appArmorCauses(profile: JsonValue | undefined, path: string): readonly StatusCause[] {
  if (profile === undefined) return [];
  const [type, field] = [textAt(profile, 'type'), `${path}.localhostProfile`];
  const name = at(profile, 'localhostProfile');
  if (type === 'Localhost') return nameCauses(name, field);
  if (type === '') return [requiredCause(`${path}.type`, 'type is required when appArmorProfile is set')];
  const why = 'can only be set when AppArmor type is Localhost';
  const unknown = unsupportedCauses(`${path}.type`, type, TYPES);
  return unknown.length === 0 && name !== undefined ? [invalidCause(field, name, why)] : unknown;
}

function nameCauses(name: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof name !== 'string') return [requiredCause(field, NO_NAME)];
  return [
    ...(name === name.trim() ? [] : [invalidCause(field, name, 'must not be padded with whitespace')]),
    ...(name === '' ? [requiredCause(field, NO_NAME)] : []),
    ...(Buffer.byteLength(name) > LONGEST_NAME ? [tooLongCause(field, LONGEST_NAME)] : []),
  ];
}
