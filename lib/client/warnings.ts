import type { Context } from '../../context/index.ts';

/** Beyond this many texts the oldest is forgotten, and logged again when it comes back. */
const MOST_TEXTS = 1000;
const WARNING = /(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"/g;

/**
 * The texts of `Warning: 299` headers. Other codes are of caches in between and mean nothing to us.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc7234#section-5.5
 */
export function warningTexts(header: string | readonly string[] | undefined): readonly string[] {
  const lines = typeof header === 'string' ? [header] : (header ?? []);
  return lines
    .flatMap((line) => line.matchAll(WARNING).toArray())
    .filter(([, code]) => code === '299')
    .map(([, , , text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}

/** Logs what an API server warns of (deprecated versions, unknown fields), each text once. */
export class Warnings {
  readonly #seen = new Set<string>();

  log(ctx: Context, header: string | readonly string[] | undefined): void {
    if (header === undefined) return;
    for (const text of warningTexts(header)) {
      if (this.#seen.has(text)) continue;
      this.#remember(text);
      ctx.logger.warn('The API server warns', { warning: text });
    }
  }

  #remember(text: string): void {
    this.#seen.add(text);
    const [oldest] = this.#seen;
    if (this.#seen.size > MOST_TEXTS && oldest !== undefined) this.#seen.delete(oldest);
  }
}
