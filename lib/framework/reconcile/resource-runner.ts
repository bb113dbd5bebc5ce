import type { Context } from '../../../context/index.ts';
import { ExecutionFailedError } from '../../errors.ts';
import type { ValueSeries } from '../../metric-series.ts';
import type { FrameworkMetrics } from '../../metrics.ts';
import { type KubernetesObject, keyOf } from '../../object/kubernetes-object.ts';
import { currentResource } from '../resources/current-resource.ts';
import type { FrameworkConfig } from '../framework-config.ts';
import type { Observers } from '../observe/observers.ts';
import { type Outcome, processDelete, processUpdate } from '../resources/process.ts';
import { withFreshFlags } from '../resources/reconcile-flags.ts';
import type { ResourceSet } from '../resources/resource-set.ts';
import type { Resource } from '../resources/resource.ts';

export interface ResourceRunnerOptions<T extends KubernetesObject> {
  readonly initCtx: FrameworkConfig<T>['initCtx'];
  readonly metrics: FrameworkMetrics;
  readonly observers: Observers;
}

/** Runs the resources of a set for one object: fresh flags, the framework's `initCtx`, the set's, the resources. */
export class ResourceRunner<T extends KubernetesObject> {
  readonly #options: ResourceRunnerOptions<T>;
  readonly #durations: Readonly<Record<'update' | 'delete', ValueSeries>>;

  constructor(options: ResourceRunnerOptions<T>) {
    this.#options = options;
    const { event } = options.metrics;
    this.#durations = {
      update: event.series({ event: 'update' }),
      delete: event.series({ event: 'delete' }),
    };
  }

  async update(ctx: Context, obj: T, set: ResourceSet<T>): Promise<Outcome> {
    return await this.#run(ctx, 'update', obj, set);
  }

  async delete(ctx: Context, obj: T, set: ResourceSet<T>): Promise<Outcome> {
    return await this.#run(ctx, 'delete', obj, set);
  }

  async #prepare(
    ctx: Context,
    obj: T,
    set: ResourceSet<T>,
  ): Promise<{ ctx: Context; resources: readonly Resource<T>[] }> {
    const flagged = withFreshFlags(ctx);
    const { initCtx } = this.#options;
    const outer = initCtx === undefined ? flagged : descendant(flagged, await initCtx(flagged, obj));
    const inner = descendant(outer, await set.initCtx(outer, obj));
    return { ctx: inner, resources: await set.resources(inner, obj) };
  }

  async #run(ctx: Context, event: 'update' | 'delete', obj: T, set: ResourceSet<T>): Promise<Outcome> {
    const started = ctx.clock.monotonic();
    try {
      const { ctx: inner, resources } = await this.#prepare(ctx, obj, set);
      const process = event === 'update' ? processUpdate : processDelete;
      const outcome = await process(inner, obj, resources);
      this.#tell(ctx, event, obj, outcome);
      return outcome;
    } finally {
      this.#durations[event].observe((ctx.clock.monotonic() - started) / 1000);
    }
  }

  /** What holds the object back. */
  #tell(ctx: Context, event: 'update' | 'delete', obj: T, { canceled, finalizersKept }: Outcome): void {
    const { observers } = this.#options;
    const resource = currentResource.get(ctx);
    const detail = resource === undefined ? {} : { detail: resource };
    if (canceled) observers.held(keyOf(obj), { by: 'canceled', ...detail });
    if (finalizersKept && event === 'delete')
      observers.held(keyOf(obj), { by: 'finalizers-kept', ...detail });
  }
}

function descendant(ctx: Context, made: Context): Context {
  if (!isContext(made) || !made.descendsFrom(ctx)) {
    throw new ExecutionFailedError(
      'cannot initialise context: initCtx must return its argument or a descendant of it',
    );
  }
  return made;
}

/** Operator code need not be typed. */
function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'descendsFrom' in value;
}
