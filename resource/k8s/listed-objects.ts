import { isDeepStrictEqual } from 'node:util';
import type { Context, Logger } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { isAlreadyExists, isNotFound } from '../../lib/client/errors.ts';
import { ExecutionFailedError, InvalidConfigError, requireOption } from '../../lib/errors.ts';
import { CRUDResource } from '../../lib/framework/resources/crud-resource.ts';
import { Patch } from '../../lib/framework/resources/patch.ts';
import type { CRUDResourceOps } from '../../lib/framework/resources/resource.ts';
import { type Kind, type KubernetesObject, keyOf, refOfKey } from '../../lib/object/kubernetes-object.ts';
import type { Permission } from '../../lib/rbac/permission.ts';
import { childError } from './child-error.ts';
import { childName } from './marks.ts';

/** Says what is and what should be; an object is known by its namespace and name. */
export interface StateGetter<T extends object, S extends KubernetesObject> {
  readonly getCurrentState: (ctx: Context, obj: T) => Promise<readonly S[]>;
  readonly getDesiredState: (ctx: Context, obj: T) => Promise<readonly S[]>;
}

export interface ListedObjectsConfig<T extends object, S extends KubernetesObject> {
  /** Identifies the resource in logs and metrics. */
  readonly name: string;
  readonly client: Client;
  readonly logger: Logger;
  readonly stateGetter: StateGetter<T, S>;
  /** Labels that stay on an object as they are, unless the desired one has them. Default none. */
  readonly allowedLabels?: readonly string[];
}

/** What is different about a kind. */
export interface ListedKind<S extends KubernetesObject> {
  readonly kind: Kind<S>;
  /** The options' path, for errors. */
  readonly path: string;
  /** What is compared and taken over beside labels and annotations; empty members are left out. */
  readonly contentOf: (obj: S) => Readonly<Partial<S>>;
  /** Its members, also those that an object lacks. */
  readonly members: readonly (keyof S & string)[];
}

export type ListedObjectsResource<T extends object, S extends KubernetesObject> = CRUDResource<
  T,
  readonly S[],
  readonly S[],
  readonly S[],
  readonly S[],
  readonly S[]
>;

/** A resource that makes a list of objects like another list. */
export function listedObjects<T extends object, S extends KubernetesObject>(
  config: ListedObjectsConfig<T, S>,
  listed: ListedKind<S>,
): ListedObjectsResource<T, S> {
  const { path } = listed;
  requireOption(path, config);
  for (const option of ['name', 'client', 'logger', 'stateGetter'] as const)
    requireOption(`${path}.${option}`, config[option]);
  for (const verb of ['getCurrentState', 'getDesiredState'] as const)
    if (typeof config.stateGetter[verb] !== 'function')
      throw new InvalidConfigError(`${path}.stateGetter.${verb} must be a function`);
  return new CRUDResource({ logger: config.logger, ops: new ListedObjectsOps(config, listed) });
}

class ListedObjectsOps<T extends object, S extends KubernetesObject> implements CRUDResourceOps<
  T,
  readonly S[],
  readonly S[],
  readonly S[],
  readonly S[],
  readonly S[]
> {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly dryRunnable = true;
  readonly #config: ListedObjectsConfig<T, S>;
  readonly #listed: ListedKind<S>;

  constructor(config: ListedObjectsConfig<T, S>, listed: ListedKind<S>) {
    this.name = config.name;
    this.permissions = [{ kind: listed.kind, verbs: ['create', 'update', 'delete'] }];
    this.#config = config;
    this.#listed = listed;
  }

  readonly getCurrentState = async (ctx: Context, obj: T): Promise<readonly S[]> =>
    await this.#config.stateGetter.getCurrentState(ctx, obj);

  readonly getDesiredState = async (ctx: Context, obj: T): Promise<readonly S[]> =>
    await this.#config.stateGetter.getDesiredState(ctx, obj);

  readonly newUpdatePatch = async (
    _ctx: Context,
    _obj: T,
    current: readonly S[],
    desired: readonly S[],
  ): Promise<Patch<readonly S[], readonly S[], readonly S[]>> => {
    const patch = new Patch<readonly S[], readonly S[], readonly S[]>();
    const [is, shall] = [this.#byKey(current, 'current'), this.#byKey(desired, 'desired')];
    const missing = [...shall].filter(([key]) => !is.has(key)).map(([, obj]) => obj);
    const surplus = [...is].filter(([key]) => !shall.has(key)).map(([, obj]) => obj);
    const different = [...shall].flatMap(([key, obj]) => this.#updated(is.get(key), obj));
    if (missing.length > 0) patch.setCreateChange(missing);
    if (different.length > 0) patch.setUpdateChange(different);
    if (surplus.length > 0) patch.setDeleteChange(surplus);
    return patch;
  };

  /** Everything goes, desired or not: the observed object is on its way out. */
  readonly newDeletePatch = async (
    _ctx: Context,
    _obj: T,
    current: readonly S[],
  ): Promise<Patch<readonly S[], readonly S[], readonly S[]>> => {
    const patch = new Patch<readonly S[], readonly S[], readonly S[]>();
    if (current.length > 0) patch.setDeleteChange(current);
    return patch;
  };

  readonly applyCreateChange = async (ctx: Context, _: T, change: readonly S[]): Promise<void> => {
    const { client } = this.#config;
    for (const obj of change)
      await this.#asked(ctx, 'create', obj, async () => {
        try {
          await client.create(ctx, this.#listed.kind, obj);
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
      });
  };

  readonly applyUpdateChange = async (ctx: Context, _: T, change: readonly S[]): Promise<void> => {
    const { client } = this.#config;
    for (const obj of change)
      await this.#asked(ctx, 'update', obj, async () => {
        await client.update(ctx, this.#listed.kind, obj);
      });
  };

  readonly applyDeleteChange = async (ctx: Context, _: T, change: readonly S[]): Promise<void> => {
    for (const obj of change) await this.#asked(ctx, 'delete', obj, async () => await this.#delete(ctx, obj));
  };

  async #delete(ctx: Context, obj: S): Promise<void> {
    const { uid } = obj.metadata ?? {};
    const options = uid === undefined ? {} : { preconditions: { uid } };
    try {
      await this.#config.client.delete(ctx, this.#listed.kind, refOfKey(keyOf(obj)), options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #byKey(objects: readonly S[], state: string): ReadonlyMap<string, S> {
    const byKey = new Map(objects.map((obj) => [keyOf(obj), obj] as const));
    if (byKey.size === objects.length) return byKey;
    const twice = objects.find((obj) => byKey.get(keyOf(obj)) !== obj) ?? {};
    throw new ExecutionFailedError(
      `cannot compare the states of resource ${this.name}: the ${state} one has ${childName({ ...twice, kind: this.#listed.kind.kind })} twice`,
    );
  }

  /** The current object with what is desired, where that makes a difference. */
  #updated(current: S | undefined, desired: S): readonly S[] {
    if (current === undefined) return [];
    const [is, shall] = [this.#partsOf(current), this.#partsOf(desired)];
    const labels = { ...this.#allowedLabels(current), ...shall.labels };
    const wanted = { ...shall, labels };
    if (isDeepStrictEqual(is, wanted)) return [];
    return [this.#merged(current, wanted)];
  }

  #merged(current: S, { labels, annotations, content }: Parts<S>): S {
    const { labels: _l, annotations: _a, ...metadata } = current.metadata ?? {};
    const rest = Object.entries(current).filter(([name]) => !this.#listed.members.includes(name as never));
    return {
      ...Object.fromEntries(rest),
      metadata: { ...metadata, ...notEmpty({ labels, annotations }) },
      ...content,
    } as unknown as S;
  }

  #allowedLabels({ metadata }: S): Readonly<Record<string, string>> {
    const { allowedLabels = [] } = this.#config;
    return Object.fromEntries(
      Object.entries(metadata?.labels ?? {}).filter(([name]) => allowedLabels.includes(name)),
    );
  }

  #partsOf(obj: S): Parts<S> {
    const { labels = {}, annotations = {} } = obj.metadata ?? {};
    return { labels: { ...labels }, annotations: { ...annotations }, content: this.#listed.contentOf(obj) };
  }

  async #asked(ctx: Context, verb: string, obj: S, ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      throw childError(verb, { ...obj, kind: this.#listed.kind.kind }, error, ctx.signal);
    }
  }
}

interface Parts<S> {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly content: Readonly<Partial<S>>;
}

/** Members that have members. */
export function notEmpty<M extends Readonly<Record<string, object | undefined>>>(
  members: M,
): { readonly [Name in keyof M]?: NonNullable<M[Name]> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => Object.keys(value ?? {}).length > 0),
  ) as { readonly [Name in keyof M]?: NonNullable<M[Name]> };
}
