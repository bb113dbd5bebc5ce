import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import type { Attempt } from './attempt.ts';
import { readList } from './list-reader.ts';
import type { Scope } from './scope.ts';

/** Objects between two looks at the clock. */
const STRIDE = 32;

/**
 * Lists everything. Objects go into the store as they come, and those that the list does not have are deleted
 * when it is complete: until then readers see the old objects or newer ones, never none, and no second copy is
 * held.
 *
 * @param limit objects in a page; 0: all in one answer.
 */
export async function listAll<T extends KubernetesObject>(
  attempt: Attempt,
  scope: Scope<T>,
  limit: number,
): Promise<void> {
  const keys = new Set<ObjectKey>();
  const version = await readList(attempt.ctx, {
    fetch: async (ctx, continueToken) => {
      const response = await scope.requests.page(ctx, { limit, continueToken });
      attempt.open();
      return response;
    },
    parse: (item) => scope.parser.item(item),
    take: async (items) => await takeItems(attempt, scope, items, keys),
    heard: () => attempt.heard(),
  });
  await completeList(attempt, scope, keys, version);
}

async function takeItems<T extends KubernetesObject>(
  attempt: Attempt,
  { writer, state }: Scope<T>,
  items: readonly T[],
  keys: Set<ObjectKey>,
): Promise<void> {
  const { ctx, budget } = attempt;
  let taken = 0;
  for (const item of items) {
    keys.add(writer.listed(item, !state.synced));
    taken += 1;
    if (taken % STRIDE === 0 && budget.spent) await budget.turn();
    if (attempt.isStopped) ctx.signal.throwIfAborted();
  }
  if (budget.spent) await budget.turn();
}

/** The keys are all there are, as of that version. */
export async function completeList<T extends KubernetesObject>(
  { budget }: Attempt,
  { writer, namespace, state, meter, onListed }: Scope<T>,
  keys: ReadonlySet<ObjectKey>,
  version: string,
): Promise<void> {
  await writer.retain(keys, namespace, budget);
  state.resourceVersion = version;
  state.mustList = false;
  state.lists += 1;
  state.error = undefined;
  state.synced = true;
  meter.listed();
  onListed();
}
