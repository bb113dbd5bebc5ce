import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';
import { qualifiedName } from '../../../objects/names.ts';
import { textCauses } from '../causes/text-causes.ts';

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
/** Names without a domain that quotas know. */
const OF_QUOTAS: ReadonlySet<string> = new Set([
  ...OF_CONTAINERS,
  ...OF_CONTAINERS.map((name) => `requests.${name}`),
  ...OF_CONTAINERS.map((name) => `limits.${name}`),
  ...COUNTED,
  'requests.storage',
]);
const HUGE_PAGES = 'hugepages-';

/** Causes of what is the name of no resource: without a domain, it is one of Kubernetes' own. */
export function resourceNameCauses(name: string, field: string): readonly StatusCause[] {
  const malformed = textCauses(field, name, qualifiedName);
  if (malformed.length > 0 || name.includes('/') || name === 'storage' || isOfQuotas(name)) return malformed;
  return [invalidCause(field, name, 'must be a standard resource type or fully qualified')];
}

/** Causes of what is no resource that a container may use. */
export function containerResourceNameCauses(name: string, field: string): readonly StatusCause[] {
  const causes = resourceNameCauses(name, field);
  if (!isNative(name) && !isExtended(name))
    return [...causes, invalidCause(field, name, "doesn't follow extended resource name standard")];
  if (name.includes('/') || OF_CONTAINERS.includes(name) || isHugePages(name)) return causes;
  return [...causes, invalidCause(field, name, 'must be a standard resource for containers')];
}

/** Causes of what is no resource that a quota may be of. */
export function quotaResourceNameCauses(name: string, field: string): readonly StatusCause[] {
  const causes = resourceNameCauses(name, field);
  if (name.includes('/') || isOfQuotas(name)) return causes;
  return [...causes, invalidCause(field, name, 'must be a standard resource for quota')];
}

/** Whether quotas know this resource by its name. */
export function isOfQuotas(name: string): boolean {
  return OF_QUOTAS.has(name) || isHugePages(name) || isHugePages(name.replace(/^requests\./u, ''));
}

/** Whether there are only whole ones of this resource. */
export function isCounted(name: string): boolean {
  return COUNTED.has(name) || isExtended(name);
}

/** Whether more of this resource may be promised than there is. */
export function isShared(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Whether a resource is one of Kubernetes' own. */
export function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Resources of somebody else's devices. */
function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** The size of the pages that a resource consists of, as its name has it; undefined if it does not. */
export function pageSize(name: string): string | undefined {
  return isHugePages(name) ? name.slice(HUGE_PAGES.length) : undefined;
}

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}
