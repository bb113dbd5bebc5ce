import { yamlLibrary } from './yaml-library.ts';

/** Reads one YAML document. Of a field that comes twice, the last counts. Throws what the library throws. */
export function parseYaml(text: string): unknown {
  // Warnings would go to the process, whose log is not ours.
  return yamlLibrary().parse(text, { uniqueKeys: false, maxAliasCount: 100, logLevel: 'error' }) as unknown;
}

export function formatYaml(value: unknown): string {
  return yamlLibrary().stringify(value, { aliasDuplicateObjects: false });
}
