const FOUR_LETTERS = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))?$/u;

/**
 * What Go's decoder says of a text that is no base64; undefined for one that it reads. Line breaks do not count, and
 * may stand anywhere.
 *
 * @see golang/go:src/encoding/base64/base64.go
 */
export function base64Problem(text: string): string | undefined {
  if (FOUR_LETTERS.test(text)) return undefined;
  const corrupt = corruptByte(text);
  return corrupt === undefined ? undefined : `illegal base64 data at input byte ${corrupt}`;
}

function corruptByte(text: string): number | undefined {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isLineBreak(letter)) continue;
    if (letter === '=') return badPadding(text, at, letters % 4);
    if (!/[A-Za-z0-9+/]/u.test(letter)) return at;
    letters += 1;
  }
  const left = letters % 4;
  return left === 0 ? undefined : text.length - left;
}

/** @param at where it begins. @param letters before it, of the last four. */
function badPadding(text: string, at: number, letters: number): number | undefined {
  if (letters < 2) return at;
  let next = afterLineBreaks(text, at + 1);
  if (letters === 2) {
    if (next === text.length) return next;
    if (text[next] !== '=') return next - 1;
    next = afterLineBreaks(text, next + 1);
  }
  return next === text.length ? undefined : next;
}

function afterLineBreaks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isLineBreak(text[at]!)) at += 1;
  return at;
}

function isLineBreak(letter: string): boolean {
  return letter === '\n' || letter === '\r';
}
