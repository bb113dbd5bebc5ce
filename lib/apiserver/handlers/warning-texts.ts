const MOST_CHARACTERS = 4096;
const MOST_OF_EACH = 256;

/**
 * The warnings of one answer, each once. More than 4,096 characters are too many for headers: then each is cut to
 * 256, and what comes after as many is left out.
 *
 * @see kubernetes/apiserver:pkg/endpoints/filters/warning.go
 */
export function warningTexts(warnings: readonly string[]): readonly string[] {
  const texts = [...new Set(warnings)].filter((text) => text !== '');
  const firstTooMany = indexOfExcess(texts, (sum) => sum > MOST_CHARACTERS);
  if (firstTooMany < 0) return texts;
  const cut = texts.map((text) => [...text].slice(0, MOST_OF_EACH).join(''));
  // That one is let in, whatever the others come to.
  const last = indexOfExcess(cut, (sum, index) => sum >= MOST_CHARACTERS && index >= firstTooMany);
  return last < 0 ? cut : cut.slice(0, last + 1);
}

/** The index of the first text with which there are too many characters; -1 if there never are. */
function indexOfExcess(
  texts: readonly string[],
  isExcess: (characters: number, index: number) => boolean,
): number {
  let sum = 0;
  return texts.findIndex((text, index) => isExcess((sum += [...text].length), index));
}
