import { type Flag, newFlag } from './flag.ts';

/**
 * A gate between resources: an update is necessary in this reconcile. Set and read by operator code only; the
 * framework installs it fresh for each reconcile.
 */
export const updateNecessary: Flag = newFlag('updateNecessary');
