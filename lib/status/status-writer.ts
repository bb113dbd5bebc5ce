import type { Context } from '../../context/index.ts';
import type { Client, KindRef } from '../client/client.ts';
import { isConflict, isNotFound } from '../client/errors.ts';
import { requireOption } from '../errors.ts';
import type { JsonObject } from '../object/json.ts';
import type { CustomResourceDefinition } from '../object/kinds.ts';
import type { KubernetesObject, ObjectRef } from '../object/kubernetes-object.ts';
import { kindOfObject } from '../object/object-kind.ts';
import { Residues } from './residues.ts';
import { changedStatus, type StatusChange, statusOf } from './status-change.ts';
import { mergePatchOf } from './status-patch.ts';
import { isNameless, noSubresource, writeFailed } from './status-write-errors.ts';

/** Attempts with a freshly read object before a conflict is reported. */
const MOST_ATTEMPTS = 5;

export interface StatusWriterOptions<T extends KubernetesObject> {
  /** May patch the `status` subresource of the kind, and get its objects. */
  readonly client: Client;
  /** Default: each object's own apiVersion and kind, by discovery. */
  readonly kind?: KindRef<T> | undefined;
  /** Says where its objects are, which discovery learns a while later than the CRD is established. Default none. */
  readonly crd?: CustomResourceDefinition | undefined;
  /** Who owns the fields written here. Default: the client's. */
  readonly fieldManager?: string | undefined;
}

export interface StatusWriteOptions<T> {
  /** Sets `status.observedGeneration` to the generation of the object that is given. Default false. */
  readonly observedGeneration?: boolean;
  /** Called when the object had changed and was read again: what is written rests on another state then. */
  readonly onReread?: (fresh: T) => void;
}

/**
 * Writes the status of objects.
 *
 * **Guarantees:** a request is made only where something changes, and says only what changes, so that fields of
 * others survive; it rests on the version of the object, and is made anew on a fresh one when that has changed,
 * five times at the most. An object that was created anew under the name is not touched.
 */
export interface StatusWriter<T extends KubernetesObject> {
  /**
   * @returns the object with its status; `obj` itself when nothing was to be written; undefined when it is gone.
   * @throws InvalidConfigError for a wrong condition; ExecutionFailedError that says what to do when the kind has
   * no status subresource, the status is too large, or the operator may not write it.
   */
  write(
    ctx: Context,
    obj: T,
    change: StatusChange<T>,
    options?: StatusWriteOptions<T>,
  ): Promise<T | undefined>;
  /** Whether `write` would make no request. Throws for a wrong condition. */
  isWritten(ctx: Context, obj: T, change: StatusChange<T>, options?: StatusWriteOptions<T>): boolean;
}

/** @throws InvalidConfigError without a client. */
export function newStatusWriter<T extends KubernetesObject = KubernetesObject>(
  options: StatusWriterOptions<T>,
): StatusWriter<T> {
  requireOption('StatusWriterOptions.client', requireOption('StatusWriterOptions', options).client);
  return new Writer(options);
}

/** Where an object is. */
interface Place<T extends KubernetesObject> {
  readonly kind: KindRef<T>;
  readonly ref: ObjectRef;
}

class Writer<T extends KubernetesObject> implements StatusWriter<T> {
  readonly #options: StatusWriterOptions<T>;
  readonly #residues = new Residues();

  constructor(options: StatusWriterOptions<T>) {
    this.#options = options;
  }

  isWritten(ctx: Context, obj: T, change: StatusChange<T>, options: StatusWriteOptions<T> = {}): boolean {
    return this.#patch(obj, changedStatus(ctx, obj, obj, change, options)) === undefined;
  }

  async write(
    ctx: Context,
    obj: T,
    change: StatusChange<T>,
    options: StatusWriteOptions<T> = {},
  ): Promise<T | undefined> {
    const place = {
      kind: kindOfObject(obj, this.#options, 'give the kind to the writer of its status'),
      ref: refOf(obj),
    };
    let at = obj.metadata?.resourceVersion === undefined ? await this.#reread(ctx, place, obj, options) : obj;
    for (let attempt = 1; at !== undefined; attempt += 1) {
      const desired = changedStatus(ctx, obj, at, change, options);
      const patch = this.#patch(at, desired);
      if (patch === undefined) return at;
      try {
        return await this.#send(ctx, place, at, desired, patch);
      } catch (error) {
        ctx.signal.throwIfAborted();
        if (isNotFound(error)) return await this.#notFound(ctx, place, at, error);
        if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw writeFailed(obj, desired, error);
      }
      at = await this.#reread(ctx, place, obj, options);
    }
    return undefined;
  }

  /** Undefined: nothing to write. */
  #patch(at: T, desired: JsonObject): JsonObject | undefined {
    const patch = mergePatchOf(statusOf(at), desired);
    return patch === undefined || this.#residues.has(at, patch) ? undefined : patch;
  }

  async #send(
    ctx: Context,
    { kind, ref }: Place<T>,
    at: T,
    desired: JsonObject,
    status: JsonObject,
  ): Promise<T> {
    const { client, fieldManager } = this.#options;
    const value = { metadata: { resourceVersion: at.metadata?.resourceVersion }, status };
    const options = { subresource: 'status', ...(fieldManager === undefined ? {} : { fieldManager }) };
    const written = await client.patch<T>(ctx, kind, ref, { type: 'merge', value }, options);
    this.#residues.remember(at, mergePatchOf(statusOf(written), desired));
    return written;
  }

  /** @returns undefined when it is gone, or another one has its name. */
  async #reread(
    ctx: Context,
    { kind, ref }: Place<T>,
    { metadata }: T,
    { onReread }: StatusWriteOptions<T>,
  ): Promise<T | undefined> {
    const fresh = await this.#options.client.tryGet<T>(ctx, kind, ref);
    const isAnother = metadata?.uid !== undefined && fresh?.metadata?.uid !== metadata.uid;
    if (fresh === undefined || isAnother) return undefined;
    onReread?.(fresh);
    return fresh;
  }

  /** An object that is gone is named in the answer; a path that is not served is not. */
  async #notFound(ctx: Context, { kind, ref }: Place<T>, at: T, cause: unknown): Promise<undefined> {
    const isGone = !isNameless(cause) || (await this.#options.client.tryGet<T>(ctx, kind, ref)) === undefined;
    if (isGone) return undefined;
    throw noSubresource(at, kind, cause);
  }
}

function refOf({ metadata }: KubernetesObject): ObjectRef {
  const { name = '', namespace } = metadata ?? {};
  return namespace === undefined ? { name } : { name, namespace };
}
