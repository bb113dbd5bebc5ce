/**
 * The most that an answer tells of what is wrong. A body of three megabytes can be wrong in so many places, each with
 * so long a path, that no answer would hold them all.
 */
export const MOST_CHARACTERS_TOLD: number = 4 * 1024 * 1024;

/** The most errors of its strict decoder that the real API server tells of. @see kubernetes-sigs/json (saveStrictError) */
export const MOST_STRICT_ERRORS: number = 100;

/** As many of the first as an answer can tell, at least one. */
export function firstTold<T>(all: readonly T[], charactersIn: (one: T) => number): readonly T[] {
  let characters = 0;
  const end = all.findIndex((one) => (characters += charactersIn(one)) > MOST_CHARACTERS_TOLD);
  return end < 0 ? all : all.slice(0, Math.max(end, 1));
}

/** Paths of fields to tell of, each once, in the order in which they came, as many as an answer can tell. */
export class ToldPaths {
  readonly #most: number;
  readonly #paths = new Set<string>();
  #characters = 0;

  /** @param most how many at most. Default: any number. */
  constructor(most: number = Infinity) {
    this.#most = most;
  }

  add(path: string): void {
    if (this.#characters > MOST_CHARACTERS_TOLD || this.#paths.size >= this.#most) return;
    // Those that come again count, too: looking at them takes as long.
    this.#characters += path.length;
    this.#paths.add(path);
  }

  all(): readonly string[] {
    return [...this.#paths];
  }
}
