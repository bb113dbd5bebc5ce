import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

import type { StatusCause } from '../../../../object/status.ts';
import { canonicalIPv6 } from '../../../address-range.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import { labelName, subdomainName } from '../../../objects/names.ts';
import { ipCauses } from '../causes/ip-causes.ts';

/** Where an address is. */
export interface AddressPlace {
  readonly list: string;
  readonly item: string;
}

interface SpecialRange {
  readonly problem: string;
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

function subnet(address: string, bits: number, family: 'ipv4' | 'ipv6'): BlockList {
  const addresses = new BlockList();
  addresses.addSubnet(address, bits, family);
  return addresses;
}

const SPECIAL_RANGES: readonly SpecialRange[] = [
  {
    problem: 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ipv4: subnet('127.0.0.0', 8, 'ipv4'),
    ipv6: subnet('::1', 128, 'ipv6'),
  },
  {
    problem: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ipv4: subnet('169.254.0.0', 16, 'ipv4'),
    ipv6: subnet('fe80::', 10, 'ipv6'),
  },
  {
    problem: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ipv4: subnet('224.0.0.0', 24, 'ipv4'),
    ipv6: subnet('ff02::', 16, 'ipv6'),
  },
];

/** Causes of what is no address of an endpoint, among addresses of this type. Those of unknown types are not looked at. */
export function endpointAddressCauses(
  address: string,
  type: string,
  place: AddressPlace,
): readonly StatusCause[] {
  switch (type) {
    case 'IPv4':
      return familyCauses(address, place, ipCauses(address, place.item), isIPv4(address), 'IPv4');
    case 'IPv6':
      return familyCauses(address, place, strictCauses(address, place.item), isIPv6(address), 'IPv6');
    case 'FQDN':
      return domainCauses(address, place.item);
    default:
      return [];
  }
}

function familyCauses(
  address: string,
  { list, item }: AddressPlace,
  malformed: readonly StatusCause[],
  isOfFamily: boolean,
  family: string,
): readonly StatusCause[] {
  if (malformed.length > 0) return malformed;
  const problem = `must be an ${family} address`;
  return [
    ...(isOfFamily ? [] : [invalidCause(list, address, problem)]),
    ...specialProblems(address).map((special) => invalidCause(item, address, special)),
  ];
}

function strictCauses(address: string, field: string): readonly StatusCause[] {
  const causes = ipCauses(address, field);
  if (causes.length > 0 || isIP(address) === 4) return causes;
  const canonical = canonicalIPv6(address);
  if (canonical === address) return [];
  return [invalidCause(field, address, `must be in canonical form (${JSON.stringify(canonical)})`)];
}

/** Why nothing can be reached there. */
function specialProblems(address: string): readonly string[] {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const ranges = SPECIAL_RANGES.filter((range) => range[family].check(address, family));
  const isUnspecified = address === '0.0.0.0' || (family === 'ipv6' && canonicalIPv6(address) === '::');
  return [
    ...(isUnspecified ? [`may not be unspecified (${address})`] : []),
    ...ranges.map(({ problem }) => problem),
  ];
}

/** @see kubernetes/apimachinery:pkg/util/validation/validation.go (IsFullyQualifiedDomainName) */
function domainCauses(name: string, field: string): readonly StatusCause[] {
  if (name === '') return [requiredCause(field)];
  const domain = name.replace(/\.$/u, '');
  const labels = domain.split('.');
  const cause = (part: string, problem: string): readonly StatusCause[] => [
    invalidCause(field, part, problem),
  ];
  const problems = subdomainName(domain);
  if (problems.length > 0) return cause(domain, problems.join(','));
  if (labels.length < 2)
    return cause(domain, 'should be a domain with at least two segments separated by dots');
  const malformed = labels.find((label) => labelName(label).length > 0);
  return malformed === undefined ? [] : cause(malformed, labelName(malformed).join(','));
}
