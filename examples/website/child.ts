import {
  type Client,
  type Kind,
  type KubernetesObject,
  Patch,
  type Reader,
  type Resource,
  crudResource,
  isAlreadyExists,
  isNotFound,
} from 'operatorkit';
import type { Context, Logger } from 'operatorkit/context';

import { type Website, nameOf, namespaceOf } from './website.ts';

export interface ChildOptions<T extends KubernetesObject> {
  readonly name: string;
  readonly kind: Kind<T>;
  readonly logger: Logger;
  /** Writes. */
  readonly client: Client;
  /** Reads from the informers' stores: no request. */
  readonly cache: Reader;
  readonly desired: (ctx: Context, site: Website) => T;
}

/** A CRUDResource for one object that every website owns, under the website's own name. */
export function child<T extends KubernetesObject>(options: ChildOptions<T>): Resource<Website> {
  const { name, kind, logger, client, cache, desired } = options;
  const ref = (site: Website) => ({ name: nameOf(site), namespace: namespaceOf(site) });

  return crudResource<Website>()({
    logger,
    ops: {
      name,
      getCurrentState: async (ctx, site) => await cache.tryGet(ctx, kind, ref(site)),
      getDesiredState: async (ctx, site) => desired(ctx, site),

      newUpdatePatch: async (_ctx, _site, current, wanted) => {
        const patch = new Patch<T, T, T>();
        if (current === undefined) patch.setCreateChange(wanted);
        else if (!covers(current, wanted)) patch.setUpdateChange(wanted);
        return patch;
      },
      newDeletePatch: async (_ctx, _site, current) => {
        const patch = new Patch<T, T, T>();
        if (current !== undefined) patch.setDeleteChange(current);
        return patch;
      },

      applyCreateChange: async (ctx, site, change) => {
        try {
          await client.create(ctx, kind, change);
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
          checkOwner(await client.get(ctx, kind, ref(site)), site);
        }
      },
      applyUpdateChange: async (ctx, site, change) => {
        await client.patch(ctx, kind, ref(site), { type: 'merge', value: change });
      },
      applyDeleteChange: async (ctx, site, change) => {
        try {
          const uid = change.metadata?.uid;
          await client.delete(ctx, kind, ref(site), uid === undefined ? {} : { preconditions: { uid } });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      },
    },
  });
}

/** Ours already: the cache was behind, and its next event brings us back. Another's: a mistake to report. */
function checkOwner(found: KubernetesObject, site: Website): void {
  const owned = found.metadata?.ownerReferences?.some((owner) => owner.uid === site.metadata?.uid) ?? false;
  if (!owned) {
    throw new Error(`cannot create ${found.kind} ${nameOf(site)}: one of that name belongs to somebody else`);
  }
}

/** Whether everything that is wanted is there. What only the server or others set does not matter. */
function covers(current: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(current) &&
      current.length === wanted.length &&
      wanted.every((item, index) => covers(current[index], item))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof current !== 'object' || current === null) return false;
    return Object.entries(wanted).every(([key, value]) =>
      covers((current as Record<string, unknown>)[key], value),
    );
  }
  return wanted === undefined || Object.is(current, wanted);
}
