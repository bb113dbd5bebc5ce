import { type Context, contextKey } from '../context/index.ts';
import { REDACTED, redactText } from './redaction.ts';

/** The shortest text that is looked for inside others, in characters: shorter ones only as a whole. */
const SHORTEST_INSIDE = 4;

/**
 * What must be shown nowhere, as one reconcile came to know it: the data of Secrets that it read or wrote, and
 * the fields of its object that the schema marks as passwords. So a copy is found too, wherever it went.
 */
export class SecretValues {
  readonly #values = new Set<string>();

  /** Takes a text, and its base64. Empty ones are nothing to hide. */
  add(value: string): void {
    if (value === '') return;
    this.#values.add(value);
    this.#values.add(Buffer.from(value).toString('base64'));
  }

  /** The text without the values, nor what {@link redactText} leaves out. */
  redact(text: string): string {
    if (this.#values.has(text)) return REDACTED;
    const inside = [...this.#values].filter((value) => value.length >= SHORTEST_INSIDE);
    const longestFirst = inside.sort((a, b) => b.length - a.length);
    return redactText(longestFirst.reduce((left, value) => left.replaceAll(value, REDACTED), text));
  }
}

const key = contextKey<SecretValues>('secretValues');

/** Carries the {@link SecretValues} of a reconcile; the framework installs them. */
export const secretValues: {
  with(ctx: Context, values: SecretValues): Context;
  /** Undefined outside of a reconcile. */
  get(ctx: Context): SecretValues | undefined;
} = {
  with: (ctx, values) => ctx.withValue(key, values),
  get: (ctx) => ctx.value(key),
};
