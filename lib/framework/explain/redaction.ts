import type { Context } from '../../../context/index.ts';
import { errorMessage } from '../../errors.ts';
import { redactText } from '../../redaction.ts';
import { type SecretValues, secretValues } from '../../secret-values.ts';

/** Of one text that is kept, in characters. */
const MAX_TEXT = 2000;

/**
 * Takes the secrets of one reconcile out of texts. It knows them as soon as a context was seen that carries them,
 * which the reconcile's first one need not do.
 */
export class Redaction {
  #values: SecretValues | undefined;

  /** Learns from the context. */
  see(ctx: Context): void {
    this.#values ??= secretValues.get(ctx);
  }

  /** Lets go of what it knows. */
  forget(): void {
    this.#values = undefined;
  }

  /** To be used for what is kept as a whole, whatever its length. */
  readonly redact = (text: string): string => redactText(this.#values?.redact(text) ?? text);

  /** At most 2000 characters of the text. */
  short(text: string): string {
    return cut(this.redact(text));
  }

  error(error: unknown): string {
    return this.short(errorMessage(error));
  }

  /** Whether it knows any more than {@link redactText} does. */
  get knows(): boolean {
    return this.#values?.isEmpty === false;
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`;
}
