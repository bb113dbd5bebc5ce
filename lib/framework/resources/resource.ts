import type { Context } from '../../../context/index.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import type { Permission } from '../../rbac/permission.ts';
import type { Patch } from './patch.ts';
import type { SecondaryWatch } from '../intake/secondary-watch.ts';

/**
 * A building block of an operator: reconciles one aspect of the observed object. Several resources may reconcile
 * the same object; they run strictly in the order of their list.
 *
 * Members are property functions on purpose: so a `Resource<Deployment>` does not pass for a `Resource<Pod>`.
 *
 * @see giantswarm/operatorkit:framework/spec.go
 */
export interface Resource<T extends object = KubernetesObject> {
  /** Identifies the resource in logs and metrics. */
  readonly name: string;
  /**
   * The object was created or changed, or it is time to look again. Must be idempotent. A rejection ends the
   * reconcile of the object, which is then tried again with backoff.
   */
  readonly ensureCreated: (ctx: Context, obj: T) => Promise<void>;
  /**
   * The object is being deleted, or is gone; `obj` is its last known state. Must be idempotent. Called until it
   * resolved once without `finalizersKept` or a canceled reconciliation.
   */
  readonly ensureDeleted: (ctx: Context, obj: T) => Promise<void>;
  /**
   * Kinds whose changes reconcile the object. The framework watches them by itself if the resource stands in the
   * list of a set; where a function returns it, name them in `FrameworkConfig.watches`. Default none.
   */
  readonly watches?: readonly SecondaryWatch[];
  /** What it asks of the API server. Default: nothing is declared. */
  readonly permissions?: readonly Permission[];
  /**
   * Whether it may be called in a dry run: it changes things only by a client of this package in the context it
   * was given, or looks at `dryRun` itself. Default false: a dry run says that it was left out. Of a
   * `CRUDResource` a dry run always calls everything up to the patch.
   */
  readonly dryRunnable?: boolean;
}

/** What a resource says of itself, apart from its type. */
export type Declared = Pick<Resource, 'name' | 'watches' | 'permissions'>;

/**
 * The steps of a {@link CRUDResource}: look at what is, say what should be, make a patch, apply its parts. Each
 * gets the observed object; on deletions its last known state. Types of states and changes are the operator's
 * own.
 *
 * @see giantswarm/operatorkit:framework/crud_resource_ops_spec.go
 */
export interface CRUDResourceOps<T extends object, Current, Desired, Create, Update, Delete> {
  readonly name: string;
  /** What there is now, for instance the data of a ConfigMap. Called on updates and deletions. */
  readonly getCurrentState: (ctx: Context, obj: T) => Promise<Current>;
  /** What there should be, made of the object alone. Called on updates and deletions. */
  readonly getDesiredState: (ctx: Context, obj: T) => Promise<Desired>;
  /** What to do when the object was created or changed; undefined: nothing. */
  readonly newUpdatePatch: (
    ctx: Context,
    obj: T,
    current: Current,
    desired: Desired,
  ) => Promise<Patch<Create, Update, Delete> | undefined>;
  /** What to do when the object is being deleted; undefined: nothing. */
  readonly newDeletePatch: (
    ctx: Context,
    obj: T,
    current: Current,
    desired: Desired,
  ) => Promise<Patch<Create, Update, Delete> | undefined>;
  /** Called if, and only if, the patch's `setCreateChange` was called; first of the three. */
  readonly applyCreateChange: (ctx: Context, obj: T, change: Create) => Promise<void>;
  /** Called if, and only if, the patch's `setUpdateChange` was called; second of the three. */
  readonly applyUpdateChange: (ctx: Context, obj: T, change: Update) => Promise<void>;
  /** Called if, and only if, the patch's `setDeleteChange` was called; last of the three. */
  readonly applyDeleteChange: (ctx: Context, obj: T, change: Delete) => Promise<void>;
  /** As of {@link Resource.watches}. */
  readonly watches?: readonly SecondaryWatch[];
  /** As of {@link Resource.permissions}. */
  readonly permissions?: readonly Permission[];
  /** Whether a dry run may call the apply steps too. Default false: it prints the changes instead. */
  readonly dryRunnable?: boolean;
}
