import { parse, stringify } from 'yaml';

/** Reads one YAML document. Of a field that comes twice, the last counts. Throws what the library throws. */
export function parseYaml(text: string): unknown {
  return parse(text, { uniqueKeys: false, maxAliasCount: 100 }) as unknown;
}

export function formatYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false });
}
