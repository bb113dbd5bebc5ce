import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';

const PORT_RANGE = 'must be between 1 and 65535, inclusive';

/** What ports are of. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** The cause of a number that is no port. */
export function portCauses(field: string, port: JsonValue | undefined): readonly StatusCause[] {
  if (typeof port !== 'number' || (port >= 1 && port <= 65_535)) return [];
  return [invalidCause(field, port, PORT_RANGE)];
}

/** What is wrong with the name of a port. */
export function portNameProblems(name: string): readonly string[] {
  return [
    ...(name.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]+$/u.test(name)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/u.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/u.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}
