import { silentLogger } from '../../context/index.ts';
import { CRUDResource } from '../../lib/framework/resources/crud-resource.ts';
import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { type OwnedObjects, OwnedObjectsOps } from './owned-objects-ops.ts';
import {
  type Desirable,
  type DesiredObject,
  type OwnedObjectsOptions,
  checkOwnedObjectsOptions,
} from './owned-objects-options.ts';

export type OwnedObjectsResource<T extends KubernetesObject> = CRUDResource<
  T,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects,
  OwnedObjects
>;

/**
 * A resource that keeps the objects which each reconciled object should have, of any kinds: creates them, applies
 * what differs, deletes what is not desired any more. Changes to them reconcile their owner.
 *
 * **Guarantees**
 * - While all is as desired it makes no request, whatever defaults the server adds: it reads from informers, and
 *   sees its own writes before these tell of them. A restart costs at most one apply that changes nothing for
 *   each object.
 * - Writes are server-side applies of the desired fields: a field that is left out is given up, those of others
 *   stay. What somebody else made or owns is not written to unless the options say so.
 * - New objects are made first, in the order of the list, then those that differ are applied, in the same order;
 *   then deletions, in the reverse one. The first error ends it.
 *
 * **Assumptions:** its informers run: a framework runs those of `watches`. One process at a time works with it.
 *
 * @throws InvalidConfigError for the first option that is missing or wrong.
 */
export function ownedObjects<T extends KubernetesObject, Desired extends Desirable = DesiredObject>(
  options: OwnedObjectsOptions<T, Desired>,
): OwnedObjectsResource<T> {
  checkOwnedObjectsOptions(options);
  return new CRUDResource({ logger: options.logger ?? silentLogger, ops: new OwnedObjectsOps<T>(options) });
}
