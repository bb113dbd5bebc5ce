/** Of the paths of one volume: which lie where others do, above them or below. Of empty ones, none does. */
export class PathOverlaps {
  /** Each with a slash at its end, so that it begins those of all paths below. */
  readonly #keys: readonly string[];
  /** The places of paths that are not empty; what is below a path comes right after it. */
  readonly #order: readonly number[];
  /** By place: its position in that order, the position after the last path below, and the nearest path above. */
  readonly #positions = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  readonly #above = new Map<number, number>();

  constructor(paths: readonly string[]) {
    const keys = paths.map(withSlash);
    this.#keys = keys;
    this.#order = [...keys.keys()]
      .filter((place) => keys[place] !== '/')
      .toSorted((one, other) =>
        keys[one] === keys[other] ? one - other : keys[one]! < keys[other]! ? -1 : 1,
      );
    this.#nest();
  }

  #nest(): void {
    const open: number[] = [];
    const close = (position: number, key: string): void => {
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        if (key.startsWith(this.#keys[last]!)) return;
        this.#ends.set(last, position);
        open.pop();
      }
    };
    for (const [position, place] of this.#order.entries()) {
      close(position, this.#keys[place]!);
      const above = open.at(-1);
      if (above !== undefined) this.#above.set(place, above);
      this.#positions.set(place, position);
      open.push(place);
    }
    close(this.#order.length, '');
  }

  /** The places before this one with whose paths its own overlaps. */
  before(place: number): readonly number[] {
    const position = this.#positions.get(place);
    if (position === undefined) return [];
    const below = this.#order.slice(position + 1, this.#ends.get(place));
    return [...this.#allAbove(place), ...below]
      .filter((other) => other < place)
      .toSorted((one, other) => one - other);
  }

  #allAbove(place: number): readonly number[] {
    const all: number[] = [];
    for (let next = this.#above.get(place); next !== undefined; next = this.#above.get(next)) all.push(next);
    return all;
  }
}

function withSlash(path: string): string {
  return `${withoutSlashes(path)}/`;
}

/** Without those at its end. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
