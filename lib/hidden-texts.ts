import { REDACTED } from './redaction.ts';

/** The shortest text that is looked for inside others, in characters: shorter ones only as a whole. */
const SHORTEST_INSIDE = 4;

/** So much of a longer text gives it away, in characters: then all of it that is there is hidden, cut or not. */
const ENOUGH = 64;

/** What gives texts away: each as a whole, or the first {@link ENOUGH} characters of longer ones, and those. */
type Beginnings = Map<string, string[]>;

interface Stretch {
  readonly start: number;
  /** The first character that is not hidden any more. */
  end: number;
}

/**
 * Texts to be hidden wherever they stand. Looking through a text takes time by its length, however many texts
 * are to be hidden.
 */
export class HiddenTexts {
  readonly #all = new Set<string>();
  /** By their first characters, then by the length of their beginnings. */
  readonly #inside = new Map<string, Map<number, Beginnings>>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** @param inside whether it is looked for inside others too, if it is long enough. Default true. */
  add(text: string, inside = true): void {
    if (text === '' || this.#all.has(text)) return;
    this.#all.add(text);
    if (!inside || text.length < SHORTEST_INSIDE) return;
    const start = text.slice(0, SHORTEST_INSIDE);
    const lengths = entry(this.#inside, start, () => new Map<number, Beginnings>());
    const beginning = text.slice(0, ENOUGH);
    const beginnings = entry(lengths, beginning.length, () => new Map<string, string[]>());
    const longer = entry(beginnings, beginning, () => []);
    if (text.length > ENOUGH) longer.push(text);
  }

  /** The text with a sign in place of each stretch that is hidden, by one text or several that overlap. */
  hide(text: string): string {
    if (this.#all.has(text)) return REDACTED;
    let shown = '';
    let from = 0;
    for (const { start, end } of this.#stretches(text)) {
      shown += text.slice(from, start) + REDACTED;
      from = end;
    }
    return shown + text.slice(from);
  }

  /** In order, apart from each other. */
  #stretches(text: string): readonly Stretch[] {
    const found: Stretch[] = [];
    if (this.#inside.size === 0) return found;
    for (let start = 0; start + SHORTEST_INSIDE <= text.length; start += 1) {
      const end = start + this.#lengthAt(text, start);
      const last = found.at(-1);
      if (end === start) continue;
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else found.push({ start, end });
    }
    return found;
  }

  /** How many characters from there on are hidden. */
  #lengthAt(text: string, at: number): number {
    let most = 0;
    for (const [length, beginnings] of this.#inside.get(text.slice(at, at + SHORTEST_INSIDE)) ?? []) {
      const longer = beginnings.get(text.slice(at, at + length));
      if (longer === undefined) continue;
      most = longer.reduce(
        (sofar, hidden) => Math.max(sofar, sameLength(text, at, hidden)),
        Math.max(most, length),
      );
    }
    return most;
  }
}

/** How many characters of the hidden text stand there. */
function sameLength(text: string, at: number, hidden: string): number {
  let length = ENOUGH;
  while (length < hidden.length && text[at + length] === hidden[length]) length += 1;
  return length;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
