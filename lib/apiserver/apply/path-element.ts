import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';

/**
 * One step of a path into an object, in the notation of `fieldsV1`: `f:name` is a member, `k:{"name":"x"}` the
 * item of a list with these keys, `v:"x"` an item of a set, `i:0` an index.
 *
 * @see kubernetes-sigs/structured-merge-diff:fieldpath/serialize-pe.go
 */
export type PathElement = string;

/** In a field set: the path itself, beside what is below it. */
export const SELF = '.';

const KINDS = 'fkvi';

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The name of a member; undefined for other steps. */
export function fieldName(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/** The item of a list whose key fields have these values. */
export function keyElement(keys: JsonObject): PathElement {
  return `k:${canonical(keys)}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${canonical(value)}`;
}

/** JSON with the members of objects in order. */
export function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/** As messages show it: `.spec`, `[name="x",port=80]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElement): string {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return `.${rest}`;
  if (element.startsWith('v:')) return `[=${rest}]`;
  if (element.startsWith('i:')) return `[${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as JsonObject);
  return `[${keys.map(([name, value]) => `${name}=${keyText(value)}`).join(',')}]`;
}

/** @see kubernetes-sigs/structured-merge-diff:value/value.go (ToString) */
function keyText(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(keyText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${keyText(member)}`)
    .join('');
}

/** Members by name, then items by key, by value, and by index; numbers by their size. */
export function compareElements(one: PathElement, other: PathElement): number {
  if (one === other) return 0;
  if (one === SELF) return -1;
  if (other === SELF) return 1;
  const [kind, otherKind] = [one.charAt(0), other.charAt(0)];
  if (kind !== otherKind) return KINDS.indexOf(kind) - KINDS.indexOf(otherKind);
  if (kind === 'f') return one < other ? -1 : 1;
  return compareValues(JSON.parse(one.slice(2)) as JsonValue, JSON.parse(other.slice(2)) as JsonValue);
}

function compareValues(one: JsonValue, other: JsonValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (!isJsonObject(one) || !isJsonObject(other)) return canonical(one) < canonical(other) ? -1 : 1;
  for (const [name, value] of Object.entries(one)) {
    const against = other[name];
    if (value === undefined || against === undefined) break;
    const order = value === against ? 0 : compareValues(value, against);
    if (order !== 0) return order;
  }
  return canonical(one) < canonical(other) ? -1 : 1;
}

/** The same step in its one canonical spelling; undefined when it is none. */
export function parsedElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return text;
  if (text.startsWith('i:')) return /^i:\d+$/u.test(text) ? text : undefined;
  if (!text.startsWith('k:') && !text.startsWith('v:')) return undefined;
  try {
    const value = JSON.parse(text.slice(2)) as JsonValue;
    if (text.startsWith('v:')) return valueElement(value);
    return isJsonObject(value) ? keyElement(value) : undefined;
  } catch {
    return undefined; // No JSON: no element. The caller says so.
  }
}
