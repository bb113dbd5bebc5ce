import type { StatusCause } from '../../../../object/status.ts';
import { addressRange, hasBitsBeyond, isMapped } from '../../../address-range.ts';
import { invalidCause } from '../../../field-causes.ts';

/**
 * The cause of a text that is no range of addresses, or is one in an odd way.
 *
 * @param known ranges that the object has already, and may keep whatever they are.
 * @see kubernetes/apimachinery:pkg/util/validation/ip.go (IsValidCIDRForLegacyField)
 */
export function addressRangeCauses(
  text: string,
  field: string,
  known: ReadonlySet<string>,
): readonly StatusCause[] {
  const problem = known.has(text) ? undefined : problemOf(text);
  return problem === undefined ? [] : [invalidCause(field, text, problem)];
}

function problemOf(text: string): string | undefined {
  const range = addressRange(text);
  if (range === undefined) return 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  if (/\/0\d/u.test(text)) return 'must not have leading 0s in IP or prefix length';
  if (isMapped(range.address)) return 'must not have an IPv4-mapped IPv6 address';
  return hasBitsBeyond(range) ? 'must not have bits set beyond the prefix length' : undefined;
}
