import { declare, type Overload } from '../declarations.ts';
import { CelError, newInt, Opaque } from '../values.ts';

interface Version {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly prerelease: readonly string[];
}

const NUMBER = '(0|[1-9]\\d*)';
const PATTERN = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][\\da-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][\\da-zA-Z-]*))*))?(?:\\+[\\da-zA-Z-]+(?:\\.[\\da-zA-Z-]+)*)?$`,
  'u',
);

/** Without a leading v and leading zeros, and with three numbers: what people write for a version. */
function normalized(text: string): string {
  const [, core = '', rest = ''] = /^v?([^-+]*)(.*)$/su.exec(text) ?? [];
  const numbers = core.split('.').map((number) => number.replace(/^0+(?=\d)/u, ''));
  while (numbers.length < 3) numbers.push('0');
  return `${numbers.join('.')}${rest}`;
}

function versionOf(text: string, normalize: boolean = false): Version | undefined {
  const found = PATTERN.exec(normalize ? normalized(text) : text);
  if (found === null) return undefined;
  const [, major = '', minor = '', patch = '', prerelease = ''] = found;
  return {
    numbers: [BigInt(major), BigInt(minor), BigInt(patch)],
    prerelease: prerelease === '' ? [] : prerelease.split('.'),
  };
}

function problemOf(text: string): string {
  if (text === '') return 'Version string empty';
  return text.split('.').length < 3
    ? 'No Major.Minor.Patch elements found'
    : 'Invalid character(s) found in version';
}

function parseVersion(text: string, normalize: boolean = false): Opaque {
  const version = versionOf(text, normalize);
  if (version === undefined) throw new CelError(problemOf(text));
  return new Opaque(
    'kubernetes.Semver',
    version,
    `${version.numbers.join('.')}-${version.prerelease.join('.')}`,
    text,
  );
}

function of({ content }: Opaque): Version {
  return content as Version;
}

function order<T>(one: T, other: T): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Numbers before words; a version before its own prereleases' end. */
function comparePart(one: string, other: string): number {
  const [left, right] = [one, other].map((part) => /^\d+$/u.test(part));
  if (left && right) return order(BigInt(one), BigInt(other));
  return left === right ? order(one, other) : left ? -1 : 1;
}

function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0)
    return order(one.length === 0 ? 1 : 0, other.length === 0 ? 1 : 0);
  for (const [index, part] of one.entries()) {
    const rival = other[index];
    if (rival === undefined) return 1;
    const result = comparePart(part, rival);
    if (result !== 0) return result;
  }
  return order(one.length, other.length);
}

/** By precedence, as semver.org has it. */
function compareVersions(one: Opaque, other: Opaque): number {
  const [left, right] = [of(one), of(other)];
  const numbers = left.numbers.map((number, index) => order(number, right.numbers[index] ?? 0n));
  return numbers.find((result) => result !== 0) ?? comparePrereleases(left.prerelease, right.prerelease);
}

/** @see kubernetes/apiserver:pkg/cel/library/semverlib.go */
export const VERSION_FUNCTIONS: readonly Overload[] = [
  declare('isSemver(string): bool', (text: string) => versionOf(text) !== undefined),
  declare(
    'isSemver(string, bool): bool',
    (text: string, loose: boolean) => versionOf(text, loose) !== undefined,
  ),
  declare('semver(string): kubernetes.Semver', (text: string) => parseVersion(text)),
  declare('semver(string, bool): kubernetes.Semver', parseVersion),
  ...(['major', 'minor', 'patch'] as const).map((name, index) =>
    declare(`kubernetes.Semver.${name}(): int`, (version: Opaque) =>
      newInt(of(version).numbers[index] ?? 0n),
    ),
  ),
  declare(
    'kubernetes.Semver.isGreaterThan(kubernetes.Semver): bool',
    (a: Opaque, b: Opaque) => compareVersions(a, b) > 0,
  ),
  declare(
    'kubernetes.Semver.isLessThan(kubernetes.Semver): bool',
    (a: Opaque, b: Opaque) => compareVersions(a, b) < 0,
  ),
  declare('kubernetes.Semver.compareTo(kubernetes.Semver): int', (a: Opaque, b: Opaque) =>
    BigInt(compareVersions(a, b)),
  ),
];
