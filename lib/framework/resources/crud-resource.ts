import {
  type Context,
  type Logger,
  dryRun,
  reconciliationCanceled,
  resourceCanceled,
} from '../../../context/index.ts';
import { requireOption } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { objectName } from '../object-name.ts';
import type { Permission } from '../../rbac/permission.ts';
import type { Patch } from './patch.ts';
import { planPatch } from './planned-change.ts';
import type { CRUDResourceOps, Resource } from './resource.ts';
import type { SecondaryWatch } from '../intake/secondary-watch.ts';

export interface CRUDResourceConfig<T extends object, Current, Desired, Create, Update, Delete> {
  readonly logger: Logger;
  /** The steps; called on this very object, so classes may use `this`. */
  readonly ops: CRUDResourceOps<T, Current, Desired, Create, Update, Delete>;
}

/**
 * A resource made of small steps: current state, desired state, patch, then the patch's parts in the order
 * create, update, delete.
 *
 * **Guarantees:** before each of the six steps it looks whether the reconciliation or this resource was
 * canceled, and if so returns without an error; likewise an aborted signal rejects with its reason. The first
 * error ends it. In a dry run the parts of the patch are told of, and applied only if the steps say that they are
 * `dryRunnable`.
 *
 * @see giantswarm/operatorkit:framework/crud_resource.go
 */
export class CRUDResource<
  T extends object = KubernetesObject,
  Current = unknown,
  Desired = unknown,
  Create = unknown,
  Update = unknown,
  Delete = unknown,
> implements Resource<T> {
  readonly name: string;
  readonly ops: CRUDResourceOps<T, Current, Desired, Create, Update, Delete>;
  readonly watches: readonly SecondaryWatch[];
  readonly permissions: readonly Permission[];
  /** In a dry run the patch is told of instead of applied. */
  readonly dryRunnable: boolean = true;
  readonly #logger: Logger;

  /** @throws an invalid-config error for `logger`, `ops` or `ops.name`, in this order. */
  constructor(config: CRUDResourceConfig<T, Current, Desired, Create, Update, Delete>) {
    requireOption('CRUDResourceConfig', config);
    this.#logger = requireOption('CRUDResourceConfig.logger', config.logger);
    this.ops = requireOption('CRUDResourceConfig.ops', config.ops);
    this.name = requireOption('CRUDResourceConfig.ops.name', config.ops.name);
    this.watches = this.ops.watches ?? [];
    this.permissions = this.ops.permissions ?? [];
  }

  async ensureCreated(ctx: Context, obj: T): Promise<void> {
    await this.#run(ctx, obj, 'newUpdatePatch');
  }

  async ensureDeleted(ctx: Context, obj: T): Promise<void> {
    await this.#run(ctx, obj, 'newDeletePatch');
  }

  /** The same resource with other steps, for wrappers; this one stays as it is. */
  withOps(
    ops: CRUDResourceOps<T, Current, Desired, Create, Update, Delete>,
  ): CRUDResource<T, Current, Desired, Create, Update, Delete> {
    return new CRUDResource({ logger: this.#logger, ops });
  }

  async #run(ctx: Context, obj: T, newPatch: 'newUpdatePatch' | 'newDeletePatch'): Promise<void> {
    if (this.#ended(ctx, obj, 'getCurrentState')) return;
    const current = await this.ops.getCurrentState(ctx, obj);
    if (this.#ended(ctx, obj, 'getDesiredState')) return;
    const desired = await this.ops.getDesiredState(ctx, obj);
    if (this.#ended(ctx, obj, newPatch)) return;
    const patch = await this.ops[newPatch](ctx, obj, current, desired);
    if (patch === undefined) return;
    if (dryRun.isSet(ctx) && this.ops.dryRunnable !== true) planPatch(ctx, this.name, patch);
    else await this.#apply(ctx, obj, patch);
  }

  async #apply(ctx: Context, obj: T, patch: Patch<Create, Update, Delete>): Promise<void> {
    if (this.#ended(ctx, obj, 'applyCreateChange')) return;
    if (patch.createChange) await this.ops.applyCreateChange(ctx, obj, patch.createChange.value);
    if (this.#ended(ctx, obj, 'applyUpdateChange')) return;
    if (patch.updateChange) await this.ops.applyUpdateChange(ctx, obj, patch.updateChange.value);
    if (this.#ended(ctx, obj, 'applyDeleteChange')) return;
    if (patch.deleteChange) await this.ops.applyDeleteChange(ctx, obj, patch.deleteChange.value);
  }

  #ended(ctx: Context, obj: T, step: string): boolean {
    ctx.signal.throwIfAborted();
    const reconciliation = reconciliationCanceled.isSet(ctx);
    if (!reconciliation && !resourceCanceled.isSet(ctx)) return false;
    const canceled = reconciliation ? 'reconciliation' : 'resource';
    this.#logger.debug('resource canceled', { resource: this.name, object: objectName(obj), step, canceled });
    return true;
  }
}

/**
 * Makes a {@link CRUDResource} of a literal: name the object's type, and the types of the states and changes
 * follow from the steps. Only the changes must be named, in `new Patch<Create, Update, Delete>()`.
 *
 * NOTE: the compiler infers from top to bottom, so keep the steps in the order of {@link CRUDResourceOps}.
 *
 * @example
 * crudResource<ConfigMap>()({ logger, ops: { name: 'settings', getCurrentState: async (ctx, obj) => … } })
 */
export function crudResource<T extends object = KubernetesObject>(): <
  Current,
  Desired,
  Create,
  Update,
  Delete,
>(
  config: CRUDResourceConfig<T, Current, Desired, Create, Update, Delete>,
) => CRUDResource<T, Current, Desired, Create, Update, Delete> {
  return (config) => new CRUDResource(config);
}
