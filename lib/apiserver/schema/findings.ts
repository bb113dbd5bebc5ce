import type { StatusCause } from '../../object/status.ts';

/**
 * What checking one value found: causes without repetitions, and how many checks applied. Of several
 * alternatives that all fail, the one with most checks is taken for the one that was meant.
 */
export class Findings {
  readonly causes: StatusCause[] = [];
  matches: number = 0;
  readonly #seen = new Set<string>();

  get valid(): boolean {
    return this.causes.length === 0;
  }

  add(cause: StatusCause | undefined): void {
    if (cause === undefined) return;
    const identity = `${cause.reason}\n${cause.field}\n${cause.message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.causes.push(cause);
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    for (const cause of other.causes) this.add(cause);
  }
}
