/**
 * A pattern of a schema. Schemas use Go's syntax (RE2), which differs from ECMAScript's in little: flags stand
 * in front, `\z` and `\A` are anchors, classes may be POSIX's, and a code point is `\x{00e0}`.
 *
 * @throws SyntaxError when it is no pattern.
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(pattern: string): RegExp {
  const { flags, rest } = takeFlags(pattern);
  const source = translate(rest);
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags); // Without `u`, superfluous escapes such as `\-` are allowed, as in Go.
  }
}

function takeFlags(pattern: string): { readonly flags: string; readonly rest: string } {
  const found = /^\(\?([ims]+)\)/u.exec(pattern);
  return found === null
    ? { flags: '', rest: pattern }
    : { flags: found[1] ?? '', rest: pattern.slice(found[0].length) };
}

const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['digit', '0-9'],
  ['lower', 'a-z'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['space', '\\t\\n\\v\\f\\r '],
  ['upper', 'A-Z'],
  ['word', '0-9A-Za-z_'],
  ['xdigit', '0-9A-Fa-f'],
]);

function translate(pattern: string): string {
  return pattern
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\([pP])([A-Z])/gu, '\\$1{$2}')
    .replaceAll(/\\x(\{[0-9A-Fa-f]+\})/gu, '\\u$1')
    .replaceAll(/\[:(\w+):\]/gu, (whole, name: string) => POSIX_CLASSES.get(name) ?? whole);
}
