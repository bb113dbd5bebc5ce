import { errorMessage, isOperatorError } from './errors.ts';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/** A name ends with one of these, compared in lower case without separators: `dbPassword`, `X-Api-Key`. */
const SECRET_NAME =
  /(?:passwords?|passwd|passphrase|tokens?|secret|authorization|cookies?|credentials?|apikeys?|accesskey|secretkey|privatekey|keydata)$/;

/** Secrets that can stand inside a text: credentials of requests and URLs, JSON web tokens, private keys. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer\s{1,4}|authorization\W{1,4}\w+\s{1,4})[\w.~+/=-]{8,}/gi, `$1${REDACTED}`],
  [/(?<![\w+.-])([a-z][\w+.-]*:\/\/)[^\s/@:]*:[^\s/@]*@/gi, `$1${REDACTED}@`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, REDACTED],
  [/-----BEGIN ([A-Z ]*)PRIVATE KEY-----[^]*?(?:-----END \1PRIVATE KEY-----|$)/g, REDACTED],
];

/** The annotation in which kubectl keeps a copy of the whole object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const MAX_DEPTH = 12;
const MAX_ITEMS = 100;
const MAX_TEXT = 16_384;

/** Whether what is called so is taken for a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
}

/** The text without credentials of requests and URLs, JSON web tokens and private keys; cut after 16,384 characters. */
export function redactText(text: string): string {
  if (text.length > MAX_TEXT) {
    return `${redactText(text.slice(0, MAX_TEXT))} [${text.length - MAX_TEXT} more characters]`;
  }
  return SECRET_TEXTS.reduce((left, [secret, sign]) => left.replace(secret, sign), text);
}

/**
 * A copy of a value for the log, as plain data without secrets. Replaced are: what has a secret's name (see
 * {@link isSecretName}), except booleans and null; `value` beside a secret's `name`, as in a container's
 * environment; the data of Secrets; kubectl's copy of an object; secrets inside texts. Errors become their
 * chain of messages, code and stack; cycles, depths over 12, all but 100 items of a list and all but 16,384 characters of a text are cut.
 *
 * @param text what is made of each text. Default {@link redactText}.
 */
export function redact(value: unknown, text: (text: string) => string = redactText): unknown {
  return copy(value, { path: [], text });
}

/** Where a copy is, and what it makes of texts. */
interface Copying {
  readonly path: readonly object[];
  readonly text: (text: string) => string;
}

function copy(value: unknown, { path, text }: Copying): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (path.includes(value)) return '[circular]';
  if (path.length >= MAX_DEPTH) return '[too deep]';
  return copyObject(value, { path: [...path, value], text });
}

function copyObject(value: object, at: Copying): unknown {
  if (value instanceof Error) return copyError(value, at);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return copyList(value, at);
  if (value instanceof Set) return copyList([...value], at);
  if (value instanceof Map) return copyFields(Object.fromEntries(value as Map<string, unknown>), at);
  if (hasToJSON(value)) return copy(value.toJSON(), at);
  return copyFields(value, at);
}

function copyError(error: Error, { text }: Copying): object {
  const code: unknown = isOperatorError(error) || 'code' in error ? error.code : undefined;
  return {
    message: text(errorMessage(error)),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: error.stack === undefined ? undefined : text(error.stack),
  };
}

function copyList(items: readonly unknown[], at: Copying): unknown[] {
  const shown = items.slice(0, MAX_ITEMS).map((item) => copy(item, at));
  return items.length > MAX_ITEMS ? [...shown, `[${items.length - MAX_ITEMS} more]`] : shown;
}

function copyFields(fields: object, at: Copying): Record<string, unknown> {
  const hidden = hiddenFields(fields);
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const hide = isSecretName(name) || name === LAST_APPLIED || hidden.includes(name);
    return [name, hide && !isHarmless(value) ? REDACTED : copy(value, at)] as const;
  });
  return Object.fromEntries(entries);
}

/** Names of fields that are secret because of what stands beside them. */
function hiddenFields(fields: object): readonly string[] {
  if ('kind' in fields && fields.kind === 'Secret') return ['data', 'stringData'];
  return 'name' in fields && typeof fields.name === 'string' && isSecretName(fields.name) ? ['value'] : [];
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isHarmless(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || value === undefined;
}
