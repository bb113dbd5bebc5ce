import { createRequire } from 'node:module';

/** Loaded when it is first needed: its seventy files take a third of the time in which a server starts. */
function library(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml') as typeof import('yaml');
}

/** Reads one YAML document. Of a field that comes twice, the last counts. Throws what the library throws. */
export function parseYaml(text: string): unknown {
  // Warnings would go to the process, whose log is not ours.
  return library().parse(text, { uniqueKeys: false, maxAliasCount: 100, logLevel: 'error' }) as unknown;
}

export function formatYaml(value: unknown): string {
  return library().stringify(value, { aliasDuplicateObjects: false });
}
