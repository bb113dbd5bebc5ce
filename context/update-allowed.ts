import { type Flag, newFlag } from './flag.ts';

/**
 * A gate between resources: updates are allowed in this reconcile. Set and read by operator code only; the
 * framework installs it fresh for each reconcile.
 */
export const updateAllowed: Flag = newFlag('updateAllowed');
