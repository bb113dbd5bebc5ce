import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The addresses of a text such as `10.9.8.0/24`. */
export interface AddressRange {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** As Go's net.ParseCIDR reads it; undefined for what is none. */
export function addressRange(text: string): AddressRange | undefined {
  const [address = '', bits = '', ...more] = text.split('/');
  const version = ipVersion(address);
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/u.test(bits)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return Number(bits) <= (version === 4 ? 32 : 128) ? { address, bits: Number(bits), family } : undefined;
}

/** As Go reads an address, which has no zone; 0 for what is none. */
export function ipVersion(address: string): 0 | 4 | 6 {
  if (address.includes('%')) return 0;
  if (isIPv4(address)) return 4;
  return isIPv6(address) ? 6 : 0;
}

/** Whether the addresses of the first range are some of those of the second, and not all. */
export function isStrictlyWithin(inner: AddressRange, outer: AddressRange): boolean {
  const addresses = new BlockList();
  addresses.addSubnet(outer.address, outer.bits, outer.family);
  return (
    inner.bits > outer.bits && inner.family === outer.family && addresses.check(inner.address, inner.family)
  );
}

/** Whether a range is named by an address other than its first. */
export function hasBitsBeyond({ address, bits, family }: AddressRange): boolean {
  return (family === 'ipv4' ? bitsOfIPv4(address) : bitsOfIPv6(address)).includes('1', bits);
}

/** Whether an address is one of IPv4 that is written as one of IPv6. */
export function isMapped(address: string): boolean {
  return ipVersion(address) === 6 && /^0{80}1{16}/u.test(bitsOfIPv6(address));
}

/** Such an address as one of IPv4. */
export function mappedIPv4(address: string): string {
  const bits = bitsOfIPv6(address);
  return [96, 104, 112, 120].map((start) => Number.parseInt(bits.slice(start, start + 8), 2)).join('.');
}

/** An address of IPv6 as RFC 5952 writes it. */
export function canonicalIPv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function bitsOfIPv4(address: string): string {
  return address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
}

function bitsOfIPv6(address: string): string {
  const [head = [], tail = []] = canonicalIPv6(address)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail]
    .map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0'))
    .join('');
}
