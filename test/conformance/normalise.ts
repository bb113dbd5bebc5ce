import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import { isJsonObject } from '../../lib/object/json.ts';
import type { Answer } from './answer.ts';
import type { RawAnswer } from './exchange.ts';
import { isList, jsonText } from './json-text.ts';
import type { Handling } from './step.ts';

const TIMES = new Set(['creationTimestamp', 'deletionTimestamp', 'lastTransitionTime', 'time']);
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const AGE = /^(?:\d+[dhms])+$/;
const NODE_PORT = /:3[0-2]\d{3}\//g;
const ADDRESS = /^10\.\d+\.\d+\.\d+$/;

/**
 * Makes the answers of one case comparable between servers and runs. Uids and objects' versions become numbers in the order of
 * their first appearance, so that it still shows which are the same; times, ages, tokens and random names become placeholders.
 */
export class Normaliser {
  readonly #id: string;
  readonly #uids = new Map<string, string>();
  readonly #versions = new Map<string, string>();

  constructor(id: string) {
    this.#id = id;
  }

  answer(raw: RawAnswer, { quiet = false, hide = [] }: Handling): Answer {
    const { status, headers, isJson } = raw;
    const body = this.#visible(raw.body, hide);
    const warnings = listed(headers['warning']).map((text) => this.#text(text));
    const type = isJson || quiet ? undefined : String(headers['content-type']);
    const retryAfter = headers['retry-after'];
    return {
      status,
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(type === undefined ? {} : { type }),
      ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
      body,
    };
  }

  /** Versions and uids are numbered even where the rest is not looked at. */
  #visible(body: JsonValue, hide: readonly string[]): JsonValue {
    return this.#value(hide.reduce((rest, path) => without(rest, path.split('.')), body));
  }

  #value(value: JsonValue, key = '', parent: JsonObject = {}): JsonValue {
    if (isList(value) && key === 'managedFields') return this.#managers(value);
    if (isList(value)) return value.map((item) => this.#value(item, key === 'cells' ? 'cell' : ''));
    if (isJsonObject(value)) return this.#object(value, key);
    if (key === 'nodePort' && typeof value === 'number' && value > 0) return '<port>';
    return typeof value === 'string' ? this.#string(value, key, parent) : value;
  }

  /** They are in the order of their times, which are equal or not by chance. */
  #managers(entries: readonly JsonValue[]): JsonValue {
    return entries
      .map((entry) => this.#value(entry))
      .toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1));
  }

  #object(value: JsonObject, key: string): JsonObject {
    const isListing = key === 'metadata' ? false : 'items' in value || value['kind'] === 'Table';
    const entries = Object.entries(value).map(([name, member]) => {
      const inList = isListing || value['type'] === 'BOOKMARK';
      const hidden =
        inList && (name === 'metadata' || name === 'object') ? unversioned(member ?? null) : member;
      return [this.#text(name), this.#value(hidden ?? null, name, value)] as const;
    });
    return withoutOrder(discovered(Object.fromEntries(entries)));
  }

  #string(value: string, key: string, parent: JsonObject): JsonValue {
    if (TIMES.has(key)) return /^\d{4}-/.test(value) ? '<time>' : value;
    if (key === 'cell')
      return this.#text(
        value.replace(AGE, '<age>').replace(ADDRESS, '<address>').replaceAll(NODE_PORT, ':<port>/'),
      );
    // The built-in ones are generated without their prose, by decision.
    if (key === 'description' && 'format' in parent) return '<prose>';
    if (key === 'continue') return value === '' ? '' : '<continue>';
    if (key === 'resourceVersion') return this.#version(value);
    if (key === 'name' && typeof parent['generateName'] === 'string') return this.#generated(value, parent);
    if (ADDRESS.test(value)) return '<address>';
    return this.#text(value);
  }

  #version(value: string): string {
    if (!/^\d+$/.test(value)) return value;
    const known = this.#versions.get(value) ?? `<version ${this.#versions.size + 1}>`;
    this.#versions.set(value, known);
    return known;
  }

  #generated(name: string, { generateName }: JsonObject): string {
    const stem = jsonText(generateName);
    const random = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;
    const isRandom = name.startsWith(stem) && random.test(name.slice(stem.length));
    return this.#text(isRandom ? `${stem}<random>` : name);
  }

  #text(value: string): string {
    return (
      value
        .replaceAll(this.#id, '<id>')
        // The whole patched object, in an order that depends on which parts of it the patch touched.
        .replace(/(Invalid value: )"\{.*\}"(?=: )/s, '$1<object>')
        .replaceAll(UUID, (uid) => this.#uid(uid))
        .replaceAll(/(ResourceVersion in record \()\d+/g, '$1<version>')
        // Versions of keys are part of what is sent to etcd.
        .replaceAll(/(message larger than max \()\d+/g, '$1<bytes>')
        .replaceAll(/(object meta: )\d+/g, '$1<version>')
        .replaceAll(/(too old resource version: \d+ \()\d+/g, '$1<version>')
        .replaceAll(/(Too large resource version: \d+, current: )\d+/g, '$1<version>')
    );
  }

  #uid(uid: string): string {
    const known = this.#uids.get(uid) ?? `<uid ${this.#uids.size + 1}>`;
    this.#uids.set(uid, known);
    return known;
  }
}

/** Lists and bookmarks carry the version of the whole store, in which others write too. */
function unversioned(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { metadata } = value;
  const inner = metadata !== undefined && isJsonObject(metadata) ? { metadata: unversioned(metadata) } : {};
  return { ...value, ...('resourceVersion' in value ? { resourceVersion: '<version>' } : {}), ...inner };
}

/** A real server reports causes in the order of Go's maps, which is none. */
function withoutOrder(value: JsonObject): JsonObject {
  const { details, message } = value;
  if (value['kind'] !== 'Status' || !isJsonObject(details) || !isList(details['causes'])) return value;
  const causes = (details['causes'] as readonly JsonObject[]).map((cause) => ordered(cause));
  const parts = (details['causes'] as readonly JsonObject[]).map(
    (cause) => `${jsonText(cause['field'])}: ${jsonText(cause['message'])}`,
  );
  const sorted = causes.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const text = jsonText(message)
    .replace(`[${parts.join(', ')}]`, '[<causes>]')
    .replace(parts[0]!, '<cause>');
  return { ...value, message: text, details: { ...details, causes: sorted } };
}

function identity(entry: JsonValue): string {
  if (!isJsonObject(entry)) return '';
  const { manager, operation, subresource = '', apiVersion } = entry;
  return [manager, operation, subresource, apiVersion].map(jsonText).join(' ');
}

/** Nor are the custom resources of a group. */
function discovered(value: JsonObject): JsonObject {
  const { kind, resources } = value;
  if (kind !== 'APIResourceList' || !isList(resources)) return value;
  const name = (one: JsonValue): string => (isJsonObject(one) ? jsonText(one['name']) : '');
  return { ...value, resources: resources.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}

/** Nor are the supported values in an order. */
function ordered(cause: JsonObject): JsonObject {
  const [head = '', values] = jsonText(cause['message']).split('supported values: ');
  if (values === undefined) return cause;
  return { ...cause, message: `${head}supported values: ${values.split(', ').toSorted().join(', ')}` };
}

function without(value: JsonValue, [name = '', ...rest]: readonly string[]): JsonValue {
  if (isList(value)) return name === '*' ? value.map((item) => without(item, rest)) : value;
  if (!isJsonObject(value) || !(name in value)) return value;
  const { [name]: member, ...others } = value;
  return rest.length === 0 ? others : { ...value, [name]: without(member!, rest) };
}

function listed(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  // Node joins several by commas; each begins with its code and agent.
  return [value].flat().flatMap((text) => text.split(/, (?=299 )/));
}
