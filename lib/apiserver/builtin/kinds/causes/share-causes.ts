import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';
import { textAt } from '../../../fields.ts';
import { NOT_NEGATIVE } from './count-causes.ts';

const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** Causes of what is neither a number of things nor a share of them; absent is neither, and fine. */
export function shareCauses(share: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (share === undefined) return [];
  if (typeof share === 'number') return share < 0 ? [invalidCause(field, share, NOT_NEGATIVE)] : [];
  if (!isPercent(share)) return [invalidCause(field, share, PERCENT_RULE)];
  return [];
}

/** The cause of a share of more than all. */
export function excessCauses(share: JsonValue | undefined, field: string): readonly StatusCause[] {
  const isExcess = isPercent(share) && Number(share.slice(0, -1)) > 100;
  return isExcess ? [invalidCause(field, share, 'must not be greater than 100%')] : [];
}

export function isPercent(share: JsonValue | undefined): share is string {
  return typeof share === 'string' && /^\d+%$/u.test(share);
}

/** How much a share says, as a number or in percent. What is neither a number nor a share says 0. */
export function amountOf(share: JsonValue): number {
  if (typeof share === 'number') return share;
  const text = textAt({ share }, 'share');
  const digits = isPercent(share) ? text.slice(0, -1) : text;
  return /^[-+]?\d+$/u.test(digits) ? Number(digits) : 0;
}
