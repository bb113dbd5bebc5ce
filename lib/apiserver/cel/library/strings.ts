import { compilePattern } from '../../schema/pattern.ts';
import { declare, type Overload } from '../declarations.ts';
import { CelError, CelList } from '../values.ts';

/** CEL counts characters, JavaScript counts halves of some. */
function charsOf(text: string): readonly string[] {
  return [...text];
}

function indexIn(text: string, part: string, from: bigint = 0n): bigint {
  const chars = charsOf(text);
  if (from < 0n) throw new CelError(`index out of range: ${from}`);
  if (from > BigInt(chars.length)) return -1n;
  const skipped = chars.slice(0, Number(from)).join('').length;
  const found = text.indexOf(part, skipped);
  return found < 0 ? -1n : BigInt(charsOf(text.slice(0, found)).length);
}

function lastIndexIn(text: string, part: string, from?: bigint): bigint {
  const chars = charsOf(text);
  if (from !== undefined && (from < 0n || from >= BigInt(chars.length)))
    return part === '' && from !== undefined && from >= 0n ? BigInt(chars.length) : -1n;
  const limit = from === undefined ? text.length : chars.slice(0, Number(from)).join('').length;
  const found = text.lastIndexOf(part, limit);
  return found < 0 ? -1n : BigInt(charsOf(text.slice(0, found)).length);
}

function charAt(text: string, index: bigint): string {
  const chars = charsOf(text);
  if (index < 0n || index > BigInt(chars.length)) throw new CelError(`index out of range: ${index}`);
  return chars[Number(index)] ?? '';
}

function substring(text: string, start: bigint, end?: bigint): string {
  const chars = charsOf(text);
  const size = BigInt(chars.length);
  const stop = end ?? size;
  if (end !== undefined && start > end)
    throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  for (const index of [start, stop])
    if (index < 0n || index > size) throw new CelError(`index out of range: ${index}`);
  return chars.slice(Number(start), Number(stop)).join('');
}

/** Splitting off the empty text leaves each character. */
function split(text: string, separator: string, limit: bigint = -1n): CelList {
  const parts = separator === '' ? charsOf(text) : text.split(separator);
  if (limit === 0n) return new CelList([]);
  if (limit < 0n || BigInt(parts.length) <= limit) return new CelList(parts);
  const count = Number(limit);
  return new CelList([...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)]);
}

function replace(text: string, old: string, fresh: string, limit: bigint = -1n): string {
  if (old === '') return replaceGaps(text, fresh, limit);
  const parts = text.split(old);
  const count = limit < 0n ? parts.length : Number(limit);
  const head = parts.slice(0, count + 1).join(fresh);
  return parts.length > count + 1 ? `${head}${old}${parts.slice(count + 1).join(old)}` : head;
}

/** As Go does: the empty text is before, between and behind the characters. */
function replaceGaps(text: string, fresh: string, limit: bigint): string {
  const chars = charsOf(text);
  const count = limit < 0n ? chars.length + 1 : Number(limit);
  const woven = chars.map((char, index) => (index < count ? `${fresh}${char}` : char)).join('');
  return count > chars.length ? `${woven}${fresh}` : woven;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** In double quotes, escaped as CEL reads it. */
export function quote(text: string): string {
  return `"${charsOf(text)
    .map((char) => ESCAPES.get(char) ?? char)
    .join('')}"`;
}

function ascii(text: string, pattern: RegExp, change: (letter: string) => string): string {
  return text.replace(pattern, change);
}

function join({ items }: CelList, separator: string = ''): string {
  if (!items.every((item) => typeof item === 'string')) throw new CelError('no such overload');
  return items.join(separator);
}

function trim(text: string): string {
  return text.replaceAll(/^[\s\u0085]+|[\s\u0085]+$/gu, '');
}

function patternOf(pattern: string): RegExp {
  try {
    return compilePattern(pattern);
  } catch (error) {
    throw Object.assign(new CelError(`error parsing regexp: ${patternProblem(pattern)}: \`${pattern}\``), {
      cause: error,
    });
  }
}

/** The commonest mistakes in Go's words. */
function patternProblem(pattern: string): string {
  const count = (sign: string): number => pattern.split(sign).length;
  if (count('(') > count(')')) return 'missing closing )';
  if (count('(') < count(')')) return 'unexpected )';
  return count('[') > count(']') ? 'missing closing ]' : 'invalid syntax';
}

function find(text: string, pattern: string): string {
  return patternOf(pattern).exec(text)?.[0] ?? '';
}

function findAll(text: string, pattern: string, limit: bigint = -1n): CelList {
  const { source, flags } = patternOf(pattern);
  const all = [...text.matchAll(new RegExp(source, `${flags}g`))].map(([found]) => found);
  return new CelList(limit < 0n ? all : all.slice(0, Number(limit)));
}

function matches(text: string, pattern: string): boolean {
  return patternOf(pattern).test(text);
}

/** Whether an expression's constant is a pattern. */
export function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch {
    return false; // The question is whether it fails; why it does is for the one who uses the pattern.
  }
}

/** CEL's texts, its extension for them, and Kubernetes' regular expressions. */
export const STRING_FUNCTIONS: readonly Overload[] = [
  declare('string.contains(string): bool', (text: string, part: string) => text.includes(part)),
  declare('string.startsWith(string): bool', (text: string, part: string) => text.startsWith(part)),
  declare('string.endsWith(string): bool', (text: string, part: string) => text.endsWith(part)),
  declare('string.matches(string): bool', matches),
  declare('matches(string, string): bool', matches),
  declare('string.find(string): string', find),
  declare('string.findAll(string): list(string)', findAll),
  declare('string.findAll(string, int): list(string)', findAll),
  declare('string.charAt(int): string', charAt),
  declare('string.indexOf(string): int', indexIn),
  declare('string.indexOf(string, int): int', indexIn),
  declare('string.lastIndexOf(string): int', lastIndexIn),
  declare('string.lastIndexOf(string, int): int', lastIndexIn),
  declare('string.substring(int): string', substring),
  declare('string.substring(int, int): string', substring),
  declare('string.split(string): list(string)', split),
  declare('string.split(string, int): list(string)', split),
  declare('string.replace(string, string): string', replace),
  declare('string.replace(string, string, int): string', replace),
  declare('string.lowerAscii(): string', (text: string) =>
    ascii(text, /[A-Z]/gu, (one) => one.toLowerCase()),
  ),
  declare('string.upperAscii(): string', (text: string) =>
    ascii(text, /[a-z]/gu, (one) => one.toUpperCase()),
  ),
  declare('string.trim(): string', trim),
  declare('strings.quote(string): string', quote),
  declare('list(string).join(): string', join),
  declare('list(string).join(string): string', join),
];
