import { createHash } from 'node:crypto';

import { type Scenario, lastVersion, nameOf, namespaceOf } from './objects.ts';

/** Resolves `done` when each of `count` keys was reconciled at a version above `above`. */
export class Progress {
  readonly done: Promise<void>;
  readonly #above: number;
  readonly #count: number;
  readonly #keys = new Set<string>();
  readonly #resolve: () => void;

  constructor(count: number, above: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.done = promise;
    this.#resolve = resolve;
    this.#above = above;
    this.#count = count;
  }

  reconciled(key: string, resourceVersion: string | undefined): void {
    if (!(Number(resourceVersion) > this.#above)) return;
    this.#keys.add(key);
    if (this.#keys.size === this.#count) this.#resolve();
  }
}

/** What a store holds, in a form that can be sent and compared. */
export interface StoreState {
  readonly count: number;
  /** Of all keys and versions. */
  readonly digest: string;
}

export function stateOf(versions: Iterable<readonly [string, string | undefined]>): StoreState {
  const lines = Array.from(versions, ([key, version]) => `${key} ${version}`).toSorted();
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  return { count: lines.length, digest };
}

/** What everybody's store must hold in the end. */
export function expectedState(scenario: Scenario): StoreState {
  return stateOf(
    Array.from({ length: scenario.objects }, (_, index) => [
      `${namespaceOf(index)}/${nameOf(index)}`,
      String(lastVersion(scenario, index)),
    ]),
  );
}

/** @throws Error when a contestant lost, invented or missed something: its figures would mean nothing. */
export function checkState(name: string, actual: StoreState, scenario: Scenario): void {
  const expected = expectedState(scenario);
  if (actual.count === expected.count && actual.digest === expected.digest) return;
  const what =
    actual.count === expected.count
      ? 'not all of them in their last version'
      : `${actual.count} objects instead of ${expected.count}`;
  throw new Error(`cannot take the figures of ${name}: its store ended with ${what}`);
}
