import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { ipCauses } from '../causes/ip-causes.ts';
import { familyOf, HEADLESS, isHeadless, type Addresses } from './service-addresses.ts';
import { repeated } from '../causes/repeated.ts';

const FIELD = 'spec.clusterIPs';
const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/**
 * Causes of addresses that do not go together.
 *
 * @param known addresses that the Service has already, and may keep whatever they are.
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateServiceClusterIPsRelatedFields)
 */
export function addressCauses(addresses: Addresses, known: readonly string[]): readonly StatusCause[] {
  const { clusterIPs, ipFamilyPolicy } = addresses;
  const malformed = malformedCauses(clusterIPs, known);
  return [
    ...firstCauses(addresses),
    ...familyCauses(addresses.ipFamilies),
    ...unsupportedCauses('spec.ipFamilyPolicy', ipFamilyPolicy, POLICIES),
    ...malformed,
    ...(clusterIPs.length > 2 ? [invalidCause(FIELD, clusterIPs, 'may only hold up to 2 values')] : []),
    // More would only be said of what is wrong anyway.
    ...(malformed.length > 0 ? [] : mismatchCauses(addresses)),
  ];
}

function firstCauses({ clusterIP, clusterIPs }: Addresses): readonly StatusCause[] {
  if (clusterIP === '')
    return clusterIPs.length === 0
      ? []
      : [invalidCause(FIELD, clusterIPs, 'must be empty when `clusterIP` is not specified')];
  if (clusterIPs.length === 0) return [requiredCause(FIELD)];
  return clusterIPs[0] === clusterIP
    ? []
    : [invalidCause(FIELD, clusterIPs, 'first value must match `clusterIP`')];
}

function familyCauses(families: readonly string[]): readonly StatusCause[] {
  const second = repeated(families);
  return families.flatMap((family, index) => {
    const field = `spec.ipFamilies[${index}]`;
    return [
      ...unsupportedCauses(field, family, FAMILIES),
      ...(second.has(index) ? [duplicateCause(field, family)] : []),
    ];
  });
}

function malformedCauses(clusterIPs: readonly string[], known: readonly string[]): readonly StatusCause[] {
  return clusterIPs.flatMap((address, index) => {
    if (index === 0 && address === HEADLESS)
      return clusterIPs.length === 1
        ? []
        : [invalidCause(FIELD, clusterIPs, "'None' must be the first and only value")];
    return known.includes(address) ? [] : ipCauses(address, `${FIELD}[${index}]`);
  });
}

function mismatchCauses(addresses: Addresses): readonly StatusCause[] {
  const { clusterIPs, ipFamilies } = addresses;
  const families = new Set(clusterIPs.map(familyOf));
  return [
    ...(clusterIPs.length > 1 && !(clusterIPs.length === 2 && families.size === 2)
      ? [invalidCause(FIELD, clusterIPs, 'may specify no more than one IP for each IP family')]
      : []),
    ...(isHeadless(addresses) ? [] : clusterIPs).flatMap((address, index) => {
      const family = ipFamilies[index] ?? '';
      const isOther = FAMILIES.includes(family) && family !== familyOf(address);
      const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
      return isOther ? [invalidCause(`${FIELD}[${index}]`, address, why)] : [];
    }),
  ];
}
