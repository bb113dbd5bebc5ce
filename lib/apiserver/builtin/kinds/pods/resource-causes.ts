import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, objectAt, textAt } from '../../../fields.ts';
import { exactQuantity, isMore } from '../../quantity.ts';
import { NOT_NEGATIVE } from '../causes/count-causes.ts';
import { containerResourceNameCauses, isCounted, isHugePages, isShared, pageSize } from './resource-names.ts';

/** What quantities are exact to: an integer is a multiple of this. */
const ONE = exactQuantity('1')!;

/**
 * Causes of what a container asks for and may use.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateContainerResourceRequirements)
 */
export function resourceCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const limits = objectAt(container, 'resources', 'limits');
  const requests = objectAt(container, 'resources', 'requests');
  const names = Object.keys({ ...limits, ...requests });
  const isBare = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...Object.entries({ limits, requests }).flatMap(([list, quantities]) =>
      Object.keys(quantities).flatMap((name) =>
        ownCauses(name, textAt(quantities, name), `${path}.${list}[${name}]`),
      ),
    ),
    ...Object.keys(requests).flatMap((name) => limitCauses(name, requests, limits, path)),
    ...(isBare ? [forbiddenCause(path, 'HugePages require cpu or memory')] : []),
  ];
}

function ownCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  return [...containerResourceNameCauses(name, field), ...amountCauses(name, amount, field)];
}

/** Causes of an amount that there can be of no resource, or not of this one. */
export function quantityCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  const exact = exactQuantity(amount) ?? 0n;
  return [
    ...(exact < 0n ? [invalidCause(field, amount, NOT_NEGATIVE)] : []),
    ...(isCounted(name) && exact % ONE !== 0n ? [invalidCause(field, amount, 'must be an integer')] : []),
  ];
}

function amountCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  const exact = exactQuantity(amount) ?? 0n;
  return [
    ...quantityCauses(name, amount, field),
    ...(isHugePages(name) && !isPages(name, exact)
      ? [invalidCause(field, amount, `${amount} is not positive integer multiple of ${name}`)]
      : []),
  ];
}

/** More may be asked for than there is of Kubernetes' own resources only; of others, a container gets what it asks for. */
function limitCauses(
  name: string,
  requests: JsonObject,
  limits: JsonObject,
  path: string,
): readonly StatusCause[] {
  const request = textAt(requests, name);
  const shared = isShared(name);
  if (at(limits, name) === undefined)
    return shared
      ? []
      : [requiredCause(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  const limit = textAt(limits, name);
  const cause = (wanted: string): StatusCause =>
    invalidCause(`${path}.requests`, request, `must be ${wanted} ${name} limit of ${limit}`);
  if (!shared) return isMore(request, limit) || isMore(limit, request) ? [cause('equal to')] : [];
  return isMore(request, limit) ? [cause('less than or equal to')] : [];
}

/** Whether an amount is one or more of the pages that its resource names. */
function isPages(name: string, amount: bigint): boolean {
  const page = exactQuantity(pageSize(name) ?? '') ?? 0n;
  return page > 0n && amount > 0n && amount % page === 0n;
}
