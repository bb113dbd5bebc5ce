import type { Context } from '../../context/index.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import type { Patch } from './patch.ts';

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
}

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
}
