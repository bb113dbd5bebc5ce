import { type Context, finalizersKept } from '../../context/index.ts';
import { ExecutionFailedError } from '../../lib/errors.ts';
import { isDeleting } from '../../lib/framework/object-name.ts';
import { Patch } from '../../lib/framework/resources/patch.ts';
import type { CRUDResourceOps } from '../../lib/framework/resources/resource.ts';
import type { SecondaryWatch } from '../../lib/framework/intake/secondary-watch.ts';
import { type KubernetesObject, keyOf } from '../../lib/object/kubernetes-object.ts';
import type { Permission } from '../../lib/rbac/permission.ts';
import { secretValues } from '../../lib/secret-values.ts';
import type { Claimant } from './adoption.ts';
import { type ChildState, ChildWriter } from './child-writer.ts';
import { deletionOrder } from './deletion-order.ts';
import { type DesiredObjectsOptions, prepareDesired } from './desired-objects.ts';
import { childName, hasOwnerReference } from './marks.ts';
import { informerOf, namespacesOf, toOwnerOf } from './owned-informers.ts';
import { OwnedKind } from './owned-kind.ts';
import { type Desirable, type OwnedObjectsOptions, kindName, kindOf } from './owned-objects-options.ts';
import { ownedPermissions } from './owned-permissions.ts';

/** A state or a change: whole objects. Those that are desired carry our marks already. */
export type OwnedObjects = readonly KubernetesObject[];

type OwnedPatch = Patch<OwnedObjects, OwnedObjects, OwnedObjects>;
type Ops<T extends KubernetesObject> = CRUDResourceOps<
  T,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects
>;

/** The steps of `ownedObjects`. */
export class OwnedObjectsOps<T extends KubernetesObject> implements Ops<T> {
  readonly name: string;
  readonly watches: readonly SecondaryWatch[];
  readonly permissions: readonly Permission[];
  /** The client sends dry runs by itself, and nothing is remembered of them. */
  readonly dryRunnable = true;
  readonly #options: OwnedObjectsOptions<T, Desirable>;
  readonly #preparation: DesiredObjectsOptions;
  readonly #manager: string;
  /** By {@link kindName}, in the order of the options. */
  readonly #kinds: ReadonlyMap<string, OwnedKind>;
  readonly #writer: ChildWriter<T>;
  readonly #isCollectable: boolean;

  constructor(options: OwnedObjectsOptions<T, Desirable>) {
    const { name, client, owner, ownerReference = 'controller', force = false, createOnce } = options;
    const { prune = true, adopt = 'never', fieldManager: manager = `operatorkit-${name}` } = options;
    const kinds = options.kinds.map(kindOf);
    const namespaces = namespacesOf(options);
    const refersToOwner = ownerReference !== 'none';
    this.name = name;
    this.#options = options;
    this.#manager = manager;
    this.#preparation = { name, owner, kinds, ownerReference, namespaces };
    this.#isCollectable = refersToOwner && options.deletion !== 'explicit';
    this.#kinds = new Map(
      options.kinds.map((one) => {
        const informer = informerOf(one, options, manager);
        return [kindName(kindOf(one)), new OwnedKind({ kind: kindOf(one), name, manager, informer })];
      }),
    );
    this.#writer = new ChildWriter({ client, manager, force, createOnce, adopt });
    const map = toOwnerOf(owner, name);
    this.watches = [...this.#kinds.values()].map(({ informer }) => ({ informer, map }));
    const deletes = prune || !this.#isCollectable;
    this.permissions = ownedPermissions({ owner, kinds, namespaces, deletes, refersToOwner });
  }

  readonly getCurrentState = async (ctx: Context, obj: T): Promise<OwnedObjects> => {
    const kinds = [...this.#kinds.values()];
    for (const kind of kinds) await kind.synced(ctx);
    return kinds.flatMap((kind) => kind.ownedBy(ctx, obj.metadata?.uid ?? ''));
  };

  /** Nothing for an object that is being deleted: what is wrong with its spec must not keep it. */
  readonly getDesiredState = async (ctx: Context, obj: T): Promise<OwnedObjects> => {
    if (isDeleting(obj)) return [];
    const desired = prepareDesired(await this.#options.desired(ctx, obj), obj, this.#preparation);
    for (const one of desired) hideData(ctx, one);
    return desired;
  };

  readonly newUpdatePatch = async (
    ctx: Context,
    obj: T,
    current: OwnedObjects,
    desired: OwnedObjects,
  ): Promise<OwnedPatch> => {
    const patch: OwnedPatch = new Patch();
    const states = this.#statesOf(ctx, obj, desired);
    const inState = (state: ChildState): OwnedObjects =>
      desired.filter((_, index) => states[index] === state);
    const [absent, different] = [inState('absent'), inState('different')];
    const surplus = this.#options.prune === false ? [] : this.#surplusOf(current, desired);
    if (absent.length > 0) patch.setCreateChange(absent);
    if (different.length > 0) patch.setUpdateChange(different);
    if (surplus.length > 0) patch.setDeleteChange(deletionOrder(surplus, this.#kinds));
    return patch;
  };

  /** The finalizer stays until the informers have told that everything is gone. */
  readonly newDeletePatch = async (ctx: Context, obj: T, current: OwnedObjects): Promise<OwnedPatch> => {
    const patch: OwnedPatch = new Patch();
    const uid = obj.metadata?.uid ?? '';
    const left = current.filter((child) => !this.#isCollectable || !hasOwnerReference(child, uid));
    if (left.length > 0) finalizersKept.set(ctx);
    const living = left.filter((child) => !isDeleting(child));
    if (living.length > 0) patch.setDeleteChange(deletionOrder(living, this.#kinds));
    return patch;
  };

  readonly applyCreateChange = async (ctx: Context, obj: T, change: OwnedObjects): Promise<void> => {
    const claimant = this.#claimant(obj);
    for (const one of change) await this.#writer.ensure(ctx, claimant, this.#kindOf(one), one);
  };

  readonly applyUpdateChange = async (ctx: Context, obj: T, change: OwnedObjects): Promise<void> => {
    await this.applyCreateChange(ctx, obj, change);
  };

  readonly applyDeleteChange = async (ctx: Context, _: T, change: OwnedObjects): Promise<void> => {
    for (const one of change) await this.#writer.delete(ctx, this.#kindOf(one), one);
  };

  #statesOf(ctx: Context, obj: T, desired: OwnedObjects): readonly ChildState[] {
    const claimant = this.#claimant(obj);
    return desired.map((one, place) => {
      const owned = this.#kindOf(one);
      owned.place(keyOf(one), place);
      return this.#writer.state(ctx, claimant, owned, one);
    });
  }

  /** What is there and not desired; what is being deleted already is not our business any more. */
  #surplusOf(current: OwnedObjects, desired: OwnedObjects): OwnedObjects {
    const wanted = new Set(desired.map(identityOf));
    return current.filter(
      (child) => !isDeleting(child) && !wanted.has(identityOf(child)) && !this.#kindOf(child).isAbsent,
    );
  }

  #claimant(owner: T): Claimant<T> {
    return { name: this.name, manager: this.#manager, kind: this.#options.owner, owner };
  }

  #kindOf(obj: KubernetesObject): OwnedKind {
    const found = this.#kinds.get(kindName({ apiVersion: obj.apiVersion ?? '', kind: obj.kind ?? '' }));
    if (found === undefined)
      throw new ExecutionFailedError(
        `cannot change ${childName(obj)}: resource ${this.name} has no such kind`,
      );
    return found;
  }
}

function identityOf(obj: KubernetesObject): string {
  return `${obj.apiVersion} ${obj.kind} ${keyOf(obj)}`;
}

/** Tells the reconcile what of a Secret must be shown nowhere. */
function hideData(ctx: Context, obj: KubernetesObject): void {
  if (obj.kind !== 'Secret') return;
  const { data = {} } = obj as { readonly data?: Readonly<Record<string, unknown>> };
  const hidden = secretValues.get(ctx);
  for (const value of Object.values(data))
    if (typeof value === 'string') hidden?.add(Buffer.from(value, 'base64').toString());
}
