import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { textAt } from '../../../fields.ts';
import { qualifiedName } from '../../../objects/names.ts';
import { exactQuantity } from '../../quantity.ts';
import { textCauses } from '../causes/text-causes.ts';

const MAPS = ['metadata.annotations', 'metadata.labels'];
/** All fields of a pod that something can be asked for by, though not by everything. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...MAPS,
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);
/** What a field was called once. */
const OLD_NAMES: Readonly<Record<string, string>> = { 'spec.host': 'spec.nodeName' };
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE_PAGES = /^(?:requests|limits)\.hugepages-/u;
const CPU_UNITS = ['1m', '1'];
const BYTE_UNITS = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/**
 * Causes of a reference to a field of the pod.
 *
 * @param fields that it may refer to, in order.
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateObjectFieldSelector)
 */
export function fieldRefCauses(
  reference: JsonObject,
  fields: readonly string[],
  path: string,
): readonly StatusCause[] {
  const [version, given] = [textAt(reference, 'apiVersion'), textAt(reference, 'fieldPath')];
  const field = `${path}.fieldPath`;
  if (given === '') return [requiredCause(field)];
  const { map, key } = subscripted(given);
  const problem = conversionProblem(version, given, map);
  if (problem !== undefined) return [invalidCause(field, given, `error converting fieldPath: ${problem}`)];
  if (map === undefined)
    return unsupportedCauses(field, Object.hasOwn(OLD_NAMES, given) ? OLD_NAMES[given] : given, fields);
  return textCauses(path, map === 'metadata.annotations' ? key.toLowerCase() : key, qualifiedName);
}

/** `metadata.labels['app']`, taken apart. No map: it is no such path. */
function subscripted(given: string): { readonly map: string | undefined; readonly key: string } {
  const start = given.indexOf("['");
  if (start <= 0 || start + 2 > given.length - 2 || !given.endsWith("']")) return { map: undefined, key: '' };
  return { map: given.slice(0, start), key: given.slice(start + 2, -2) };
}

function conversionProblem(version: string, given: string, map: string | undefined): string | undefined {
  if (version !== 'v1') return `unsupported pod version: ${version}`;
  if (map !== undefined)
    return MAPS.includes(map) ? undefined : `field label does not support subscript: ${given}`;
  const isKnown = KNOWN_FIELDS.has(given) || Object.hasOwn(OLD_NAMES, given);
  return isKnown ? undefined : `field label not supported: ${given}`;
}

/** Whether a reference to a resource must say of which container, or may mean the one that it stands in. */
export type ContainerNeed = 'named' | 'own';

/**
 * Causes of a reference to what a container asks for or may use.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateContainerResourceFieldSelector)
 */
export function resourceRefCauses(
  reference: JsonObject,
  need: ContainerNeed,
  path: string,
): readonly StatusCause[] {
  const resource = textAt(reference, 'resource');
  return [
    ...resourceCauses(reference, resource, need, path),
    ...divisorCauses(resource, textAt(reference, 'divisor'), `${path}.divisor`),
  ];
}

function resourceCauses(
  reference: JsonObject,
  resource: string,
  need: ContainerNeed,
  path: string,
): readonly StatusCause[] {
  if (need === 'named' && textAt(reference, 'containerName') === '')
    return [requiredCause(`${path}.containerName`)];
  if (resource === '') return [requiredCause(`${path}.resource`)];
  return HUGE_PAGES.test(resource) ? [] : unsupportedCauses(`${path}.resource`, resource, RESOURCES);
}

/** None, and zero, are the default. Causes show the resource. */
function divisorCauses(resource: string, divisor: string, field: string): readonly StatusCause[] {
  const unit = unitsOf(resource);
  if (unit === undefined || (exactQuantity(divisor) ?? 0n) === 0n || unit.of.includes(divisor)) return [];
  const why = `only divisor's values ${unit.of.join(unit.of === CPU_UNITS ? ' and ' : ', ')} are supported with the ${unit.name} resource`;
  return [invalidCause(field, resource, why)];
}

interface Units {
  readonly name: string;
  readonly of: readonly string[];
}

function unitsOf(resource: string): Units | undefined {
  if (HUGE_PAGES.test(resource)) return { name: 'hugepages', of: BYTE_UNITS };
  switch (resource.replace(/^(?:requests|limits)\./u, '')) {
    case 'cpu':
      return { name: 'cpu', of: CPU_UNITS };
    case 'memory':
      return { name: 'memory', of: BYTE_UNITS };
    case 'ephemeral-storage':
      return { name: 'local ephemeral storage', of: BYTE_UNITS };
    default:
      return undefined;
  }
}
