import type { RawResponse } from '../client/client.ts';
import { UnreachableError } from '../client/errors.ts';
import { splitLines } from '../client/lines.ts';
import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import type { Attempt } from './attempt.ts';
import { EventApplier } from './event-applier.ts';
import { completeList } from './listing.ts';
import type { Scope } from './scope.ts';

/** A watch that ends so soon, and brought nothing, failed. Milliseconds, as in client-go. */
const TOO_SHORT_MS = 1000;
/** What the initial events may take: a server may never say that they are complete. Milliseconds. */
const INITIAL_EVENTS_MS = 60_000;
/** Lines between two looks at the clock. */
const STRIDE = 32;

/** Called after each batch of lines. */
export type OnBatch = () => void;

/** Watches from where the store is. Resolves when the server ends the stream as it should. */
export async function watchFrom<T extends KubernetesObject>(
  attempt: Attempt,
  scope: Scope<T>,
  version: string,
  onBatch: OnBatch,
): Promise<void> {
  const response = await scope.requests.watch(attempt.ctx, version);
  await new Watching(attempt, scope, version, onBatch).read(response);
}

/** The same, but the stream begins with all objects. */
export async function watchFromStart<T extends KubernetesObject>(
  attempt: Attempt,
  scope: Scope<T>,
  onBatch: OnBatch,
): Promise<void> {
  attempt.limit(INITIAL_EVENTS_MS);
  const response = await scope.requests.watchList(attempt.ctx);
  await new Watching(attempt, scope, undefined, onBatch).read(response);
}

class Watching<T extends KubernetesObject> {
  readonly #attempt: Attempt;
  readonly #scope: Scope<T>;
  readonly #applier: EventApplier<T>;
  readonly #onBatch: OnBatch;

  constructor(attempt: Attempt, scope: Scope<T>, version: string | undefined, onBatch: OnBatch) {
    this.#attempt = attempt;
    this.#scope = scope;
    this.#onBatch = onBatch;
    this.#applier = new EventApplier({ ...scope, resourceVersion: version, initial: !scope.state.synced });
  }

  async read(response: RawResponse): Promise<void> {
    const { budget } = this.#attempt;
    this.#attempt.open();
    this.#scope.state.watches += 1;
    try {
      for await (const lines of splitLines(response.body)) {
        this.#attempt.heard();
        let applied = 0;
        for (const line of lines) {
          const keys = this.#applier.apply(line);
          if (keys !== undefined) await this.#complete(keys);
          applied += 1;
          if (applied % STRIDE === 0 && budget.spent) await budget.turn();
          if (this.#attempt.isStopped) return;
        }
        this.#applied();
        if (budget.spent) await budget.turn();
      }
    } finally {
      this.#applied();
      this.#scope.meter.watchClosed();
    }
    this.#checkEnd();
  }

  /** The initial events are complete: from here on it is a watch like any other. */
  async #complete(keys: ReadonlySet<ObjectKey>): Promise<void> {
    this.#attempt.limit(Infinity);
    await completeList(this.#attempt, this.#scope, keys, this.#applier.resourceVersion!);
    this.#onBatch();
  }

  #applied(): void {
    const { state } = this.#scope;
    if (this.#applier.progressed) {
      this.#attempt.progressed = true;
      if (!state.mustList) {
        state.resourceVersion = this.#applier.resourceVersion;
        state.error = undefined;
      }
    }
    this.#onBatch();
  }

  #checkEnd(): void {
    const { resource, state } = this.#scope;
    if (state.mustList)
      throw new UnreachableError(`cannot watch ${resource}: the stream ended within its initial events`);
    if (!this.#attempt.progressed && this.#attempt.ageMs < TOO_SHORT_MS)
      throw new UnreachableError(`cannot watch ${resource}: the stream ended at once, without an event`);
  }
}
