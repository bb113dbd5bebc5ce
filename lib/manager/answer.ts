/** What an endpoint answers; plain text, unless a header says otherwise. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const NOT_FOUND: Answer = { status: 404, body: 'not found\n' };

/** What stands between slashes of a URL; undefined where an escape is malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
