import { isIP } from 'node:net';

/** The addresses of a text such as `10.9.8.0/24`. */
export interface AddressRange {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** As Go's net.ParseCIDR reads it; undefined for what is none. */
export function addressRange(text: string): AddressRange | undefined {
  const [address = '', bits = '', ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/u.test(bits)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return Number(bits) <= (version === 4 ? 32 : 128) ? { address, bits: Number(bits), family } : undefined;
}
