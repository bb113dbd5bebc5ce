import { isSecretName } from './redaction.ts';

/** Longer texts are not escaped as a whole, in characters: their lines are. */
const LONGEST_ESCAPED = 16_384;

/** The shortest line of a longer text that is secret by itself, and the shortest text within JSON. */
const SHORTEST_PART = 8;

/** What is no secret, whoever keeps it in one: it would be found everywhere. */
const TRIVIAL = /^(?:|\d{1,3}|true|false|yes|no|on|off|null|none)$/i;

/** Nothing in such a text is escaped by anybody. */
const PLAIN = /^[\w.-]*$/;

/** The first and the last line of a key or certificate. */
const ARMOUR = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/**
 * The texts in which a secret shows itself: as it is, and without white space around it; its lines, and what is
 * secret in it by name where it is JSON; each of these as JSON, Go's `%q` and URLs have it; and base64. None
 * where it is too common to be one.
 */
export function formsOfSecret(value: string): ReadonlySet<string> {
  const trimmed = value.trim();
  if (TRIVIAL.test(trimmed)) return new Set();
  const parts = [...linesOf(trimmed), ...secretsInJson(trimmed)];
  return new Set([value, trimmed, ...parts].flatMap(escaped).concat(encoded(value), encoded(trimmed)));
}

/** Base64 with and without padding, of both alphabets. */
export function formsOfBase64(base64: string): readonly string[] {
  const bare = base64.replaceAll(/\s/g, '').replace(/=+$/, '');
  return [base64, bare, bare.replaceAll('+', '-').replaceAll('/', '_')];
}

function encoded(text: string): readonly string[] {
  return formsOfBase64(Buffer.from(text).toString('base64'));
}

function linesOf(text: string): readonly string[] {
  if (!text.includes('\n')) return [];
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.length >= SHORTEST_PART && !ARMOUR.test(line));
}

/** Such as the passwords in a `.dockerconfigjson`. */
function secretsInJson(text: string): readonly string[] {
  if (!text.startsWith('{')) return [];
  const found: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      const isSecret = name === 'auth' || isSecretName(name);
      if (isSecret && typeof value === 'string' && value.length >= SHORTEST_PART) found.push(value);
      return value;
    });
  } catch {
    return []; // It only looks like JSON.
  }
  return found;
}

function escaped(text: string): readonly string[] {
  if (text.length > LONGEST_ESCAPED || PLAIN.test(text)) return [text];
  const json = JSON.stringify(text).slice(1, -1);
  const quoted = goQuoted(text);
  return [text, json, goJson(json), quoted, goQuoted(json), goQuoted(goJson(json)), ...urlForms(text)];
}

/** Go's JSON is made so that it can stand in HTML. @see golang/go:src/encoding/json/encode.go (HTMLEscape) */
function goJson(json: string): string {
  return json.replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape);
}

const GO_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** As `%q` prints, without the quotes around it. @see golang/go:src/strconv/quote.go */
function goQuoted(text: string): string {
  return text.replaceAll(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    const known = GO_ESCAPES[character];
    if (known !== undefined) return known;
    const code = codeOf(character);
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code < 0x1_00_00 ? unicodeEscape(character) : `\\U${code.toString(16).padStart(8, '0')}`;
  });
}

function unicodeEscape(character: string): string {
  return `\\u${codeOf(character).toString(16).padStart(4, '0')}`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** As JavaScript, RFC 3986, forms and Go's paths have it; none of a text that is no Unicode. */
function urlForms(text: string): readonly string[] {
  if (!text.isWellFormed()) return [];
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(
    /[!'()*]/g,
    (character) => `%${codeOf(character).toString(16).toUpperCase()}`,
  );
  const path = strict.replaceAll(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);
  return [component, strict, strict.replaceAll('%20', '+'), path];
}
