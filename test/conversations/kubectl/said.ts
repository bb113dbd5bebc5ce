/** What a command said. */
export interface Said {
  /** Null: it was ended. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What differs from run to run, and what stands for it. In this order. */
const EPHEMERAL: readonly (readonly [RegExp, string])[] = [
  [/https:\/\/127\.0\.0\.1:\d+/g, 'SERVER'],
  [/\b127\.0\.0\.1:\d+/g, 'ADDRESS'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| \+0000)?/g, 'TIME'],
  [/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000/g, 'TIME'],
  [/(resourceVersion\\?"?: *\\?"?|Resource Version: *)\d+/g, '$1VERSION'],
  // What client-go logs about itself, by the mood of the moment.
  [/^[IWE]\d{4} \d\d:\d\d:\d\d.*\n/gm, ''],
  [/\b(LIVE|MERGED)-\d+/g, '$1'],
  [/kube-api-access-\w{5}/g, 'kube-api-access-RANDOM'],
  // Ages, and the spaces that align them.
  [/\b\d+(?:m\d+)?s(?= |$|\))/gm, 'AGE'],
  [/ {2,}(?=\S)/g, '  '],
  [/ +$/gm, ''],
];

/** @param own texts of one speaker, and the words for them. @returns a function that puts words for what is ephemeral. */
export function newPlain(own: Readonly<Record<string, string>>): (text: string) => string {
  return (text) => {
    const known = Object.entries(own).reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
    return EPHEMERAL.reduce((rest, [pattern, to]) => rest.replace(pattern, to), known);
  };
}
