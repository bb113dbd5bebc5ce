import { isIP } from 'node:net';

import type { StatusCause } from '../../../object/status.ts';
import { invalidCause } from '../../field-causes.ts';
import { NO_ADDRESS } from '../../objects/names.ts';

/** The cause of a text that is no address. */
export function ipCauses(address: string, field: string): readonly StatusCause[] {
  if (isIP(address) !== 0) return [];
  return [invalidCause(field, address, NO_ADDRESS)];
}
