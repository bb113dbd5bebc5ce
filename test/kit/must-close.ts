/** Something that must be closed before its test ends; see {@link mustClose}. */
export interface OpenToken {
  readonly what: string;
  readonly origin: Error;
}

/**
 * What was opened and not closed yet. State of the module on purpose: one process runs one test file, one test
 * at a time, and fakes and helpers far from the test must reach it.
 */
export const openTokens: Set<OpenToken> = new Set();

/**
 * Reports that something was opened which Node knows nothing about, such as a subscription or a watch of a
 * fake. Unless the result is disposed before the test ends, the test fails as it does for an open socket.
 */
export function mustClose(what: string): Disposable {
  const token: OpenToken = { what, origin: new Error('opened here') };
  openTokens.add(token);
  return { [Symbol.dispose]: () => void openTokens.delete(token) };
}
