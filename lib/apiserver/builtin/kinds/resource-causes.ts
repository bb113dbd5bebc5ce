import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../field-causes.ts';
import { at, objectAt, textAt } from '../../fields.ts';
import { qualifiedName } from '../../objects/names.ts';
import { exactQuantity, isMore } from '../quantity.ts';
import { NOT_NEGATIVE } from './count-causes.ts';

const OF_CONTAINERS: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];
/** What quotas count. */
const COUNTED: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
]);
/** Names without a domain that mean something. */
const STANDARD: ReadonlySet<string> = new Set([
  ...OF_CONTAINERS,
  ...OF_CONTAINERS.map((name) => `requests.${name}`),
  ...OF_CONTAINERS.map((name) => `limits.${name}`),
  ...COUNTED,
  'storage',
  'requests.storage',
]);
const HUGE_PAGES = 'hugepages-';
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
  return containerResourceNameCauses(name, field).concat(amountCauses(name, amount, field));
}

/** Causes of a resource that containers do not have. Whatever is no domain's is one of Kubernetes' own. */
export function containerResourceNameCauses(name: string, field: string): readonly StatusCause[] {
  const problems = qualifiedName(name).map((problem) => invalidCause(field, name, problem));
  const isOdd = !isNativeResource(name) && !isExtended(name);
  if (isOdd)
    return [...problems, invalidCause(field, name, "doesn't follow extended resource name standard")];
  if (name.includes('/') || OF_CONTAINERS.includes(name) || isHugePages(name)) return problems;
  return [
    ...problems,
    ...(problems.length > 0 || STANDARD.has(name)
      ? []
      : [invalidCause(field, name, 'must be a standard resource type or fully qualified')]),
    invalidCause(field, name, 'must be a standard resource for containers'),
  ];
}

function amountCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  const exact = exactQuantity(amount) ?? 0n;
  return [
    ...(exact < 0n ? [invalidCause(field, amount, NOT_NEGATIVE)] : []),
    ...((COUNTED.has(name) || isExtended(name)) && exact % ONE !== 0n
      ? [invalidCause(field, amount, 'must be an integer')]
      : []),
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
  const isShared = isNativeResource(name) && !isHugePages(name);
  if (at(limits, name) === undefined)
    return isShared
      ? []
      : [requiredCause(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  const limit = textAt(limits, name);
  const cause = (wanted: string): StatusCause =>
    invalidCause(`${path}.requests`, request, `must be ${wanted} ${name} limit of ${limit}`);
  if (!isShared) return isMore(request, limit) || isMore(limit, request) ? [cause('equal to')] : [];
  return isMore(request, limit) ? [cause('less than or equal to')] : [];
}

/** Whether a resource is one of Kubernetes' own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Resources of somebody else's devices. */
function isExtended(name: string): boolean {
  return (
    !isNativeResource(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0
  );
}

/** Whether an amount is one or more of the pages that its resource names. */
function isPages(name: string, amount: bigint): boolean {
  const page = exactQuantity(name.slice(HUGE_PAGES.length)) ?? 0n;
  return page > 0n && amount > 0n && amount % page === 0n;
}

function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}
