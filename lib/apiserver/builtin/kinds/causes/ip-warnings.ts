import type { JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { listAt, textAt } from '../../../fields.ts';
import { addressRange, canonicalIPv6, ipVersion, isMapped, mappedIPv4 } from '../../../address-range.ts';
import { withoutPadding } from './ip-causes.ts';

/**
 * An address that is written in an odd way. Of what is none, there is nothing to tell.
 *
 * @see kubernetes/apimachinery:pkg/util/validation/ip.go (GetWarningsForIP)
 */
export function ipWarnings(address: string, field: string): readonly string[] {
  const plain = plainAddress(address);
  if (plain === undefined || plain === address) return [];
  const [shown, wanted] = [JSON.stringify(address), JSON.stringify(plain)];
  return ipVersion(plain) === 6
    ? [`${field}: IPv6 address ${shown} should be in RFC 5952 canonical format (${wanted})`]
    : [`${field}: non-standard IP address ${shown} is invalid: use ${wanted}`];
}

/** The address as it is best written; undefined for what is none. */
function plainAddress(address: string): string | undefined {
  const unpadded = withoutPadding(address);
  if (ipVersion(unpadded) === 4) return unpadded;
  if (ipVersion(address) === 0) return undefined;
  return isMapped(address) ? mappedIPv4(address) : canonicalIPv6(address);
}

/** The same for each of a list of addresses. */
export function ipListWarnings(addresses: readonly JsonValue[], field: string): readonly string[] {
  return addresses.flatMap((address, index) =>
    ipWarnings(textAt({ address }, 'address'), `${field}[${index}]`),
  );
}

/** The same for what the items of a list have as their `ip`. */
export function ipMemberWarnings(items: readonly JsonValue[], field: string): readonly string[] {
  return items.flatMap((item, index) => ipWarnings(textAt(item, 'ip'), `${field}[${index}].ip`));
}

/** The same for a range of addresses. Those that are odd in other ways are refused. */
export function rangeWarnings(text: string, field: string): readonly string[] {
  const range = addressRange(text);
  if (range?.family !== 'ipv6') return [];
  const plain = `${canonicalIPv6(range.address)}/${range.bits}`;
  if (plain === text) return [];
  return [
    `${field}: IPv6 CIDR value ${JSON.stringify(text)} should be in RFC 5952 canonical format (${JSON.stringify(plain)})`,
  ];
}

/** The same for each of a list of ranges. */
export function rangeListWarnings(ranges: readonly JsonValue[], field: string): readonly string[] {
  return ranges.flatMap((range, index) => rangeWarnings(textAt({ range }, 'range'), `${field}[${index}]`));
}

/** What the status of a Service or an Ingress says of where its load balancer listens. */
export function loadBalancerWarnings(obj: ApiObject): readonly string[] {
  return listAt(obj, 'status', 'loadBalancer', 'ingress').flatMap((one, index) =>
    ipWarnings(textAt(one, 'ip'), `status.loadBalancer.ingress[${index}]`),
  );
}
