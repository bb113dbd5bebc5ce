import type { KindRules } from '../kind-rules.ts';

/**
 * Rules of kinds that are here since a client may want to find them, keep them and select them, while what they ask
 * for does not happen: no other API server is called, no request waits for another, no certificate is signed.
 */
export function storeOnlyRules(kind: string): KindRules {
  return { warnings: () => [storedOnlyWarning(kind)] };
}

export function storedOnlyWarning(kind: string): string {
  return `this API server stores a ${kind} and does not act on it`;
}
