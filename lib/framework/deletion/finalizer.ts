import type { Context } from '../../../context/index.ts';
import type { Client, KindRef, PatchBody } from '../../client/client.ts';
import { isConflict, isForbidden, isInvalid, isNotFound } from '../../client/errors.ts';
import { ExecutionFailedError } from '../../errors.ts';
import type { CustomResourceDefinition } from '../../object/kinds.ts';
import { type KubernetesObject, keyOf, type ObjectRef } from '../../object/kubernetes-object.ts';
import { kindOfObject, type KnownKind } from '../../object/object-kind.ts';
import { isDeleting } from '../object-name.ts';

/** What all finalizers of this package start with. */
export const FINALIZER_PREFIX = 'operatorkit.giantswarm.io/';

/** Attempts with a freshly read object before a conflict is reported; the reconcile is then retried anyway. */
const MOST_ATTEMPTS = 5;

/** The finalizer of the framework of this name. */
export function finalizerName(framework: string): string {
  return `${FINALIZER_PREFIX}${framework}`;
}

export interface FinalizerOptions<T extends KubernetesObject> {
  readonly framework: string;
  readonly client: Client;
  /** Default: each object's own apiVersion and kind, by discovery. */
  readonly kind?: KindRef<T> | undefined;
  /** Says where its objects are, which discovery learns a while later than the CRD is established. */
  readonly crd?: CustomResourceDefinition | undefined;
}

/**
 * Puts a framework's finalizer on objects, and takes it off.
 *
 * **Guarantees:** each write says on which state it rests, and is made again on a fresh object when that has
 * changed: neither another controller's finalizer nor an object that was created anew under the name is
 * touched. One write in the usual case, none where nothing is to be done.
 */
export class Finalizer<T extends KubernetesObject> {
  readonly name: string;
  readonly #client: Client;
  readonly #known: KnownKind<KindRef<T>>;

  constructor(options: FinalizerOptions<T>) {
    this.name = finalizerName(options.framework);
    this.#client = options.client;
    this.#known = options;
  }

  /**
   * @returns the object that carries it; undefined when it is being deleted or gone meanwhile, of which an
   * event tells.
   */
  async add(ctx: Context, obj: T): Promise<T | undefined> {
    return await this.#write(ctx, obj, (at) => {
      if (isDeleting(at)) return 'gone';
      if (carriesFinalizer(at, this.name)) return 'done';
      return addition(at, this.name);
    });
  }

  /** @returns the object without it; undefined when it is gone. */
  async remove(ctx: Context, obj: T): Promise<T | undefined> {
    return await this.#write(ctx, obj, (at) =>
      carriesFinalizer(at, this.name) ? removal(at, this.name) : 'done',
    );
  }

  async #write(ctx: Context, obj: T, next: (at: T) => PatchBody | 'done' | 'gone'): Promise<T | undefined> {
    const [kind, ref] = [kindOfObject(obj, this.#known, 'set FrameworkConfig.kind'), refOf(obj)];
    let at: T | undefined = obj;
    let failure: unknown;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      if (at === undefined || at.metadata?.uid !== obj.metadata?.uid) return undefined;
      const patch = next(at);
      if (patch === 'gone') return undefined;
      if (patch === 'done') return at;
      try {
        return await this.#client.patch<T>(ctx, kind, ref, patch);
      } catch (error) {
        ctx.signal.throwIfAborted();
        if (isNotFound(error)) return undefined;
        if (!isOutdated(error)) throw this.#failed(obj, error);
        failure = error;
      }
      at = await this.#client.tryGet<T>(ctx, kind, ref);
    }
    throw this.#failed(obj, failure);
  }

  #failed(obj: T, cause: unknown): ExecutionFailedError {
    const hint = isForbidden(cause)
      ? '; allow the verbs get and patch for this kind in the operator’s role'
      : '';
    return new ExecutionFailedError(`cannot write finalizer ${this.name} of object ${keyOf(obj)}${hint}`, {
      cause,
    });
  }
}

/** Whether the object carries this finalizer. */
export function carriesFinalizer(obj: KubernetesObject, finalizer: string): boolean {
  return obj.metadata?.finalizers?.includes(finalizer) ?? false;
}

/** Rests on the resourceVersion, since a merge patch replaces the whole list. */
function addition(obj: KubernetesObject, finalizer: string): PatchBody {
  const { resourceVersion, finalizers = [] } = obj.metadata ?? {};
  return {
    type: 'merge',
    value: {
      metadata: {
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        finalizers: [...finalizers, finalizer],
      },
    },
  };
}

/**
 * Rests on the uid and on the place in the list, not on the resourceVersion: `ensureDeleted` has often written
 * to the object, so that its version is old.
 */
function removal(obj: KubernetesObject, finalizer: string): PatchBody {
  const { uid, finalizers = [] } = obj.metadata ?? {};
  const path = `/metadata/finalizers/${finalizers.indexOf(finalizer)}`;
  return {
    type: 'json',
    operations: [
      ...(uid === undefined ? [] : [{ op: 'test', path: '/metadata/uid', value: uid } as const]),
      { op: 'test', path, value: finalizer },
      { op: 'remove', path },
    ],
  };
}

/**
 * The state that the patch rests on is no more. A failed `test` is answered with 422, as is a new finalizer on
 * an object whose deletion has begun.
 */
function isOutdated(error: unknown): boolean {
  return isConflict(error) || isInvalid(error);
}

function refOf(obj: KubernetesObject): ObjectRef {
  const { name = '', namespace } = obj.metadata ?? {};
  return namespace === undefined || namespace === '' ? { name } : { namespace, name };
}
