import { UnreachableError } from '../client/errors.ts';

/**
 * The server's bytes make no sense where they should. Asking again may help; asking for everything again helps
 * where one object's event cannot get through.
 *
 * @internal
 */
export class CorruptStreamError extends UnreachableError {}
