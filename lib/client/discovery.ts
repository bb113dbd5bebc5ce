import type { Context } from '../../context/index.ts';
import { untilAborted } from '../abort.ts';
import { type JsonObject, isJsonObject } from '../object/json.ts';
import type { Kind, KindName, KubernetesObject } from '../object/kubernetes-object.ts';
import type { KindRef } from './client.ts';
import { isNotFound } from './errors.ts';
import { groupPath } from './path.ts';
import { errorOfStatus } from './status-error.ts';

/** Asks for the resource list of a group version: `/apis/apps/v1`. */
export type FetchResources = (ctx: Context, path: string) => Promise<JsonObject>;

/** A kind that was not there may have been created since; but nobody asks more often than this. */
const ASK_AGAIN_MS = 3000;

interface Known {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** By the monotonic clock of whoever asked. */
  readonly askedAtMs: number;
}

interface Asking {
  readonly answer: Promise<Known>;
  readonly signal: AbortSignal;
}

/**
 * Finds out where kinds are that are known by name only. What was found stays; what was not found is asked for
 * again, since a CustomResourceDefinition may have come.
 */
export class Discovery {
  readonly #fetch: FetchResources;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Asking>();

  constructor(fetch: FetchResources) {
    this.#fetch = fetch;
  }

  /** Rejects with an error for which `isNotFound` holds when the server does not serve the kind. */
  async resolve<T extends KubernetesObject>(ctx: Context, ref: KindRef<T>): Promise<Kind<T>> {
    if ('plural' in ref) return ref;
    const kind = await this.#find(ctx, ref);
    if (kind === undefined) throw this.#unknown(ref);
    return kind as Kind<T>;
  }

  async #find(ctx: Context, { apiVersion, kind }: KindName): Promise<Kind | undefined> {
    const known = this.#known.get(apiVersion);
    const found = known?.kinds.get(kind);
    if (found !== undefined) return found;
    if (known !== undefined && ctx.clock.monotonic() - known.askedAtMs < ASK_AGAIN_MS) return undefined;
    return (await this.#ask(ctx, apiVersion)).kinds.get(kind);
  }

  /** One question at a time; who joins another's asks again himself when that one was aborted. */
  async #ask(ctx: Context, apiVersion: string): Promise<Known> {
    const asking = this.#asking.get(apiVersion);
    if (asking === undefined) return await this.#start(ctx, apiVersion);
    try {
      return await untilAborted(asking.answer, ctx.signal);
    } catch (error) {
      if (ctx.signal.aborted || !asking.signal.aborted) throw error;
      return await this.#ask(ctx, apiVersion);
    }
  }

  async #start(ctx: Context, apiVersion: string): Promise<Known> {
    const answer = this.#fetchKinds(ctx, apiVersion).finally(() => this.#asking.delete(apiVersion));
    this.#asking.set(apiVersion, { answer, signal: ctx.signal });
    const known = await answer;
    this.#known.set(apiVersion, known);
    return known;
  }

  async #fetchKinds(ctx: Context, apiVersion: string): Promise<Known> {
    const kinds = await this.#fetch(ctx, groupPath(apiVersion)).then(
      (list) => kindsOf(apiVersion, list),
      (error: unknown) => {
        if (isNotFound(error)) return new Map<string, Kind>();
        throw error;
      },
    );
    return { kinds, askedAtMs: ctx.clock.monotonic() };
  }

  #unknown({ apiVersion, kind }: KindName): Error {
    const names = [...(this.#known.get(apiVersion)?.kinds.keys() ?? [])].toSorted();
    const served =
      names.length === 0 ? `nothing of ${apiVersion}` : `of ${apiVersion} only ${names.join(', ')}`;
    const message = `the server has no kind ${kind}: it serves ${served}; is the CustomResourceDefinition there?`;
    const asked = { method: 'GET', path: groupPath(apiVersion) };
    const details = { kind, causes: [{ reason: 'UnknownKind' }] };
    return errorOfStatus(asked, {
      apiVersion: 'v1',
      kind: 'Status',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'NotFound',
      code: 404,
      details,
    });
  }
}

/** The kinds of an APIResourceList; subresources (`pods/status`) are not kinds of their own. */
function kindsOf(apiVersion: string, list: JsonObject): Map<string, Kind> {
  const resources = Array.isArray(list['resources']) ? (list['resources'] as readonly unknown[]) : [];
  const kinds = resources.filter(isJsonObject).flatMap((resource): readonly Kind[] => {
    const { name, kind, namespaced } = resource;
    if (typeof name !== 'string' || typeof kind !== 'string' || name.includes('/')) return [];
    return [Object.freeze({ apiVersion, kind, plural: name, namespaced: namespaced === true })];
  });
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}
