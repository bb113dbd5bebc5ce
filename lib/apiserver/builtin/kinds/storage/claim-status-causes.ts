import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause, notSupportedCause } from '../../../field-causes.ts';
import { objectAt, textAt } from '../../../fields.ts';
import { qualifiedName } from '../../../objects/names.ts';
import { wholeQuantity } from '../../quantity.ts';
import { textCauses } from '../causes/text-causes.ts';
import { isNative } from '../pods/resource-names.ts';

const RESIZE_STATES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

/** @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimStatusUpdate) */
export function claimStatusCauses(claim: ApiObject): readonly StatusCause[] {
  return [
    ...amountCauses(objectAt(claim, 'status', 'capacity'), 'status.capacity'),
    ...stateCauses(objectAt(claim, 'status', 'allocatedResourceStatuses')),
    ...allocationCauses(objectAt(claim, 'status', 'allocatedResources'), 'status.allocatedResources'),
  ];
}

function amountCauses(quantities: JsonObject, field: string): readonly StatusCause[] {
  return Object.keys(quantities)
    .map((name) => ({ name, amount: Number(wholeQuantity(textAt(quantities, name)) ?? 0n) }))
    .filter(({ amount }) => amount < 0)
    .map(({ name, amount }) =>
      invalidCause(`${field}[${name}]`, amount, 'must be a valid resource quantity'),
    );
}

function stateCauses(states: JsonObject): readonly StatusCause[] {
  const field = 'status.allocatedResourceStatuses';
  const names = Object.keys(states);
  return [
    ...names.flatMap((name) => nameCauses(name, field)),
    ...names
      .filter((name) => !RESIZE_STATES.includes(textAt(states, name)))
      .map((name) => notSupportedCause(field, name, RESIZE_STATES)),
  ];
}

function allocationCauses(quantities: JsonObject, field: string): readonly StatusCause[] {
  return Object.keys(quantities).flatMap((name) => {
    const wrong = nameCauses(name, field);
    return wrong.length > 0 ? wrong : amountCauses({ [name]: quantities[name] }, field);
  });
}

/** Of Kubernetes' own resources, claims have one. */
function nameCauses(name: string, field: string): readonly StatusCause[] {
  const malformed = textCauses(field, name, qualifiedName);
  if (malformed.length > 0) return malformed;
  return isNative(name) && name !== 'storage' ? [notSupportedCause(field, name, ['storage'])] : [];
}
