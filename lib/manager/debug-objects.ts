import { InvalidConfigError } from '../errors.ts';
import { explainText } from '../framework/explain/explain-text.ts';
import type { Explain, Explanation } from '../framework/explain/explanation.ts';
import { keyOfRef, type ObjectKey } from '../object/kubernetes-object.ts';
import { type Answer, NOT_FOUND, decoded } from './answer.ts';

/** Explains objects, and says which ones. */
export interface ExplanationSource {
  readonly explain: Explain;
  /** The newest first. */
  readonly keys: () => readonly ObjectKey[];
}

/** One framework's explanations, or those of several by the frameworks' names. */
export type ExplainOption =
  Explain | ExplanationSource | Readonly<Record<string, Explain | ExplanationSource>>;

/** Objects of one framework that are listed. */
const MOST_LISTED = 1000;

/** The format of an answer. */
export interface AnswerFormat {
  readonly json: boolean;
  /** For texts, which say how long ago something was. */
  readonly now: Date;
}

/** Serves the explanations of objects: their list, and each by its namespace and name. */
export class DebugObjects {
  /** By the framework's name; just one, without a name, where there is but one. */
  readonly #sources: ReadonlyMap<string, Source>;

  /** @throws InvalidConfigError when the option is none of what it may be. */
  constructor(path: string, option: ExplainOption) {
    const single = sourceOf(option);
    if (single !== undefined) {
      this.#sources = new Map([['', single]]);
      return;
    }
    const named = Object.entries(option as Readonly<Record<string, Explain | ExplanationSource>>);
    this.#sources = new Map(named.map(([name, given]) => [name, requireSource(`${path}.${name}`, given)]));
  }

  /** @param rest the parts of the path after `/debug/objects`, as they came. Undefined: there is no such page. */
  page(rest: readonly string[]): ((format: AnswerFormat) => Answer) | undefined {
    const parts = rest.map(decoded);
    const [first, second] = parts;
    if (parts.length === 0 || (parts.length === 1 && first === '')) return (format) => this.#list(format);
    if (parts.length > 2 || parts.some((part) => part === undefined || part === '')) return undefined;
    const key = keyOfRef(
      second === undefined ? { name: first ?? '' } : { namespace: first ?? '', name: second },
    );
    return (format) => this.#explain(key, format);
  }

  #list({ json }: AnswerFormat): Answer {
    const lists = [...this.#sources].map(([name, { keys }]) => [name, keys?.() ?? []] as const);
    if (json) return jsonOf(this.#named(lists.map(([name, keys]) => [name, listed(keys)])));
    const texts = lists.map(([name, keys]) => `${heading(name)}${listText(keys)}`);
    return { status: 200, body: texts.join('\n') };
  }

  #explain(key: ObjectKey, { json, now }: AnswerFormat): Answer {
    const all = [...this.#sources].map(([name, { explain }]) => [name, explain(key)] as const);
    const known = all.filter((one): one is readonly [string, Explanation] => one[1] !== undefined);
    if (known.length === 0)
      return {
        ...NOT_FOUND,
        body: 'nothing is known of this object: nothing told of it, or it was dropped\n',
      };
    if (json) return jsonOf(this.#named(known));
    const texts = known.map(([name, explanation]) => `${heading(name)}${explainText(explanation, now)}`);
    return { status: 200, body: texts.join('\n') };
  }

  /** By name, but for the one that has none. */
  #named(entries: readonly (readonly [string, object])[]): unknown {
    return this.#sources.has('') ? entries[0]?.[1] : Object.fromEntries(entries);
  }
}

/** A function alone cannot say which objects it knows. */
type Source = Pick<ExplanationSource, 'explain'> & Partial<ExplanationSource>;

function sourceOf(given: ExplainOption): Source | undefined {
  if (typeof given === 'function') return { explain: given };
  return isSource(given) ? given : undefined;
}

function isSource(given: ExplainOption): given is ExplanationSource {
  const { explain, keys } = given as Partial<ExplanationSource>;
  return typeof explain === 'function' && typeof keys === 'function';
}

function requireSource(path: string, given: Explain | ExplanationSource | undefined): Source {
  const source = given && sourceOf(given);
  if (source !== undefined) return source;
  throw new InvalidConfigError(`${path} must be a function, or have explain and keys`);
}

function listed(keys: readonly ObjectKey[]): object {
  return { objects: keys.slice(0, MOST_LISTED), more: Math.max(0, keys.length - MOST_LISTED) };
}

function listText(keys: readonly ObjectKey[]): string {
  const lines = keys.slice(0, MOST_LISTED).map((key) => `${key}\n`);
  return `${lines.join('')}${keys.length > MOST_LISTED ? `… ${keys.length - MOST_LISTED} more\n` : ''}`;
}

function heading(name: string): string {
  return name === '' ? '' : `== ${name} ==\n`;
}

function jsonOf(value: unknown): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status: 200, body: `${JSON.stringify(value, undefined, 2)}\n`, headers };
}
