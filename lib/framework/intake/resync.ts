import type { Context } from '../../../context/index.ts';
import { isAbort } from '../../abort.ts';
import { exponentialBackOff } from '../../backoff.ts';
import { TurnBudget } from '../../informer/turn-budget.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import { LOW_PRIORITY, type Queue } from '../../queue/queue.ts';

export interface ResyncOptions {
  /** Milliseconds between two resyncs, ± 10 %. 0: never. */
  readonly everyMs: number;
  readonly queue: Queue;
  /** All that should be looked at again; a copy, since the store moves on meanwhile. */
  readonly keys: () => ReadonlySet<ObjectKey>;
  /** Called before a key is queued. Must not throw. */
  readonly onKey: (key: ObjectKey) => void;
  /** Called at the end of each. */
  readonly onResync: () => void;
}

/**
 * Queues everything again from time to time, at low priority: operators that check, return and catch up later
 * depend on it. Resolves when the context is aborted.
 */
export async function resync(ctx: Context, options: ResyncOptions): Promise<void> {
  const { everyMs, queue, keys, onKey, onResync } = options;
  const periods = exponentialBackOff({ initialMs: everyMs, factor: 1, jitter: 0.1, maxMs: everyMs });
  try {
    for (;;) {
      await ctx.clock.sleep(everyMs === 0 ? Infinity : periods.next()!, ctx.signal);
      const budget = new TurnBudget(ctx.clock);
      for (const key of keys()) {
        onKey(key);
        queue.add(key, { priority: LOW_PRIORITY });
        if (budget.spent) await budget.turn();
      }
      onResync();
    }
  } catch (error) {
    if (!isAbort(error, ctx.signal)) throw error;
  }
}
