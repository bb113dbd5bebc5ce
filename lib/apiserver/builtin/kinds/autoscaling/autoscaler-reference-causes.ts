import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';
import { textAt } from '../../../fields.ts';
import { pathSegmentName } from '../../../objects/names.ts';
import { requiredTextCauses } from '../causes/text-causes.ts';

/** Whether the core group, which has no name, will do. */
export type Groups = 'any group' | 'named group';

/**
 * Causes of a reference to an object of any kind in any version.
 *
 * @see kubernetes/kubernetes:pkg/apis/autoscaling/validation/validation.go (ValidateCrossVersionObjectReference)
 */
export function referenceCauses(
  reference: JsonValue | undefined,
  field: string,
  groups: Groups,
): readonly StatusCause[] {
  return [
    ...['kind', 'name'].flatMap((name) =>
      requiredTextCauses(`${field}.${name}`, textAt(reference, name), pathSegmentName),
    ),
    ...versionCauses(textAt(reference, 'apiVersion'), `${field}.apiVersion`, groups),
  ];
}

function versionCauses(apiVersion: string, field: string, groups: Groups): readonly StatusCause[] {
  const parts = apiVersion.split('/');
  if (parts.length > 2)
    return [invalidCause(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const isCore = parts.length === 1 || parts[0] === '';
  return isCore && groups === 'named group'
    ? [invalidCause(field, apiVersion, 'apiVersion must specify API group')]
    : [];
}
