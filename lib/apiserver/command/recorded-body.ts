import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { REDACTED, redactText } from '../../redaction.ts';
import { describePath, segmentsOf } from '../requests/route.ts';

/** What is secret in objects of a kind, by path; `*` stands for all members. */
const SECRETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Secret: [
    ['data', '*'],
    ['stringData', '*'],
  ],
  TokenReview: [['spec', 'token']],
  TokenRequest: [['status', 'token']],
};
/** In which kubectl keeps a copy of the whole object; its metadata also comes without saying of what kind it is. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Texts that are secret wherever they stand: JSON web tokens and private keys begin so. */
const SUSPICIOUS = /eyJ|PRIVATE KEY/u;

/**
 * A body without what is secret in it: data of Secrets, tokens, private keys. Everything else stays, whatever its
 * size; redaction for logs would cut it.
 *
 * @param url of the request: a patch does not say of what kind it is.
 */
export function withoutSecrets(body: unknown, url: string): unknown {
  return cleaned(body as JsonValue, isAboutSecrets(url) ? 'Secret' : '');
}

function isAboutSecrets(url: string): boolean {
  try {
    return describePath(segmentsOf(url.split('?', 1)[0] ?? ''))?.plural === 'secrets';
  } catch {
    // A path that nobody can read is about nothing.
    return false;
  }
}

/** @param kind what an object is that does not say so: items of lists, and patches. */
function cleaned(value: JsonValue, kind: string): JsonValue {
  if (typeof value === 'string') return SUSPICIOUS.test(value) ? redactText(value) : value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => cleanedItem(item, kind));
  return isJsonObject(value) ? cleanedObject(value, kind) : value;
}

/** The operations of a JSON patch have values without a kind. */
function cleanedItem(item: JsonValue, kind: string): JsonValue {
  const isOperation = isJsonObject(item) && 'op' in item && 'value' in item;
  return isOperation && kind === 'Secret' ? { ...item, value: REDACTED } : cleaned(item, kind);
}

function cleanedObject(obj: JsonObject, given: string): JsonObject {
  const kind = typeof obj['kind'] === 'string' ? obj['kind'] : given;
  const hidden = (SECRETS[kind] ?? []).reduce((left, path) => withRedacted(left, path), obj);
  const inner = kind.endsWith('List') ? kind.slice(0, -'List'.length) : '';
  return Object.fromEntries(
    Object.entries(hidden).map(([name, value]) => [name, memberOf(name, value, inner)]),
  );
}

function memberOf(name: string, value: JsonValue | undefined, inner: string): JsonValue | undefined {
  if (value === undefined) return value;
  if (name === LAST_APPLIED) return REDACTED;
  return cleaned(value, name === 'items' ? inner : '');
}

function withRedacted(obj: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const names = name === '*' ? Object.keys(obj) : [name].filter((one) => one in obj);
  const changes = names.map((one) => {
    const value = obj[one];
    if (rest.length === 0) return [one, REDACTED] as const;
    return [one, isJsonObject(value) ? withRedacted(value, rest) : value] as const;
  });
  return { ...obj, ...Object.fromEntries(changes) };
}
