import type { Context } from '../../../../context/index.ts';
import { processUpdate } from '../../../../lib/framework/resources/process.ts';
import type {
  Cause,
  ReconcileEnd,
  ReconcileObserver,
} from '../../../../lib/framework/observe/reconcile-observer.ts';
import type { Resource } from '../../../../lib/framework/resources/resource.ts';
import { type KubernetesObject, keyOf } from '../../../../lib/object/kubernetes-object.ts';

export interface Observed {
  readonly obj: KubernetesObject;
  readonly resources: readonly Resource[];
  readonly loop?: number;
  readonly causes?: readonly Cause[];
  readonly waitedMs?: number;
  /** Default: what follows from how the resources ended. */
  readonly end?: Partial<ReconcileEnd>;
}

/** One reconcile as a framework makes it, as far as an observer sees it. Never rejects. */
export async function reconcile(
  ctx: Context,
  observer: ReconcileObserver,
  observed: Observed,
): Promise<void> {
  const { obj, resources, loop = 1, causes = [], waitedMs = 0 } = observed;
  const key = keyOf(obj);
  for (const one of causes) observer.queued?.(key, one);
  const started = ctx.clock.monotonic();
  const own = observer.started?.(ctx, { key, loop, causes, waitedMs }) ?? ctx;
  observer.found?.(own, key, obj);
  let end: Omit<ReconcileEnd, 'durationMs'> = { result: 'success' };
  try {
    await processUpdate(own, obj, resources);
  } catch (error) {
    end = { result: 'error', error, nextMs: 500 };
  }
  const durationMs = ctx.clock.monotonic() - started;
  observer.ended?.(own, key, { ...end, durationMs, ...observed.end });
}

/** A resource that does this on updates, and nothing on deletions. */
export function resourceOf(name: string, ensureCreated: (ctx: Context) => Promise<unknown>): Resource {
  return {
    name,
    ensureCreated: async (ctx) => void (await ensureCreated(ctx)),
    ensureDeleted: async () => {},
  };
}

/** The reason for a reconcile, told of at the test's beginning. */
export function cause(type: Cause['type'], detail?: string, at = 0): Cause {
  return { type, at: new Date(at), ...(detail !== undefined && { detail }) };
}
