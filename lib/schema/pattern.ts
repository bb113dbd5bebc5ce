/** A pattern as the API server takes it, or why it cannot. */
export type TranslatedPattern =
  { readonly pattern: string; readonly why?: undefined } | { readonly why: string };

/** Things of ECMAScript that RE2, the syntax of Go, lacks: in the order in which they are looked for. */
const LACKING: readonly (readonly [RegExp, string])[] = [
  [/^\(\?=|^\(\?!/, 'a lookahead'],
  [/^\(\?<[=!]/, 'a lookbehind'],
  [/^\\[1-9]|^\\k</, 'a back-reference'],
  [/^\\c/, 'a control escape'],
  [/^\\[pP]\{(?![A-Z][a-z]?\})/, 'a long name of a property of characters'],
  [/^\[\^?\]/, 'an empty class'],
];

/** Both syntaxes know these escapes of letters; of other letters RE2 knows none. */
const SAME_ESCAPE = /^\\[dDwWsSbBnrtfvpPxu0-9]/;

/** RE2 repeats at most so often. */
const MOST_REPEATS = 1000;

/**
 * Translates a pattern of ECMAScript, in which JSON Schemas are written, to RE2, which the API server runs.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function translatePattern(source: string): TranslatedPattern {
  try {
    compilePattern(source);
  } catch {
    return { why: 'is no regular expression' };
  }
  const lacking = lackingIn(source);
  if (lacking !== undefined)
    return { why: `has ${lacking}, which the API server's regular expressions (RE2) do not have` };
  const pattern = source.replaceAll(
    UNICODE_ESCAPE,
    (_, before: string, hex: string) => before + character(hex),
  );
  return pattern.isWellFormed() ? { pattern } : { why: 'has half a character' };
}

/** Not behind an escaped backslash. */
const UNICODE_ESCAPE = /(?<!\\)((?:\\\\)*)\\u\{?([0-9A-Fa-f]{4,6})\}?/g;

/** The character itself, or an escape that both syntaxes know. Two halves of a character become one. */
function character(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code < 0x80 ? `\\x${hex.slice(-2)}` : String.fromCodePoint(code);
}

function lackingIn(source: string): string | undefined {
  let inClass = false;
  for (let at = 0; at < source.length; at += source[at] === '\\' ? 2 : 1) {
    const rest = source.slice(at);
    const found = LACKING.find(([what]) => what.test(rest));
    if (found !== undefined && !(inClass && rest.startsWith('('))) return found[1];
    if (rest.startsWith('[')) inClass = true;
    if (rest.startsWith(']')) inClass = false;
    if (/^\\[A-Za-z]/.test(rest) && !SAME_ESCAPE.test(rest)) return `the escape ${rest.slice(0, 2)}`;
    const repeats = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
    if (repeats !== null && Math.max(Number(repeats[1]), Number(repeats[2] ?? 0)) > MOST_REPEATS)
      return `more than ${MOST_REPEATS} repetitions`;
  }
  return undefined;
}

/** The pattern of a structural schema as a regular expression of ECMAScript. @throws SyntaxError */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern); // Superfluous escapes such as `\-` are allowed only so.
  }
}
