import { redactText } from '../redaction.ts';
import { type Hidden, LAST_APPLIED, hiddenMember, type Redact, showName, showValue } from './shown-value.ts';

export interface DiffOptions {
  /**
   * Takes secrets out of texts; run on each value by itself, and on each line. Default: credentials that are
   * recognised by their form, which are taken out in any case.
   */
  readonly redact?: Redact;
  /** Whether `status` is compared. Default true. */
  readonly status?: boolean;
  /** Default 100. */
  readonly maxLines?: number;
  /** Of the whole text, the note on what was left out not counted. Default 8000. */
  readonly maxCharacters?: number;
}

/** What the API server keeps about an object and nobody wants to see, in its metadata. */
const NOISE: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
]);

/** What items of a list are told apart by; the first that all have, each another, is taken. */
const ITEM_KEYS = ['name', 'key', 'type'] as const;

/** Values that are compared at most: objects that hold themselves have no end. */
const MAX_VALUES = 20_000;
/** What is further inside is one value. */
const MAX_DEPTH = 30;

/**
 * What differs between two states of an object, a line each: `+ spec.a: 1`, `- spec.b: "x"`,
 * `~ spec.replicas: 1 → 3`. Empty where nothing does. An object that is new, or gone, is shown by the members of
 * its `metadata`, `spec` and so on, each on one line.
 *
 * Left out is what names the object where only one side says it, and what the API server keeps in the metadata.
 * Items of a list go by their `name`, `key` or `type` where they have one, else by their place. Data of Secrets,
 * and what is named like a password, show their size alone.
 *
 * **Guarantees:** never throws; bounded, and says how many lines were left out. Lines stand in the order of their
 * paths.
 */
export function diffObjects(
  before: object | undefined,
  after: object | undefined,
  options: DiffOptions = {},
): string {
  try {
    const comparison = new Comparison(options);
    const text = bounded(comparison.lines(before, after), options);
    return comparison.exhausted ? `${text}\n… too large to be compared further` : text;
  } catch {
    return '(the difference cannot be shown)';
  }
}

/** Written only if there is room for it. */
type Line = () => string;

/** Where two values stand. */
interface Place {
  readonly path: string;
  readonly hidden: Hidden;
  /** 0: the object itself. */
  readonly depth: number;
}

class Comparison {
  readonly #redact: Redact;
  readonly #status: boolean;
  #left = MAX_VALUES;

  constructor({ redact = redactText, status = true }: DiffOptions) {
    this.#redact = redact;
    this.#status = status;
  }

  *lines(before: unknown, after: unknown): Generator<Line, void, undefined> {
    const all = this.#compare({ path: '', hidden: 'no', depth: 0 }, before, after);
    for (const line of all) yield () => redactText(this.#redact(line()));
  }

  /** There was more than may be compared. */
  get exhausted(): boolean {
    return this.#left < 0;
  }

  *#compare(at: Place, before: unknown, after: unknown): Generator<Line, void, undefined> {
    this.#left -= 1;
    if (before === after || this.exhausted) return;
    if (isList(before) && isList(after) && at.depth < MAX_DEPTH) {
      yield* this.#compareLists(at, before, after);
    } else if (descends(at, before, after)) {
      yield* this.#compareMembers(at, membersOf(before), membersOf(after));
    } else if (!Object.is(before, after)) {
      yield () => this.#line(at, before, after);
    }
  }

  *#compareMembers(at: Place, before: Members, after: Members): Generator<Line, void, undefined> {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of [...names].toSorted()) {
      if (this.exhausted) return;
      const [was, is] = [own(before, name), own(after, name)];
      if (this.#isNoise(at, name, was, is)) continue;
      const hidden = strictest(hiddenMember(before, name, at.hidden), hiddenMember(after, name, at.hidden));
      yield* this.#compare({ path: memberPath(at.path, name), hidden, depth: at.depth + 1 }, was, is);
    }
  }

  #isNoise({ path }: Place, name: string, before: unknown, after: unknown): boolean {
    const oneSided = before === undefined || after === undefined;
    if (name === 'creationTimestamp' && !before && !after) return true;
    if (path === '') return name === 'status' ? !this.#status : isIdentity(name) && oneSided;
    if (path === 'metadata')
      return NOISE.has(name) || ((name === 'name' || name === 'namespace') && oneSided);
    return name === LAST_APPLIED;
  }

  *#compareLists(
    at: Place,
    before: readonly unknown[],
    after: readonly unknown[],
  ): Generator<Line, void, undefined> {
    const key = ITEM_KEYS.find((one) => tellsApart(before, one) && tellsApart(after, one));
    if (key !== undefined) yield* this.#compareNamed(at, named(before, key), named(after, key));
    else if (before.length !== after.length && isSet(before) && isSet(after))
      yield* this.#compareSets(at, before, after);
    else yield* this.#compareByIndex(at, before, after);
  }

  *#compareNamed(at: Place, before: Named, after: Named): Generator<Line, void, undefined> {
    const [was, is] = [kept(before, after), kept(after, before)];
    if (was.join('\n') !== is.join('\n')) yield () => this.#order(at, was, is);
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      if (this.exhausted) return;
      const place = { ...at, path: `${at.path}[${showName(name)}]`, depth: at.depth + 2 };
      yield* this.#compare(place, before.get(name), after.get(name));
    }
  }

  #order({ path, hidden }: Place, was: readonly string[], is: readonly string[]): string {
    const [old, now] = [was, is].map((names) => showValue(names, hidden, this.#redact));
    return `~ ${path}: order ${old} → ${now}`;
  }

  *#compareByIndex(
    at: Place,
    before: readonly unknown[],
    after: readonly unknown[],
  ): Generator<Line, void, undefined> {
    for (let index = 0; index < Math.max(before.length, after.length) && !this.exhausted; index += 1) {
      const place = { ...at, path: `${at.path}[${index}]`, depth: at.depth + 2 };
      yield* this.#compare(place, before[index], after[index]);
    }
  }

  /** Scalars that came or went: their places say little when others moved up. */
  *#compareSets(
    at: Place,
    before: readonly unknown[],
    after: readonly unknown[],
  ): Generator<Line, void, undefined> {
    for (const [index, value] of before.entries())
      if (!after.includes(value)) yield () => this.#line(itemOf(at, index), value, undefined);
    for (const [index, value] of after.entries())
      if (!before.includes(value)) yield () => this.#line(itemOf(at, index), undefined, value);
  }

  #line({ path, hidden }: Place, before: unknown, after: unknown): string {
    const [was, is] = [before, after].map((value) => showValue(value, hidden, this.#redact));
    const at = path === '' ? 'the object' : path;
    if (before === undefined) return `+ ${at}: ${is}`;
    return after === undefined ? `- ${at}: ${was}` : `~ ${at}: ${was} → ${is}`;
  }
}

type Named = ReadonlyMap<string, unknown>;

function itemOf(at: Place, index: number): Place {
  return { ...at, path: `${at.path}[${index}]` };
}

function named(items: readonly unknown[], key: string): Named {
  return new Map(items.map((item) => [String(membersOf(item)[key]), item]));
}

/** The names of the one that are in the other too. */
function kept(one: Named, other: Named): readonly string[] {
  return [...one.keys()].filter((name) => other.has(name));
}

function tellsApart(items: readonly unknown[], key: string): boolean {
  const names = items.map((item) => own(membersOf(item), key));
  return names.every((name) => typeof name === 'string') && new Set(names).size === items.length;
}

type Members = Readonly<Record<string, unknown>>;

/** Two objects are compared by their members always; one that is new or gone on its first two levels. */
function descends({ depth }: Place, before: unknown, after: unknown): boolean {
  if (isMembers(before) && isMembers(after)) return depth < MAX_DEPTH;
  if (depth > 1 || (before !== undefined && after !== undefined)) return false;
  const one = before ?? after;
  return isMembers(one) && Object.keys(one).length > 0;
}

/** None of what has no members. */
function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function own(holder: Members, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function memberPath(path: string, name: string): string {
  if (!/^[\w-]{1,100}$/.test(name)) return `${path}[${showName(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function strictest(one: Hidden, other: Hidden): Hidden {
  return one === 'no' ? other : one;
}

function isIdentity(name: string): boolean {
  return name === 'apiVersion' || name === 'kind';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Scalars, none of them twice. */
function isSet(items: readonly unknown[]): boolean {
  const isScalar = (item: unknown): boolean => typeof item !== 'object' || item === null;
  return items.every(isScalar) && new Set(items).size === items.length;
}

function bounded(lines: Iterable<Line>, options: DiffOptions): string {
  const { maxLines = 100, maxCharacters = 8000 } = options;
  const shown: string[] = [];
  let [length, left] = [0, 0];
  for (const line of lines) {
    const text = left === 0 && shown.length < maxLines ? line() : undefined;
    if (text !== undefined && length + text.length < maxCharacters) {
      shown.push(text);
      length += text.length + 1;
    } else {
      left += 1;
    }
  }
  if (left > 0) shown.push(`… ${left} more ${left === 1 ? 'line' : 'lines'}`);
  return shown.join('\n');
}
