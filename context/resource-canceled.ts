import { type Flag, newFlag } from './flag.ts';

/**
 * Ends the current resource without an error: its remaining steps are left out, the next resource runs. Set by
 * the operations of a `CRUDResource`; a plain resource simply returns. Each resource has a fresh one.
 */
export const resourceCanceled: Flag = newFlag('resourceCanceled');
