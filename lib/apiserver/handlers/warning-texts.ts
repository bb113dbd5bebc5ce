const MOST_CHARACTERS = 4096;
const MOST_OF_EACH = 256;

/**
 * The warnings of one answer, each once. More than 4,096 characters are too many for headers: then each is cut to
 * 256, and what still does not fit is left out.
 *
 * @see kubernetes/apiserver:pkg/endpoints/filters/warning.go
 */
export function warningTexts(warnings: readonly string[]): readonly string[] {
  const texts = [...new Set(warnings)].filter((text) => text !== '');
  return lengthOf(texts) <= MOST_CHARACTERS
    ? texts
    : fitting(texts.map((text) => text.slice(0, MOST_OF_EACH)));
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function fitting(texts: readonly string[]): readonly string[] {
  let sum = 0;
  const end = texts.findIndex(({ length }) => (sum += length) > MOST_CHARACTERS);
  return end < 0 ? texts : texts.slice(0, end);
}
