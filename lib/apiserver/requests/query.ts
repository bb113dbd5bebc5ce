import { badRequest } from '../status-error.ts';

/** The query of a URL, read as the API server reads it. What it does not know is ignored. */
export class Query {
  readonly #params: URLSearchParams;

  /** @param text without the question mark. */
  constructor(text: string) {
    this.#params = new URLSearchParams(text);
  }

  /** `''` when absent. */
  text(name: string): string {
    return this.#params.get(name) ?? '';
  }

  all(name: string): readonly string[] {
    return this.#params.getAll(name);
  }

  /** Undefined when absent; everything but `0` and `false`, in any case, is true. */
  flag(name: string): boolean | undefined {
    const value = this.#params.get(name);
    if (value === null) return undefined;
    return value !== '0' && value.toLowerCase() !== 'false';
  }

  /** Undefined when absent. @throws 400 when it is not a number. */
  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === '') return undefined;
    if (!/^[-+]?\d+$/u.test(value))
      throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
    return Number(value);
  }
}
