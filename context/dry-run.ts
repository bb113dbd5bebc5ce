import { type Flag, newFlag } from './flag.ts';

/**
 * Set where nothing may be changed: the framework sets it in a dry run. A client's writes in such a context are
 * sent as dry runs by themselves, and a `CRUDResource` computes its patch and does not apply it. Whoever changes
 * something else looks at it first.
 */
export const dryRun: Flag = newFlag('dryRun');
