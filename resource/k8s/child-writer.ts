import { type Context, dryRun } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { isConflict, isNotFound } from '../../lib/client/errors.ts';
import { ExecutionFailedError } from '../../lib/errors.ts';
import { isDeleting } from '../../lib/framework/object-name.ts';
import { type KubernetesObject, keyOf, refOfKey } from '../../lib/object/kubernetes-object.ts';
import { type Claimant, checkAdoption, isOurs } from './adoption.ts';
import { childError } from './child-error.ts';
import { oncePaths, ownsSome, releaseFields, withoutOnce } from './create-once.ts';
import type { FieldPath } from './field-path.ts';
import { childName, ownedBy } from './marks.ts';
import type { OwnedKind } from './owned-kind.ts';
import { type AdoptionRule, type CreateOnce, kindName } from './owned-objects-options.ts';

export interface ChildWriterOptions<T extends KubernetesObject> {
  readonly client: Client;
  readonly manager: string;
  readonly force: boolean;
  readonly createOnce: CreateOnce | undefined;
  readonly adopt: AdoptionRule<T>;
}

/** `absent` also where somebody else's object is in its place, as far as is known. */
export type ChildState = 'absent' | 'different' | 'converged';

/** One owned object that is to be as desired. */
interface Task<T extends KubernetesObject> {
  readonly claimant: Claimant<T>;
  readonly owned: OwnedKind;
  /** With the fields that are given once. */
  readonly desired: KubernetesObject;
  /** Without them. */
  readonly lasting: KubernetesObject;
  readonly paths: readonly FieldPath[];
}

/**
 * Writes owned objects. Each method may be repeated: what is done already costs no request.
 *
 * Errors name the object. In a dry run nothing is remembered: nothing was written.
 */
export class ChildWriter<T extends KubernetesObject> {
  readonly #options: ChildWriterOptions<T>;

  constructor(options: ChildWriterOptions<T>) {
    this.#options = options;
  }

  /** Whether the object is there, ours, and as desired, by what is known without a request. */
  state(ctx: Context, claimant: Claimant<T>, owned: OwnedKind, desired: KubernetesObject): ChildState {
    const live = owned.latest(ctx, keyOf(desired));
    // Where the whole kind has gone, the informer may not have heard of the end of its objects.
    if (live === undefined || owned.isAbsent || !isOurs(live, claimant)) return 'absent';
    // It comes again when it is gone, of which an event tells.
    if (isDeleting(live)) return 'converged';
    return isSettled(this.#task(claimant, owned, desired), live, this.#options.manager)
      ? 'converged'
      : 'different';
  }

  /** Creates the object, adopts it, or makes it as desired. */
  async ensure(
    ctx: Context,
    claimant: Claimant<T>,
    owned: OwnedKind,
    desired: KubernetesObject,
  ): Promise<void> {
    using _ = owned.claim(desired, claimant.owner.metadata?.uid ?? '');
    const task = this.#task(claimant, owned, desired);
    if (owned.isAbsent) throw absentKind(desired, owned);
    const live = await this.#live(ctx, task);
    if (live === undefined) return await this.#create(ctx, task);
    if (!isDeleting(live)) return await this.#update(ctx, task, live);
    // Of what carries our mark an event will tell when it is gone.
    if (ownedBy(live) !== claimant.name || !isOurs(live, claimant))
      throw new ExecutionFailedError(
        `cannot apply ${childName(live)}: it is being deleted, and is not gone yet`,
      );
    ctx.logger.debug('owned object is being deleted', { child: childName(live) });
  }

  /** Deletes this very object; another one of its name is left alone. */
  async delete(ctx: Context, owned: OwnedKind, obj: KubernetesObject): Promise<void> {
    const { uid } = obj.metadata ?? {};
    const latest = owned.latest(ctx, keyOf(obj));
    if (latest === undefined || latest.metadata?.uid !== uid || isDeleting(latest)) return;
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    const answer = await this.#asked(ctx, 'delete', obj, async () => {
      try {
        return await this.#options.client.delete(ctx, owned.kind, refOfKey(keyOf(obj)), preconditions);
      } catch (error) {
        if (isNotFound(error) || isConflict(error)) return undefined;
        throw error;
      }
    });
    ctx.logger.info('owned object deleted', { child: childName(obj), uid });
    if (dryRun.isSet(ctx)) return;
    if (answer !== undefined && answer.kind !== 'Status' && isDeleting(answer)) owned.changed(ctx, answer);
    else owned.gone(ctx, obj);
  }

  #task(claimant: Claimant<T>, owned: OwnedKind, desired: KubernetesObject): Task<T> {
    const paths = oncePaths(this.#options.createOnce, desired);
    return { claimant, owned, desired, paths, lasting: withoutOnce(desired, paths) };
  }

  /** Asks the server where nothing is known: another's object must not be written to. */
  async #live(ctx: Context, { claimant, owned, desired }: Task<T>): Promise<KubernetesObject | undefined> {
    const { client, adopt } = this.#options;
    const known = owned.latest(ctx, keyOf(desired));
    if (known !== undefined && isOurs(known, claimant)) return known;
    const found = await this.#asked(
      ctx,
      'get',
      desired,
      async () => await client.tryGet(ctx, owned.kind, refOfKey(keyOf(desired))),
    );
    if (found !== undefined && !isOurs(found, claimant)) checkAdoption(found, claimant, adopt);
    return found;
  }

  async #create(ctx: Context, task: Task<T>): Promise<void> {
    const { desired } = task;
    const created = await this.#apply(ctx, task, desired);
    ctx.logger.info('owned object created', { child: childName(desired), uid: created.metadata?.uid });
    if (dryRun.isSet(ctx)) return;
    // So that the fields are given up also if this process ends right here.
    task.owned.changed(ctx, created);
    task.owned.converged(ctx, task.lasting, await this.#released(ctx, task, created));
  }

  async #update(ctx: Context, task: Task<T>, found: KubernetesObject): Promise<void> {
    const { owned, lasting, paths } = task;
    const { manager } = this.#options;
    if (isSettled(task, found, manager)) return owned.changed(ctx, found);
    const isHolding = ownsSome(found, manager, paths) && !dryRun.isSet(ctx);
    const live = isHolding ? await this.#released(ctx, task) : found;
    if (isHolding && owned.isConverged(lasting, live)) return owned.changed(ctx, live);
    const applied = await this.#apply(ctx, task, lasting, live.metadata?.uid);
    if (applied.metadata?.resourceVersion !== live.metadata?.resourceVersion)
      ctx.logger.info('owned object updated', { child: childName(lasting) });
    if (!dryRun.isSet(ctx)) owned.converged(ctx, lasting, applied);
  }

  /** Gives up what is given once. @param live an answer of the server; undefined: ask for it. */
  async #released(
    ctx: Context,
    { owned, desired, paths }: Task<T>,
    live?: KubernetesObject,
  ): Promise<KubernetesObject> {
    const { client, manager } = this.#options;
    const release = { client, manager, paths, kind: owned.kind };
    return await this.#asked(ctx, 'release fields of', desired, async () => {
      const now = live ?? (await client.get(ctx, owned.kind, refOfKey(keyOf(desired))));
      return await releaseFields(ctx, now, release);
    });
  }

  /** @param uid where the object is known: then only that one. */
  async #apply(
    ctx: Context,
    { owned }: Task<T>,
    desired: KubernetesObject,
    uid?: string,
  ): Promise<KubernetesObject> {
    const { client, manager: fieldManager, force } = this.#options;
    const body = uid === undefined ? desired : { ...desired, metadata: { ...desired.metadata, uid } };
    return await this.#asked(
      ctx,
      'apply',
      desired,
      async () => await client.apply(ctx, owned.kind, body, { fieldManager, force }),
    );
  }

  async #asked<R>(ctx: Context, verb: string, child: KubernetesObject, ask: () => Promise<R>): Promise<R> {
    try {
      return await ask();
    } catch (error) {
      throw childError(verb, child, error, ctx.signal);
    }
  }
}

/** As desired, and nothing of it is still to be given up. */
function isSettled<T extends KubernetesObject>(
  { owned, lasting, paths }: Task<T>,
  live: KubernetesObject,
  manager: string,
): boolean {
  return !ownsSome(live, manager, paths) && owned.isConverged(lasting, live);
}

function absentKind(desired: KubernetesObject, { kind }: OwnedKind): ExecutionFailedError {
  const group = kind.apiVersion.split('/', 1)[0];
  return new ExecutionFailedError(
    `cannot apply ${childName(desired)}: the API server does not serve ${kindName(kind)}; install its CustomResourceDefinition, ${kind.plural}.${group}`,
  );
}
