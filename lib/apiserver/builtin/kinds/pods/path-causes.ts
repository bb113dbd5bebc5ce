import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';

/** Causes of a path that does not lead down from where one is. */
export function descendingPathCauses(place: string, field: string): readonly StatusCause[] {
  return [
    ...(place.startsWith('/') ? [invalidCause(field, place, 'must be a relative path')] : []),
    ...backstepCauses(place, field),
  ];
}

/** The cause of a path that leads up anywhere. */
export function backstepCauses(place: string, field: string): readonly StatusCause[] {
  return place.split('/').includes('..') ? [invalidCause(field, place, "must not contain '..'")] : [];
}

/** Causes of a path in a volume that the kubelet writes, which keeps names that begin with two dots to itself. */
export function writtenPathCauses(place: string, field: string): readonly StatusCause[] {
  const isReserved = place.startsWith('..') && !place.startsWith('../');
  return [
    ...descendingPathCauses(place, field),
    ...(isReserved ? [invalidCause(field, place, "must not start with '..'")] : []),
  ];
}
