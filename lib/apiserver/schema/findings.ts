import type { StatusCause } from '../../object/status.ts';
import { charactersIn } from '../field-causes.ts';
import { MOST_CHARACTERS_TOLD } from '../told.ts';

/**
 * What checking one value found: causes without repetitions, as many as an answer can tell, and how many checks
 * applied. Of several alternatives that all fail, the one with most checks is taken for the one that was meant.
 */
export class Findings {
  readonly causes: StatusCause[] = [];
  matches: number = 0;
  readonly #seen = new Set<string>();
  #characters = 0;

  get valid(): boolean {
    return this.causes.length === 0;
  }

  add(cause: StatusCause | undefined): void {
    if (cause === undefined || this.#characters > MOST_CHARACTERS_TOLD) return;
    this.#characters += charactersIn(cause);
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
