import { isUtf8 } from 'node:buffer';
import { type Context, contextKey, type LogFields, type Logger } from '../context/index.ts';
import { errorMessage } from './errors.ts';
import { HiddenTexts } from './hidden-texts.ts';
import { redact, redactText } from './redaction.ts';
import { formsOfBase64, formsOfSecret } from './secret-forms.ts';

/** Shorter values are too common inside other texts, in characters: they are hidden only as a whole. */
const SHORTEST_INSIDE = 4;

/** As much of a Secret as is read here; operator code need not be typed. */
interface SecretLike {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly stringData?: Readonly<Record<string, unknown>> | null;
}

/**
 * What must be shown nowhere, as one reconcile came to know it: the data of Secrets that it read or wrote, and
 * the fields of its object that the schema marks as passwords. So a copy is found too, wherever it went.
 *
 * **Guarantees:** a value is found as it is, line by line, in base64, and as JSON, Go and URLs escape it; of a
 * value over 64 characters also its beginning, where a text was cut. Noting a Secret costs nothing until there is
 * a text to look through. A binary value is found in base64 only; one over 16,384 characters escaped only line by
 * line; one under 4 characters only where it is the whole text; and `true`, `no` and the like, numbers under
 * 1000 and white space never.
 */
export class SecretValues {
  readonly #hidden = new HiddenTexts();
  #noted: SecretLike[] = [];

  /** Takes a text. */
  add(value: string): void {
    const inside = value.trim().length >= SHORTEST_INSIDE;
    for (const form of formsOfSecret(value)) this.#hidden.add(form, inside);
  }

  /**
   * Takes a Secret, or those in a list of them, by reference: they must not change. Ignores everything else, so
   * that whatever was read or written may be handed in.
   */
  note(obj: object): void {
    const { kind, items } = obj as { readonly kind?: unknown; readonly items?: unknown };
    if (kind === 'Secret') this.#noted.push(obj);
    else if (Array.isArray(items)) for (const item of items as readonly object[]) this.note(item);
  }

  /** Nothing is hidden, as far as is known by now. */
  get isEmpty(): boolean {
    return this.#noted.length === 0 && this.#hidden.isEmpty;
  }

  /** The text without the values, nor what {@link redactText} leaves out. */
  redact(text: string): string {
    this.#takeNoted();
    return redactText(this.#hidden.hide(text));
  }

  /** A copy as {@link redact} makes one for the log, without the values in its texts. */
  redactDeep(value: unknown): unknown {
    return redact(value, (text) => this.redact(text));
  }

  #takeNoted(): void {
    const noted = this.#noted;
    if (noted.length === 0) return;
    this.#noted = [];
    for (const { data, stringData } of noted) {
      for (const value of Object.values(data ?? {})) if (typeof value === 'string') this.#addBase64(value);
      for (const value of Object.values(stringData ?? {})) if (typeof value === 'string') this.add(value);
    }
  }

  #addBase64(base64: string): void {
    const bytes = Buffer.from(base64, 'base64');
    if (isUtf8(bytes) && !bytes.includes(0)) return this.add(bytes.toString());
    for (const form of formsOfBase64(base64)) this.#hidden.add(form, bytes.length >= SHORTEST_INSIDE);
  }
}

const key = contextKey<SecretValues>('secretValues');

/** Carries the {@link SecretValues} of a reconcile; the framework installs them. */
export const secretValues: {
  with(ctx: Context, values: SecretValues): Context;
  /** Undefined outside of a reconcile. */
  get(ctx: Context): SecretValues | undefined;
  /** The text without what the reconcile knows, nor what {@link redactText} leaves out. */
  redact(ctx: Context, text: string): string;
} = {
  with: (ctx, values) => ctx.withValue(key, values),
  get: (ctx) => ctx.value(key),
  redact: (ctx, text) => ctx.value(key)?.redact(text) ?? redactText(text),
};

/**
 * A logger whose messages and fields show none of the values, those included that come to be known later. While
 * there are none, lines pass untouched; else errors in fields are copies, of the same class.
 */
export function withRedaction(logger: Logger, values: SecretValues): Logger {
  return redacting(logger, values, {});
}

/** @param fields of every line; redacted with it, by what is known then. */
function redacting(logger: Logger, values: SecretValues, fields: LogFields): Logger {
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, more?: LogFields): void => {
      if (values.isEmpty) logger[level](message, { ...fields, ...more });
      else logger[level](values.redact(message), safely(values, { ...fields, ...more }));
    };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    with: (more) => redacting(logger, values, { ...fields, ...more }),
  };
}

/** A getter or `toJSON` of a field may throw, a logger must not. */
function safely(values: SecretValues, fields: LogFields): LogFields {
  try {
    const { error, ...others } = fields;
    const shown = values.redactDeep(others) as LogFields;
    return 'error' in fields ? { ...shown, error: redactedCause(values, error) } : shown;
  } catch (error) {
    return { logError: values.redact(errorMessage(error)) };
  }
}

function redactedCause(values: SecretValues, error: unknown): unknown {
  return error instanceof Error ? redactedError(values, error) : values.redactDeep(error);
}

/** Of the same class, with redacted texts, members and causes. */
function redactedError(values: SecretValues, error: Error): Error {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as Error;
  const { message, stack, cause, ...members } = Object.getOwnPropertyDescriptors(error);
  Object.defineProperties(copy, {
    ...mapped(members, (value) => values.redactDeep(value)),
    ...mapped({ ...(message && { message }), ...(stack && { stack: { value: error.stack } }) }, (text) =>
      values.redact(String(text)),
    ),
    ...mapped({ ...(cause && { cause }) }, (inner) => redactedCause(values, inner)),
  });
  return copy;
}

function mapped(
  members: Readonly<Record<PropertyKey, PropertyDescriptor>>,
  change: (value: unknown) => unknown,
): PropertyDescriptorMap {
  const entries = Reflect.ownKeys(members).map((name) => {
    const { value, enumerable = false } = members[name] as { value?: unknown; enumerable?: boolean };
    return [name, { value: change(value), enumerable, configurable: true, writable: true }] as const;
  });
  return Object.fromEntries(entries);
}
