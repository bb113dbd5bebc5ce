import { isIP } from 'node:net';

import type { StatusCause } from '../../../object/status.ts';
import { invalidCause } from '../../field-causes.ts';

/** The cause of a text that is no address. */
export function ipCauses(address: string, field: string): readonly StatusCause[] {
  if (isIP(address) !== 0) return [];
  return [invalidCause(field, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
}
