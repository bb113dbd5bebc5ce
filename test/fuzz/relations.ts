import { isJsonObject, type JsonValue } from '../../lib/object/json.ts';

/**
 * Which uids and versions of one server stand for which of the other. A version that is new on one side and old on the other
 * means that one of them wrote and the other did not.
 */
export class Relations {
  readonly #partners = [new Map<string, string>(), new Map<string, string>()] as const;

  /** Where two bodies of the same structure refer to things that do not belong together; remembers those that are new. */
  apart(ours: JsonValue, real: JsonValue): readonly Unrelated[] {
    const mine = identities(ours, '');
    const theirs = identities(real, '');
    if (mine.length !== theirs.length) return [];
    return mine.flatMap(({ at, value }, index) => this.#apart(at, value, theirs[index]!.value));
  }

  #apart(at: string, ours: string, real: string): readonly Unrelated[] {
    const [realOf, oursOf] = this.#partners;
    const isKnown = { ours: realOf.has(ours), real: oursOf.has(real) };
    if (!isKnown.ours && !isKnown.real) {
      realOf.set(ours, real);
      oursOf.set(real, ours);
    }
    if (realOf.get(ours) === real) return [];
    return [{ at, ours: age(isKnown.ours), real: age(isKnown.real) }];
  }
}

function age(isKnown: boolean): string {
  return isKnown ? 'one seen before' : 'a new one';
}

/** What should be the same on both sides, or new on both, and is not. */
export interface Unrelated {
  /** Where it is, as a dotted path from the body that begins with a dot. */
  readonly at: string;
  readonly ours: string;
  readonly real: string;
}

interface Identity {
  readonly at: string;
  readonly value: string;
}

/** The uids and versions of objects, in the order of their fields. */
function identities(value: JsonValue, at: string): readonly Identity[] {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, index) => identities(item, `${at}.${index}`));
  if (!isJsonObject(value)) return [];
  const { metadata, items } = value;
  if (Array.isArray(items)) return identities(items, `${at}.items`);
  if (!isJsonObject(metadata)) return [];
  return ['uid', 'resourceVersion'].flatMap((name) => {
    const found = metadata[name];
    return typeof found === 'string' ? [{ at: `${at}.metadata.${name}`, value: found }] : [];
  });
}
