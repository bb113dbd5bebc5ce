import { isIPv4, isIPv6 } from 'node:net';

/** An address as the number that it is, of 32 or 128 bits. */
export interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

function v4Value(text: string): bigint {
  return text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function v6Value(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const groups = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
  const [front, back] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const all = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return all.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** The dotted end that IPv6 allows, as the two groups that it stands for. */
function undotted(text: string): string {
  return text.replace(/[\d.]+\.[\d.]+$/u, (end) => {
    const value = v4Value(end);
    return `${(value >> 16n).toString(16)}:${(value & 65_535n).toString(16)}`;
  });
}

/** Reads an address; undefined when it is none. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { value: v4Value(text), bits: 32 };
  return isIPv6(text) ? { value: v6Value(undotted(text)), bits: 128 } : undefined;
}

/** The text that RFC 5952 prefers. */
export function addressText({ value, bits }: Address): string {
  const count = bits === 32 ? 4 : 8;
  const size = BigInt(bits / count);
  const parts = Array.from(
    { length: count },
    (_, index) => (value >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n),
  );
  if (bits === 32) return parts.join('.');
  const text = parts.map((part) => part.toString(16)).join(':');
  const runs = text.match(/\b0(?::0)+\b/gu) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest === '' ? text : text.replace(new RegExp(`(^|:)${longest}(:|$)`, 'u'), '::');
}
