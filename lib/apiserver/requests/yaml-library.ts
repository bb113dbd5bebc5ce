import { createRequire } from 'node:module';

/**
 * The YAML library, loaded when it is first needed: its seventy files would take a third of the time in which a
 * server starts.
 */
export function yamlLibrary(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml') as typeof import('yaml');
}
