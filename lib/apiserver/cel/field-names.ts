/** Words that expressions cannot use as names; the first four are no names at all. */
const RESERVED: ReadonlySet<string> = new Set(
  `true false null in as break const continue else for function if import let loop package namespace return var void while`.split(
    ' ',
  ),
);
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

/**
 * The name by which rules speak of a member; undefined: they cannot.
 *
 * @see kubernetes/apiserver:pkg/cel/escaping.go
 */
export function escapedName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  const escaped = name.replaceAll(/__|[./-]/gu, (sign) => SIGNS.get(sign) ?? sign);
  return /^[A-Za-z_]\w*$/u.test(escaped) ? escaped : undefined;
}

/** All names by which rules may speak of a member: those of reserved words that may stand behind a dot count, too. */
export function accessNames(name: string): readonly string[] {
  const escaped = escapedName(name);
  if (escaped === undefined) return [];
  const plain = RESERVED.has(name) && !['true', 'false', 'null', 'in'].includes(name);
  return plain ? [escaped, name] : [escaped];
}
