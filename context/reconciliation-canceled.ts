import { type Flag, newFlag } from './flag.ts';

/**
 * Ends the reconcile of this object without an error: no further resource runs. Set by a resource; read by
 * `processUpdate`, `processDelete` and before each step of a `CRUDResource`. On a deletion the finalizer stays.
 */
export const reconciliationCanceled: Flag = newFlag('reconciliationCanceled');
