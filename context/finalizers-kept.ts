import { type Flag, newFlag } from './flag.ts';

/**
 * Keeps the finalizer of an object that is being deleted, because something is not gone yet; the deletion is
 * tried again with backoff. Set by a resource; read by the framework after the last resource ran.
 */
export const finalizersKept: Flag = newFlag('finalizersKept');
