import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause } from '../../../field-causes.ts';
import { at, numberAt, objectAt } from '../../../fields.ts';
import { countCauses } from '../causes/count-causes.ts';

/** What the status of a kind counts. */
export interface ReplicaStatus {
  /** All that is a number of things. */
  readonly counts: readonly string[];
  /** Those of the replicas, of which there are never more than replicas. */
  readonly parts: readonly string[];
  /** The replicas that are ready, as messages name them. */
  readonly ready: string;
}

/** Causes of a status whose numbers do not fit each other. */
export function replicaStatusCauses(
  obj: ApiObject,
  { counts, parts, ready }: ReplicaStatus,
): readonly StatusCause[] {
  const count = (name: string): number => numberAt(obj, 'status', name);
  const cause = (name: string, other: string): StatusCause =>
    invalidCause(`status.${name}`, count(name), `cannot be greater than ${other}`);
  return [
    ...countCauses(objectAt(obj, 'status'), 'status', counts),
    ...parts.filter((name) => count(name) > count('replicas')).map((name) => cause(name, 'status.replicas')),
    ...(count('availableReplicas') > count('readyReplicas') ? [cause('availableReplicas', ready)] : []),
  ];
}

/** The cause of a count of collisions that shrank, or is gone. */
export function collisionCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const before = at(old, 'status', 'collisionCount');
  const after = at(obj, 'status', 'collisionCount');
  const count = numberAt(obj, 'status', 'collisionCount');
  if (typeof before !== 'number' || (after !== undefined && count >= before)) return [];
  return [invalidCause('status.collisionCount', count, 'cannot be decremented')];
}
