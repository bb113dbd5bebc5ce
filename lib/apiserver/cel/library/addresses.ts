import { declare, type Overload } from '../declarations.ts';
import { CelError, Opaque, type Value } from '../values.ts';
import { addressText, parseAddress, type Address } from './ip-address.ts';

interface Network {
  readonly address: Address;
  readonly bits: number;
}

/** IPv4 addresses written as IPv6 are no addresses, here; zones neither. */
function readAddress(text: string): Address | undefined {
  return /%|^::ffff:\d+\./iu.test(text) ? undefined : parseAddress(text);
}

function newAddress(address: Address): Opaque {
  return new Opaque('net.IP', address, addressText(address));
}

function toAddress(text: string): Opaque {
  const address = readAddress(text);
  if (address !== undefined) return newAddress(address);
  const quoted = JSON.stringify(text);
  throw new CelError(
    `IP Address ${quoted} parse error during conversion from string: ParseAddr(${quoted}): unable to parse IP`,
  );
}

function readNetwork(text: string): Network | undefined {
  const [, address = '', bits = ''] = /^([^/]*)\/(0|[1-9]\d{0,2})$/u.exec(text) ?? [];
  const found = readAddress(address);
  return found === undefined || Number(bits) > found.bits
    ? undefined
    : { address: found, bits: Number(bits) };
}

function newNetwork(network: Network): Opaque {
  return new Opaque('net.CIDR', network, `${addressText(network.address)}/${network.bits}`);
}

function toNetwork(text: string): Opaque {
  const network = readNetwork(text);
  if (network !== undefined) return newNetwork(network);
  const why = text.includes('/') ? 'unable to parse IP' : "no '/'";
  const twice = 'network address parse error during conversion from string: '.repeat(2);
  throw new CelError(`${twice}netip.ParsePrefix(${JSON.stringify(text)}): ${why}`);
}

function addressOf({ content }: Opaque): Address {
  return content as Address;
}

function networkOf({ content }: Opaque): Network {
  return content as Network;
}

function masked({ address, bits }: Network): Address {
  const rest = BigInt(address.bits - bits);
  return { ...address, value: (address.value >> rest) << rest };
}

function covers(network: Network, address: Address): boolean {
  return (
    network.address.bits === address.bits &&
    masked({ address, bits: network.bits }).value === masked(network).value
  );
}

function containsNetwork(outer: Opaque, inner: Network): boolean {
  return networkOf(outer).bits <= inner.bits && covers(networkOf(outer), inner.address);
}

/** Whether an address lies in one of two networks, the first for IPv4, the other for IPv6. */
function lies(v4: string, v6: string): (address: Opaque) => boolean {
  const [four, six] = [v4, v6].map((text) => networkOf(toNetwork(text)));
  return (address) => covers(addressOf(address).bits === 32 ? four! : six!, addressOf(address));
}

const isUnspecified = lies('0.0.0.0/32', '::/128');
const isLoopback = lies('127.0.0.0/8', '::1/128');
const isLinkLocalMulticast = lies('224.0.0.0/24', 'ff02::/16');
const isLinkLocalUnicast = lies('169.254.0.0/16', 'fe80::/10');
const isMulticast = lies('224.0.0.0/4', 'ff00::/8');
const isBroadcast = lies('255.255.255.255/32', '::/128');

function isGlobalUnicast(address: Opaque): boolean {
  return ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((test) =>
    test(address),
  );
}

function isCanonical(text: string): boolean {
  return addressText(addressOf(toAddress(text))) === text;
}

const ADDRESSES: readonly Overload[] = [
  declare('isIP(string): bool', (text: string) => readAddress(text) !== undefined),
  declare('ip(string): net.IP', toAddress),
  declare('ip.isCanonical(string): bool', isCanonical),
  declare('net.IP.family(): int', (address: Opaque) => (addressOf(address).bits === 32 ? 4n : 6n)),
  declare('net.IP.isUnspecified(): bool', isUnspecified),
  declare('net.IP.isLoopback(): bool', isLoopback),
  declare('net.IP.isLinkLocalMulticast(): bool', isLinkLocalMulticast),
  declare('net.IP.isLinkLocalUnicast(): bool', isLinkLocalUnicast),
  declare('net.IP.isGlobalUnicast(): bool', isGlobalUnicast),
];

const NETWORKS: readonly Overload[] = [
  declare('isCIDR(string): bool', (text: string) => readNetwork(text) !== undefined),
  declare('cidr(string): net.CIDR', toNetwork),
  declare('net.CIDR.ip(): net.IP', (network: Opaque): Value => newAddress(networkOf(network).address)),
  declare('net.CIDR.masked(): net.CIDR', (network: Opaque): Value =>
    newNetwork({ ...networkOf(network), address: masked(networkOf(network)) }),
  ),
  declare('net.CIDR.prefixLength(): int', (network: Opaque) => BigInt(networkOf(network).bits)),
  declare('net.CIDR.containsIP(string): bool', (network: Opaque, text: string) =>
    covers(networkOf(network), addressOf(toAddress(text))),
  ),
  declare('net.CIDR.containsIP(net.IP): bool', (network: Opaque, address: Opaque) =>
    covers(networkOf(network), addressOf(address)),
  ),
  declare('net.CIDR.containsCIDR(string): bool', (network: Opaque, text: string) =>
    containsNetwork(network, networkOf(toNetwork(text))),
  ),
  declare('net.CIDR.containsCIDR(net.CIDR): bool', (network: Opaque, other: Opaque) =>
    containsNetwork(network, networkOf(other)),
  ),
];

/** @see kubernetes/apiserver:pkg/cel/library/ip.go and cidr.go */
export const ADDRESS_FUNCTIONS: readonly Overload[] = [...ADDRESSES, ...NETWORKS];
