import { REDACTED, isSecretName, redactText } from '../redaction.ts';

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** How a value is kept from view: not at all, as a text, or as base64 of something. */
export type Hidden = 'no' | 'text' | 'base64';

/** The annotation in which kubectl keeps a copy of the whole object, which is never shown. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Of one text, in characters. */
const MAX_TEXT = 200;
/** Of a whole value, in characters; an item that is begun is written to its end. */
const MAX_VALUE = 400;
const MAX_DEPTH = 20;

/** Whether a member of an object is shown. What is inside a hidden one is hidden too. */
export function hiddenMember(holder: object, name: string, above: Hidden): Hidden {
  if (above !== 'no') return above;
  if ('kind' in holder && holder.kind === 'Secret') {
    if (name === 'data') return 'base64';
    if (name === 'stringData') return 'text';
  }
  const isNamedSecret = 'name' in holder && typeof holder.name === 'string' && isSecretName(holder.name);
  return isSecretName(name) || (name === 'value' && isNamedSecret) ? 'text' : 'no';
}

/**
 * A value on one line, such as `{image: "nginx", ports: [80]}`, cut where it is long. Hidden ones, and texts that
 * are nothing but a secret, show their size alone.
 */
export function showValue(value: unknown, hidden: Hidden, redact: Redact, depth = 0): string {
  if (typeof value === 'string') return hidden === 'no' ? showText(value, redact) : size(value, hidden);
  if (typeof value !== 'object' || value === null) return showScalar(value, hidden, redact);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => () => showValue(item, hidden, redact, depth + 1));
    return `[${joined(items)}]`;
  }
  const members = Object.entries(value).filter(
    ([name, member]) => member !== undefined && name !== LAST_APPLIED,
  );
  const shown = members.map(
    ([name, member]: [string, unknown]) =>
      () =>
        `${showName(name)}: ${showValue(member, hiddenMember(value, name, hidden), redact, depth + 1)}`,
  );
  return `{${joined(shown)}}`;
}

/** A member's name: as it is where it is a plain word. */
export function showName(name: string): string {
  return /^[\w./-]{1,100}$/.test(name) ? name : JSON.stringify(cut(name));
}

function showText(value: string, redact: Redact): string {
  const text = redactText(redact(value));
  return text === REDACTED ? size(value, 'text') : JSON.stringify(cut(text));
}

function showScalar(value: unknown, hidden: Hidden, redact: Redact): string {
  const text = String(value);
  if (typeof value === 'boolean' || value === null) return text;
  return hidden !== 'no' || redact(text) !== text ? '(secret)' : text;
}

function size(value: string, hidden: Exclude<Hidden, 'no'>): string {
  const bytes = Buffer.byteLength(value, hidden === 'base64' ? 'base64' : 'utf8');
  return `(secret, ${bytes} ${bytes === 1 ? 'byte' : 'bytes'})`;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`;
}

/** Writes one after the other, as far as there is room. */
function joined(items: readonly (() => string)[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length > MAX_VALUE) return [...shown, `… ${items.length - shown.length} more`].join(', ');
    const text = item();
    length += text.length + 2;
    shown.push(text);
  }
  return shown.join(', ');
}
