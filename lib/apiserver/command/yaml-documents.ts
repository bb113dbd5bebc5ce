import { InvalidConfigError } from '../../errors.ts';
import { yamlLibrary } from '../requests/yaml-library.ts';

/** One document of a file. */
export interface YamlDocument {
  readonly value: unknown;
  /** From 1 on, as it stands in the file. */
  readonly number: number;
}

/** Reads the documents of a file; JSON is YAML. @throws InvalidConfigError that names file, document and place. */
export function parseYamlDocuments(text: string, file: string): readonly YamlDocument[] {
  const documents = yamlLibrary().parseAllDocuments(text, { uniqueKeys: false });
  if (!Array.isArray(documents)) return [];
  return documents.map((document, index) => {
    const number = index + 1;
    const [error] = document.errors;
    if (error === undefined) return { value: document.toJS({ maxAliasCount: 100 }) as unknown, number };
    const [why = ''] = error.message.split('\n');
    throw new InvalidConfigError(`cannot load ${file}, document ${number}: ${why}`);
  });
}
