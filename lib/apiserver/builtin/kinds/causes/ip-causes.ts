import type { StatusCause } from '../../../../object/status.ts';
import { ipVersion, isMapped } from '../../../address-range.ts';
import { invalidCause } from '../../../field-causes.ts';
import { NO_ADDRESS } from '../../../objects/names.ts';

/**
 * The cause of a text that is no address, or that not everybody takes for the same one.
 *
 * @see kubernetes/apimachinery:pkg/util/validation/ip.go (IsValidIPForLegacyField)
 */
export function ipCauses(address: string, field: string): readonly StatusCause[] {
  if (isMapped(address)) return [invalidCause(field, address, 'must not be an IPv4-mapped IPv6 address')];
  if (ipVersion(address) !== 0) return [];
  const isPadded = ipVersion(withoutPadding(address)) === 4;
  return [invalidCause(field, address, isPadded ? 'must not have leading 0s' : NO_ADDRESS)];
}

/** Without the zeros that numbers begin with. */
export function withoutPadding(address: string): string {
  return address.replaceAll(/(?<![\d.])0+(?=\d)|(?<=\.)0+(?=\d)/gu, '');
}
